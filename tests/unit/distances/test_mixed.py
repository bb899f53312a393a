import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from oracles import distances as oracle
from strategies import DTYPES, ROWS, grid

from bestsofar.distances import pairwise

CELLS = st.one_of(st.integers(-4, 4).map(float), st.just(np.nan))


def literal(queries, rows, categorical):
    """The oracle's distances, by the ranges of `rows`."""
    learned = rows.astype(float).tolist()
    ranges = oracle.ranges(learned)
    return np.array(
        [[oracle.mixed(a, b, ranges, categorical) for b in learned] for a in queries.astype(float).tolist()]
    )


@given(data=st.data(), n=ROWS, width=st.sampled_from([1, 3, 16, 17]), dtype=DTYPES)
def test_missing_values_and_marked_categories(data, n, width, dtype):
    """Numbers, categories and missing values count as the oracle says, also for values outside the range learned."""
    n = min(n, 17)
    rows = data.draw(hnp.arrays(dtype, (n, width), elements=CELLS.map(dtype), fill=st.nothing()))
    queries = 2 * data.draw(hnp.arrays(dtype, (3, width), elements=CELLS.map(dtype), fill=st.nothing()))
    categorical = data.draw(st.lists(st.booleans(), min_size=width, max_size=width))
    distances = pairwise(queries, rows, metric="mixed", metric_params={"categorical": categorical})
    assert distances == pytest.approx(literal(queries, rows, categorical), rel=1e-5, abs=1e-9)


@given(rows=grid((6, 3)))
def test_indices_mean_the_same_as_a_mask(rows):
    """Categories are told by a mask or by their indices."""
    by_mask = pairwise(rows, metric="mixed", metric_params={"categorical": [False, True, True]})
    by_index = pairwise(rows, metric="mixed", metric_params={"categorical": [1, 2]})
    assert (by_mask == by_index).all()


def test_a_category_that_is_a_fraction_differs_by_one():
    """Two codes of a marked category differ by 1, however close they are as numbers."""
    distances = pairwise([[0.25], [0.5], [0.5]], metric="mixed", metric_params={"categorical": [0]})
    assert distances.tolist() == [[0, 1, 1], [1, 0, 0], [1, 0, 0]]


def test_a_column_that_never_varies_tells_nothing_apart():
    """A number that was constant in training, or never known, counts only where it is missing."""
    rows = np.array([[7.0, np.nan, 0.0], [7.0, np.nan, 1.0]])
    queries = np.array([[9.0, np.nan, 0.0], [np.nan, 5.0, 0.0]])
    assert pairwise(queries, rows, metric="mixed").tolist() == [[0, 1], [pytest.approx(2**0.5), pytest.approx(3**0.5)]]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("scale", [1e-300, 1e-42, 1e30, 1e300, 1.5e308])
def test_ranges_of_any_size(scale, dtype):
    """Half of the range is half, whether it is the smallest or the largest number there is."""
    if not float(np.finfo(dtype).smallest_normal) < scale < float(np.finfo(dtype).max):
        pytest.skip("not a number of this type")
    rows = np.array([[-scale], [0], [scale]], dtype=dtype)
    assert pairwise(rows, metric="mixed") == pytest.approx(
        np.array([[0, 0.5, 1], [0.5, 0, 0.5], [1, 0.5, 0]]), rel=0.01
    )

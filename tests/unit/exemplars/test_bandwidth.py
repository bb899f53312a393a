import numpy as np
import pytest
from edges import each_edge
from hypothesis import given, settings
from hypothesis import strategies as st
from literal import codes_of, matrix_of, space_of
from oracles.ebel import leave_one_out_bandwidth
from schemes import SCHEMES
from strategies import DTYPES, gaussians, grid, labels, texts

from bestsofar import ABEL, EBEL, PosteriorRank, _core
from bestsofar.errors import InvalidParameter
from bestsofar.exemplars.bandwidth import MAX_ROWS, find_bandwidth

each_kernel_scheme = pytest.mark.parametrize(
    ("name", "options"),
    [
        ("EBEL", {}),
        ("EBEL that follows", {}),
        ("ABEL", {"eta": 0.1, "auc": "exact"}),
        ("ABEL", {"eta": 0.1, "auc": "one-by-one"}),
        ("PosteriorRank", {}),
    ],
    ids=str,
)


@given(data=st.data(), n=st.integers(1, 40), draw=st.sampled_from([grid, gaussians]), dtype=DTYPES)
def test_leave_one_out(data, n, draw, dtype):
    """The bandwidth is one that the oracle finds as good as any."""
    X, y = data.draw(draw((n, 2), dtype=dtype)), codes_of(data.draw(labels(n)))
    found = _core.leave_one_out_bandwidth(space_of(X), np.array(y, dtype=np.uint32), max(y) + 1)
    assert found == pytest.approx(leave_one_out_bandwidth(matrix_of(X), y), rel=1e-12)


def test_many_rows_are_sampled():
    """Of many rows only some are used, always the same, and the bandwidth is right for that many."""
    rng = np.random.default_rng(3)
    space, codes = space_of(rng.normal(size=(MAX_ROWS + 1, 1))), rng.integers(0, 2, MAX_ROWS + 1).astype(np.uint32)
    found = find_bandwidth("EBEL", "loo", space, codes, 2)
    assert found == find_bandwidth("EBEL", "loo", space, codes, 2)
    assert found.rows == MAX_ROWS


@each_kernel_scheme
def test_loo_is_the_default(name, options):
    """Without a number, the order is the oracle's by the bandwidth that is found for all rows."""
    rng, scheme = np.random.default_rng(2), SCHEMES[name]
    X, y = rng.normal(size=(60, 2)), rng.integers(0, 2, size=60)
    bandwidth = leave_one_out_bandwidth(matrix_of(X), y.tolist())
    expected = scheme.oracle(matrix_of(X), y.tolist(), bandwidth=bandwidth, **options)
    assert scheme.rank(X, y, **options) == expected


@each_kernel_scheme
@each_edge
def test_every_set_has_a_bandwidth(name, options, X, y):
    """Where there is nothing to find a bandwidth by, all rows are ordered nevertheless."""
    assert sorted(SCHEMES[name].rank(X, y, **options)) == list(range(len(y)))


@each_kernel_scheme
@given(strings=st.lists(texts(longest=6), min_size=1, max_size=16))
@settings(max_examples=10)
def test_strings_have_a_bandwidth(name, options, strings):
    """So are strings, by a bandwidth of edits."""
    y = [len(string) % 3 for string in strings]
    assert sorted(SCHEMES[name].rank(strings, y, metric="edit", **options)) == list(range(len(y)))


@pytest.mark.parametrize("scheme", [EBEL, ABEL, PosteriorRank])
@pytest.mark.parametrize("bandwidth", [0, -1.0, np.inf, np.nan, "silverman", None, True])
def test_no_bandwidth(scheme, bandwidth):
    """A width is a finite number above 0, or found; a stream is told so before it is too long."""
    refusing = scheme(20, bandwidth=bandwidth)
    words = rf"^{scheme.__name__}: 'bandwidth' must be a finite number above 0 or .*, got .*\.$"
    for name in {"rank", "fit_resample", "partial_fit"} & set(dir(refusing)):
        with pytest.raises(InvalidParameter, match=words):
            getattr(refusing, name)([[0.0], [1.0]], [0, 1])
    assert not hasattr(refusing, "exemplars_")

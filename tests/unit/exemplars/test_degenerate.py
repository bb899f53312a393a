"""What the schemes by entropy and by associates make of sets and numbers that leave them little choice."""

import numpy as np
import pytest
from literal import codes_of, matrix_of
from oracles.drop import drop_rank
from oracles.ebel import ebel, following_ebel
from sklearn.base import clone

from bestsofar import EBEL, Drop1, Drop2, Drop3, Drop4, Drop5
from bestsofar.errors import InvalidParameter

ENTROPY = {
    EBEL(bandwidth=0.7): ebel,
    EBEL(bandwidth=0.7, balanced=True): lambda *rows: ebel(*rows, balanced=True),
    EBEL(bandwidth=0.7, follow="interpolate"): following_ebel,
}
DROPS = [Drop1(), Drop2(), Drop3(), Drop4(), Drop5()]
INCREMENTAL = [*ENTROPY, Drop1()]
RNG = np.random.default_rng(0)
X = RNG.normal(size=(15, 2))
Y = np.arange(15) % 3
SETS = {
    "every row twice": (np.repeat(X, 2, axis=0), np.repeat(Y, 2)),
    "every row twice, of two classes": (np.repeat(X, 2, axis=0), np.arange(30) % 2),
    "all rows equal": (np.zeros((30, 2)), np.arange(30) % 3),
    "all rows equal, of one class": (np.zeros((30, 2)), np.zeros(30, dtype=int)),
}

each_scheme = pytest.mark.parametrize("scheme", [*ENTROPY, *DROPS], ids=str)
each_set = pytest.mark.parametrize(("objects", "labels"), SETS.values(), ids=SETS)


@each_set
@pytest.mark.parametrize("scheme", ENTROPY, ids=str)
def test_duplicates_by_entropy(scheme, objects, labels):
    """Rows that are all twice there, or all the same, have an order: the oracle's."""
    assert scheme.rank(objects, labels).tolist() == ENTROPY[scheme](matrix_of(objects), codes_of(labels), 0.7)


@each_set
@pytest.mark.parametrize("number", range(1, 6))
def test_duplicates_by_associates(number, objects, labels):
    """So they have for the DROP family."""
    expected = drop_rank(matrix_of(objects), codes_of(labels), 3, number)
    assert clone(DROPS[number - 1]).rank(objects, labels).tolist() == expected


@each_scheme
def test_more_than_there_are(scheme):
    """Who asks for more rows than there are gets them all."""
    scheme = clone(scheme).set_params(n_exemplars=10**9)
    kept, labels = scheme.fit_resample(X, Y)
    assert sorted(scheme.sample_indices_) == list(range(15))
    assert np.array_equal(kept, X[scheme.sample_indices_])
    assert np.array_equal(labels, Y[scheme.sample_indices_])


@pytest.mark.parametrize("scheme", INCREMENTAL, ids=str)
def test_more_than_have_come(scheme):
    """A stream that is shorter than the cap is kept as it came."""
    scheme = clone(scheme).set_params(n_exemplars=10**9).partial_fit(X[:9], Y[:9]).partial_fit(X[9:], Y[9:])
    assert np.array_equal(scheme.exemplars_, X)


@each_scheme
@pytest.mark.parametrize("wanted", [0, -3, 0.0, 1.5, np.nan, np.inf, "all", True])
def test_no_number_to_keep(scheme, wanted):
    """To keep none, or no number, is refused in one sentence."""
    scheme = clone(scheme).set_params(n_exemplars=wanted)
    words = (
        rf"^{type(scheme).__name__}: 'n_exemplars' must be an int >= 1, a share above 0 and up to 1.0, or None, got "
    )
    with pytest.raises(InvalidParameter, match=words):
        scheme.fit_resample(X, Y)


@pytest.mark.parametrize("bandwidth", [0, 0.0, np.inf, -np.inf, np.nan])
@pytest.mark.parametrize("follow", ["recompute", "interpolate"])
def test_no_width(bandwidth, follow):
    """Kernels of no width, or an infinite one, are refused in one sentence, in a stream before it is too long."""
    scheme = EBEL(20, bandwidth=bandwidth, follow=follow)
    for call in [scheme.rank, scheme.fit_resample, scheme.partial_fit]:
        with pytest.raises(
            InvalidParameter, match=r"^EBEL: 'bandwidth' must be a finite number above 0 or .*, got .*\.$"
        ):
            call(X, Y)
    assert not hasattr(scheme, "exemplars_")


def test_no_voters():
    """So are associates that nobody votes for."""
    with pytest.raises(InvalidParameter, match=r"^Drop1: 'n_neighbors' must be an int >= 1, got 0\.$"):
        Drop1(20, n_neighbors=0).partial_fit(X, Y)

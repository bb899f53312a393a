import numpy as np
import pytest
from batches import batches
from literal import codes_of, matrix_of, space_of
from oracles import ebel as oracle
from schemes import assert_literal

from bestsofar import EBEL, NeighborsClassifier
from bestsofar.errors import InvalidParameter


@pytest.mark.parametrize("balanced", [False, True])
def test_sets_of_several_chunks(balanced):
    """Sums are right where rows fill more than one chunk and are moved as others go."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(300, 3)), rng.choice(3, size=300, p=[0.1, 0.3, 0.6])
    assert_literal("EBEL", X, y, bandwidth=0.4, balanced=balanced)
    assert_literal("EBEL that follows", X, y, bandwidth=0.4, balanced=balanced)


@pytest.mark.parametrize("n", [256, 257, 700, 1100])
def test_every_chunk_meets_every_other(n):
    """Whatever the number of chunks, the first to go is the one of least entropy among all."""
    for seed in range(8):
        rng = np.random.default_rng(seed)
        X, codes = rng.normal(size=(n, 3)), rng.integers(0, 3, n)
        kernels = np.exp(-2 * ((X[:, None] - X) ** 2).sum(axis=2)) * (1 - np.eye(n))
        shares = kernels @ np.eye(3)[codes]
        shares /= shares.sum(axis=1, keepdims=True)
        entropies = -(shares * np.log(np.maximum(shares, 1e-300))).sum(axis=1)
        assert EBEL(bandwidth=0.5).rank(X, codes)[-1] == entropies.argmin()


@pytest.mark.parametrize("spacing", [6.0, 9.0, 10.5, 12.5])
def test_clouds_that_hardly_reach_each_other(spacing):
    """Kernels that are nothing to a row in a cloud may be all that a row outside has."""
    rng = np.random.default_rng(0)
    clouds = rng.choice(6, size=300, p=[0.5, 0.3, 0.15, 0.03, 0.01, 0.01])
    X = rng.normal(size=(300, 2)) * 0.3 + spacing * clouds[:, None] * [1, 0]
    assert_literal("EBEL", X, rng.integers(0, 3, 300), bandwidth=1.0)
    assert_literal("EBEL", X, rng.integers(0, 3, 300), bandwidth=1.0, balanced=True)


def test_mass_that_comes_from_afar():
    """Where all near rows have gone, what far ones leave, a billionth of a billionth, still decides."""
    near, far = np.random.default_rng(1).normal(size=(2, 40, 1)) * 0.1
    X = np.concatenate([near, far + 12, far[:20] + 25])
    assert_literal("EBEL", X, np.arange(100) % 2, bandwidth=1.0, alpha=0.01)
    assert_literal("EBEL that follows", X, np.arange(100) % 2, bandwidth=1.0)


def test_the_boundary_stays():
    """What is kept lies between the classes."""
    X = np.linspace(0, 1, 101)[:, None]
    kept, _ = EBEL(10, bandwidth=0.05).fit_resample(X, X[:, 0] > 0.5)
    assert np.abs(kept - 0.5).max() < 0.3


@pytest.mark.parametrize("alpha", [0, -1.0, np.inf, np.nan, "often", None])
def test_bad_alphas(alpha):
    """So is alpha."""
    with pytest.raises(InvalidParameter, match=r"^EBEL: 'alpha' must be a finite number above 0, got .*\.$"):
        EBEL(alpha=alpha).rank([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize("follow", [None, "often", 1])
def test_bad_ways_to_follow(follow):
    """There are two."""
    with pytest.raises(InvalidParameter, match=r"^EBEL: 'follow' must be .recompute. or .interpolate., got .*\.$"):
        EBEL(follow=follow).rank([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize("balanced", [None, 1, "yes"])
def test_bad_balances(balanced):
    """Classes are balanced or not."""
    with pytest.raises(InvalidParameter, match=r"^EBEL: 'balanced' must be True or False, got .*\.$"):
        EBEL(balanced=balanced).rank([[0.0], [1.0]], [0, 1])


def test_equal_classes_are_balanced():
    """Where all classes are of one size, to balance them changes nothing."""
    X, y = np.random.default_rng(8).normal(size=(90, 2)), np.arange(90) % 3
    assert EBEL(balanced=True).rank(X, y).tolist() == EBEL().rank(X, y).tolist()


def test_a_rare_class_in_a_cloud_of_another():
    """What the others are sure not to be of its class, because there are so many of them, stays longer if balanced."""
    rng = np.random.default_rng(9)
    X, y = rng.normal(size=(400, 2)), np.arange(400) < 20
    kept = {
        balanced: y[EBEL(0.2, balanced=balanced, bandwidth=0.5).rank(X, y)[:80]].sum() for balanced in [False, True]
    }
    assert kept[True] > kept[False]


def test_a_class_of_one_row():
    """A classifier with a class missing in some folds is ordered all the same."""
    X, y = np.random.default_rng(4).normal(size=(40, 2)), ["rare", *"ab" * 19, "a"]
    assert NeighborsClassifier(EBEL(balanced=True)).fit(X, y).predict(X).tolist() == y


@pytest.mark.parametrize("follow", ["recompute", "interpolate"])
@pytest.mark.parametrize("balanced", [False, True])
def test_classes_without_rows(follow, balanced):
    """Classes that no row has change nothing."""
    X, codes = np.random.default_rng(4).normal(size=(15, 2)), np.arange(15, dtype=np.uint32) % 3
    scheme = EBEL(bandwidth=0.7, follow=follow, balanced=balanced)
    some, all_of_them = scheme.order(space_of(X), 2 * codes + 1, 8), scheme.order(space_of(X), codes, 3)
    assert some.tolist() == all_of_them.tolist()


@pytest.mark.parametrize("balanced", [False, True])
@pytest.mark.parametrize("bandwidth", [0.5, "loo"])
def test_partial_fit_prunes_the_union(bandwidth, balanced):
    """What is kept is what the oracle keeps of the old and the new, by the bandwidth of the first pruning."""
    model = EBEL(20, bandwidth=bandwidth, balanced=balanced)
    X, y, reference = np.empty((0, 2)), np.empty(0, dtype=int), None
    for rows, codes in batches([15, 25, 1, 30, 7]):
        X, y = np.concatenate([X, rows]), np.concatenate([y, codes])
        if len(y) > 20:
            squared, labels = matrix_of(X), codes_of(y)
            if reference is None:
                width = oracle.leave_one_out_bandwidth(squared, labels) if bandwidth == "loo" else bandwidth
                reference = width * len(y) ** 0.2
            kept = np.sort(oracle.ebel(squared, labels, reference / len(y) ** 0.2, balanced=balanced)[:20])
            X, y = X[kept], y[kept]
        model.partial_fit(rows, codes)
        assert model.exemplars_.tolist() == X.tolist()
        assert model.labels_.tolist() == y.tolist()


def test_rotations():
    """A rotation is rounded differently from either side, and counted row by row."""
    rng = np.random.default_rng(9)
    X, y = rng.normal(size=(60, 6)), rng.integers(0, 3, 60)
    assert_literal("EBEL", X, y, bandwidth=0.8, metric="rotation")

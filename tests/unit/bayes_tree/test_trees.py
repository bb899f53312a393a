import numpy as np
import pytest
from forests import exported, shape, statistics_hold, widest_node
from hypothesis import given
from hypothesis import strategies as st
from oracles.bayes_tree import em_tree, insert, mixture_parts
from strategies import gaussians, grid, problems

from bestsofar.bayes_tree.recipe import grow

FANOUTS = st.sampled_from([2, 3, 7])


def forest_of(X, y, build, fanout=7):
    """The core's trees."""
    return grow(X, y.astype(np.uint32), int(y.max()) + 1, fanout, build)


def rows_of(X, y, label):
    """The rows of a class, with their numbers."""
    return [(X[row], row) for row in np.flatnonzero(y == label)]


@given(problem=problems(most_rows=50, most_features=3), fanout=FANOUTS)
def test_insertion_is_the_oracles(problem, fanout):
    """The R build gives the oracle's tree, ties and duplicates included."""
    X, y = problem.X, problem.y
    forest = forest_of(X, y, "r", fanout)
    for label in range(y.max() + 1):
        root = None
        for values, number in rows_of(X, y, label):
            root = insert(root, values, number, fanout)
        assert shape(exported(forest, label)) == shape(root)


@given(problem=problems(most_rows=60, most_features=4, rows=gaussians), fanout=FANOUTS)
def test_em_is_the_oracles(problem, fanout):
    """The EM build gives the oracle's tree; rows in general position, as rounding decides ties."""
    X, y = problem.X, problem.y
    forest, ranges = forest_of(X, y, "em", fanout), np.ptp(X.astype(float), axis=0)
    for label in range(y.max() + 1):
        rows = rows_of(X, y, label)
        assert shape(exported(forest, label)) == shape(em_tree(rows, fanout, ranges) if rows else None)


@pytest.mark.parametrize("build", ["em", "r"])
@given(problem=problems(most_rows=80, rows=grid), fanout=FANOUTS, cut=st.integers(0, 80))
def test_statistics_hold(build, problem, fanout, cut):
    """After any build and any insertions, groups know what lies below them, and no node is too wide."""
    X, y, cut = problem.X, problem.y.astype(np.uint32), max(1, min(cut, len(problem.y)))
    forest = grow(X[:cut], y[:cut], 3, fanout, build).inserted(X[cut:], y[cut:], np.arange(3, dtype=np.uint32), 3)
    assert len(forest) == len(y)
    for label in range(3):
        tree = exported(forest, label)
        assert (tree is None) == (label not in y)
        if tree is not None:
            assert statistics_hold(forest, label)
            assert sorted(map(tuple, tree.values.tolist())) == sorted(map(tuple, X[y == label].tolist()))
            assert widest_node(tree) <= fanout


@pytest.mark.parametrize("build", ["em", "r"])
def test_an_older_tree_never_changes(build):
    """What was built before insertions is, to the last byte, what it was; splits of the batch do not matter."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(900, 3)), np.zeros(900, np.uint32)
    old = grow(X[:300], y[:300], 1, 7, build)
    before, none = old.flat().tolist(), np.zeros(1, np.uint32)
    at_once = old.inserted(X[300:], y[300:], none, 1)
    one_by_one = old
    for row in range(300, 900):
        one_by_one = one_by_one.inserted(X[row : row + 1], y[row : row + 1], none, 1)
    assert old.flat().tolist() == before
    assert shape(exported(at_once, 0)) == shape(exported(one_by_one, 0))
    assert one_by_one.nbytes < 4 * old.nbytes


def test_insertions_into_em_trees_are_the_oracles():
    """Rows go into a tree built from the top down by the same rules."""
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(200, 3)).round(1), np.zeros(200, np.uint32)
    forest = grow(X[:100], y[:100], 1, 5, "em")
    root = exported(forest, 0)
    for number in range(100, 200):
        root = insert(root, X[number], number, 5)
    assert shape(exported(forest.inserted(X[100:], y[100:], y[:1], 1), 0)) == shape(root)


@pytest.mark.parametrize("build", ["em", "r"])
@pytest.mark.parametrize("n", [1, 2, 50, 5000])
def test_duplicates_only(build, n):
    """Equal rows are one kernel, however many."""
    forest = grow(np.ones((n, 3)), np.zeros(n, np.uint32), 1, 7, build)
    assert shape(exported(forest, 0)) == [n, 0]
    assert forest.n_nodes == 0


@pytest.mark.parametrize("build", ["em", "r"])
def test_deep_trees(build):
    """Rows at ever larger distances, which EM peels off one by one, make no deep tree."""
    X = np.exp2(np.arange(1000.0))[:, None]
    forest = grow(X, np.zeros(1000, np.uint32), 1, 7, build)
    assert exported(forest, 0).count == 1000


def test_many_rows_use_all_cores():
    """A large group is split by all cores together, and comes out as the oracle has it."""
    rng = np.random.default_rng(2)
    X = rng.normal(size=(9000, 2)) + rng.integers(0, 3, size=(9000, 1)) * 4
    forest = grow(X, np.zeros(9000, np.uint32), 1, 7, "em")
    counts = [below[1] for below in forest.node(0, forest.root(0)[0])]
    assert counts == [size for size in np.bincount(mixture_parts(X, 7, np.ptp(X, axis=0))) if size]

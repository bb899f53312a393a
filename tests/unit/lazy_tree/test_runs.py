import numpy as np
import pytest
from audits import audit
from sklearn.datasets import load_iris, load_wine

from bestsofar import LazyTreeClassifier
from bestsofar.lazy_tree.runs import in_runs

RNG = np.random.default_rng(0)


@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_a_file_may_be_sorted_by_class(load):
    """All classes are found again, though the latest records are of one."""
    X, y = load(return_X_y=True)
    assert (np.diff(y) >= 0).all()
    assert LazyTreeClassifier(scale="within").fit(X, y).score(X, y) > 0.9


def test_in_random_order_fit_is_partial_fit():
    """Where labels do not come in runs, the first records of a stream are learned as such."""
    X, y = RNG.random((300, 2)), RNG.integers(0, 3, 300)
    fitted, streamed = LazyTreeClassifier(capacity=50).fit(X, y), LazyTreeClassifier(capacity=50).partial_fit(X, y)
    assert fitted._labelled.tree.state() == streamed._labelled.tree.state()  # noqa: SLF001


@pytest.mark.parametrize("gamma", [0, 0.2, "auto"])
def test_runs_keep_the_caps(gamma):
    """A sorted file passes neither cap, and leaves a tree as it must be."""
    X, y = RNG.random((400, 3)), np.arange(400) // 100
    model = LazyTreeClassifier(gamma, capacity=60, max_bytes=20_000).fit(X, y)
    audit(model)
    assert len(model.exemplars_.times) <= 60
    assert model.nbytes <= 20_000


def test_what_a_run_is():
    """Half as many changes as in random order are a run; neither one class nor alternating ones are."""
    assert in_runs(np.repeat(np.arange(5, dtype=np.uint32), 40))
    assert not in_runs(RNG.permutation(np.repeat(np.arange(5, dtype=np.uint32), 40)))
    assert not in_runs(np.zeros(50, np.uint32))
    assert not in_runs(np.zeros(1, np.uint32))

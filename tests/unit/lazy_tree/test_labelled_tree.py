"""A tree and the names of its classes are one object, whatever learns meanwhile."""

import copy
import pickle
from threading import Thread

import numpy as np
import pytest
from audits import audit

from bestsofar import LazyTreeClassifier, datasets, load, save
from bestsofar.errors import InvalidParameter
from bestsofar.lazy_tree.labelled_tree import LabelledTree

X, Y = datasets.drifting_surface(200, random_state=0)
ENDS = np.array([[0.0], [10.0]])


def test_answers_while_classes_come():
    """Who asks while another thread learns new classes, whose names come first, never gets a wrong name."""
    model = LazyTreeClassifier(0, n_neighbors=1, capacity=1000).fit(ENDS, ["m", "n"])

    def learn():
        for number in range(300):
            model.partial_fit(np.array([[100.0 + number]]), [f"a{999 - number:03}"])

    learner = Thread(target=learn)
    learner.start()
    wrong = []
    while learner.is_alive():
        wrong += [model.predict(ENDS).tolist()] if model.predict(ENDS).tolist() != ["m", "n"] else []
        shares = model.predict_proba(ENDS)
        wrong += [shares] if shares.shape[0] != 2 else []
    learner.join()
    assert not wrong
    assert len(model.classes_) == 302


def test_answers_while_it_is_fitted_anew():
    """To fit is to begin again, yet others are answered as before until that is done."""
    model = LazyTreeClassifier(0, n_neighbors=1).fit(ENDS, ["m", "n"])
    learner = Thread(target=lambda: [model.fit(ENDS, [name, "n"]) for name in "ab" * 100])
    learner.start()
    while learner.is_alive():
        assert set(model.predict(ENDS).tolist()) <= {"m", "a", "b", "n"}
    learner.join()


def test_interrupted_while_classes_get_their_names(monkeypatch):
    """Whoever comes next has done what an interrupted learner had not."""
    model = LazyTreeClassifier(n_neighbors=1, capacity=50).fit(ENDS, ["m", "n"])
    settle = LabelledTree.settle

    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(LabelledTree, "settle", interrupt)
    with pytest.raises(KeyboardInterrupt):
        model.partial_fit([[100.0]], ["a"])
    monkeypatch.setattr(LabelledTree, "settle", settle)
    assert model.predict(ENDS).tolist() == ["m", "n"]
    assert model.partial_fit([[200.0]], ["b"]).predict([[0.0], [10.0], [200.0]]).tolist() == ["m", "n", "b"]
    audit(model)


@pytest.mark.parametrize("changed", [{"n_neighbors": 1}, {"capacity": 5}, {"max_entries": 4, "min_entries": 2}])
def test_a_file_holds_the_tree_as_it_is(changed, tmp_path):
    """Parameters that were set later are those of the next tree, in a file too."""
    model = LazyTreeClassifier(capacity=100).fit(X, Y).set_params(**changed)
    save(model, tmp_path / "model.bsf")
    again = load(tmp_path / "model.bsf")
    np.testing.assert_array_equal(again.predict_proba(X), model.predict_proba(X))
    assert again.get_params() == model.get_params()
    audit(again.partial_fit(X, Y))


@pytest.mark.parametrize("metric", ["mixed", "hamming"])
def test_categories_have_no_means(metric):
    """K-means knows nothing of categories."""
    with pytest.raises(InvalidParameter, match="'start' must be None with this metric"):
        LazyTreeClassifier(start=3, metric=metric).fit(X.round(), Y)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_clusters_without_records():
    """Far outliers leave k-means with empty clusters, which become no exemplars."""
    rng = np.random.default_rng(0)
    rows = np.r_[rng.normal(size=(200, 3)), rng.normal(size=(3, 3)) * 1e9].astype(np.float32)
    model = LazyTreeClassifier(start=100, random_state=0).fit(rows, np.arange(203) % 2)
    assert model.exemplars_.counts.sum(axis=1).min() > 0
    assert np.isfinite(model.predict_proba(rows)).all()
    audit(model)


def test_times_of_clusters():
    """Clusters are as old as their last records."""
    model = LazyTreeClassifier(start=5, random_state=0).partial_fit(X, Y, times=np.linspace(0, 1, len(Y)))
    assert model.exemplars_.times.max() == 1
    model.partial_fit(X[:1], Y[:1], times=[2.0])


def test_labels_in_a_frame():
    """A table of labels is read by its rows, not by the names of its columns."""
    pd = pytest.importorskip("pandas")
    model = LazyTreeClassifier(n_neighbors=1).partial_fit(ENDS, [0, 1])
    with pytest.warns(Warning, match="column-vector"):
        model.partial_fit(np.array([[5.0]]), pd.DataFrame([1]))
    assert model.predict(np.array([[5.0]])).tolist() == [1]


def test_a_long_delay_takes_no_longer():
    """With labels that never come, a stream ends when its records do."""
    answers, answered = LazyTreeClassifier().test_then_learn(X, Y, delay=2**62)
    assert not answered.any()
    assert len(answers) == len(Y)


def test_an_exemplar_at_a_time():
    """A tree of one exemplar is never without one to those who ask meanwhile."""
    model = LazyTreeClassifier(0, n_neighbors=1, capacity=1).fit(ENDS, [0, 1])
    learner = Thread(target=lambda: [model.partial_fit(ENDS, [0, 1]) for _ in range(300)])
    learner.start()
    while learner.is_alive():
        assert len(model.predict(ENDS)) == 2
    learner.join()


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda model: pickle.loads(pickle.dumps(model))])  # noqa: S301
def test_a_copy_of_a_copy_is_its_own(copied):
    """Whatever becomes of the first, a copy goes on, and can be copied."""
    first = LazyTreeClassifier(0, n_neighbors=1).fit(ENDS, [0, 1])
    twin = copied(copied(first))
    first.fit(np.zeros((3, 5)), [0, 1, 0])
    assert twin.predict([[0.0], [10.0]]).tolist() == [0, 1]

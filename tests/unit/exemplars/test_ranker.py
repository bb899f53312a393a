"""What every exemplar scheme does with its order."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from imblearn.pipeline import make_pipeline
from sklearn.base import clone
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

from bestsofar import (
    ABEL,
    EBEL,
    Drop1,
    Drop2,
    Drop3,
    Drop4,
    Drop5,
    GreedyRank,
    HeirRank,
    MarginRank,
    NeighborsClassifier,
    PosteriorRank,
    RandomRank,
    SimpleRank,
)
from bestsofar.errors import InvalidParameter, InvalidRecords

RANKERS = [
    SimpleRank(),
    GreedyRank(),
    HeirRank(),
    MarginRank(),
    PosteriorRank(),
    RandomRank(random_state=0),
    Drop1(),
    Drop2(),
    Drop3(),
    Drop4(),
    Drop5(),
    EBEL(),
    ABEL(random_state=0),
]
X = np.random.default_rng(0).normal(size=(20, 2))
Y = np.array(["a", "b"] * 10)

each_ranker = pytest.mark.parametrize("ranker", RANKERS, ids=lambda ranker: type(ranker).__name__)


@each_ranker
@pytest.mark.parametrize(
    ("wanted", "count"), [(1, 1), (np.int64(7), 7), (20, 20), (99, 20), (0.25, 5), (1.0, 20), (1e-9, 1)]
)
def test_how_many_are_kept(ranker, wanted, count):
    """A number or a share; never more than there are, and never none."""
    kept = clone(ranker).set_params(n_exemplars=wanted)
    rows, labels = kept.fit_resample(X, Y)
    assert kept.sample_indices_.tolist() == ranker.rank(X, Y)[:count].tolist()
    assert (rows == X[kept.sample_indices_]).all()
    assert (labels == Y[kept.sample_indices_]).all()


@each_ranker
def test_what_is_kept_by_default(ranker):
    """All, best first; of a scheme that removes, the survivors."""
    kept = clone(ranker)
    kept.fit_resample(X, Y)
    assert kept.sample_indices_.tolist() == ranker.rank(X, Y)[: getattr(kept, "n_survivors_", 20)].tolist()


@each_ranker
@pytest.mark.parametrize("wanted", [0, -1, 0.0, -0.5, 1.5, np.nan, np.inf, "all", True])
def test_bad_numbers_of_exemplars(ranker, wanted):
    """What is neither a number nor a share is refused in one sentence."""
    name = type(ranker).__name__
    with pytest.raises(InvalidParameter, match=rf"^{name}: 'n_exemplars' must be an int >= 1, a share .*, got .*\.$"):
        clone(ranker).set_params(n_exemplars=wanted).fit_resample(X, Y)


@each_ranker
def test_the_kind_of_container_is_kept(ranker):
    """Lists come back as lists, frames as frames, best first."""
    best = clone(ranker).set_params(n_exemplars=3)
    expected = best.fit_resample(X, Y)[0].tolist()
    rows, labels = best.fit_resample(X.tolist(), Y.tolist())
    assert rows == expected
    assert isinstance(labels, list)
    frame, series = best.fit_resample(pd.DataFrame(X, columns=["u", "v"]), pd.Series(Y))
    assert isinstance(frame, pd.DataFrame)
    assert isinstance(series, pd.Series)
    assert frame.to_numpy().tolist() == expected
    assert best.fit_resample(pl.DataFrame(X), Y)[0].to_numpy().tolist() == expected


@pytest.mark.parametrize(
    "ranker", [SimpleRank(2, metric="edit"), GreedyRank(2, metric="edit"), HeirRank(2, metric="edit")]
)
def test_strings_can_be_kept(ranker):
    """Exemplars need not be rows."""
    words = ["aa", "ab", "xx", "xy"]
    kept, labels = ranker.fit_resample(words, [0, 0, 1, 1])
    assert [words.index(word) // 2 for word in kept] == labels


@each_ranker
def test_classes_may_be_anything(ranker):
    """The order does not depend on what the classes are called."""
    assert ranker.rank(X, Y).tolist() == ranker.rank(X, np.where(Y == "a", -3, 12)).tolist()


@each_ranker
def test_bad_sets(ranker):
    """Rows and labels that do not go together, or are not there, are refused."""
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        ranker.rank(X, Y[:-1])
    with pytest.raises(ValueError, match=r"0 sample|at least one object"):
        ranker.rank(X[:0], Y[:0])
    with pytest.raises(ValueError, match="continuous"):
        ranker.rank(X, X[:, 0])


@pytest.mark.parametrize("ranker", [ranker for ranker in RANKERS if not isinstance(ranker, RandomRank)])
def test_what_cannot_be_measured(ranker):
    """Rows that are not finite are refused where distances count."""
    with pytest.raises(InvalidRecords, match="got NaN in row 3, feature 1"):
        ranker.rank(np.where(np.arange(40).reshape(20, 2) == 7, np.nan, X), Y)


@each_ranker
def test_threads_agree(ranker):
    """What several threads found is put together as one thread would have found it."""
    rng, n = np.random.default_rng(3), 400 if isinstance(ranker, ABEL) else 1500  # its time grows with the cube
    rows, labels = rng.normal(size=(n, 3)), rng.integers(0, 4, size=n)
    first = ranker.rank(rows, labels)
    assert sorted(first) == list(range(n))
    assert all((ranker.rank(rows, labels) == first).all() for _ in range(2))


@each_ranker
@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "dtw"])
def test_orders_a_classifier(ranker, metric):
    """A classifier reads in its order, by any metric."""
    assert NeighborsClassifier(ranker, metric=metric).fit(X, Y).predict(X).tolist() == Y.tolist()


@each_ranker
def test_imbalanced_learn_takes_it(ranker):
    """As a step of imbalanced-learn's pipeline it reduces what the classifier learns, and not what it is asked."""
    labels = np.arange(150) % 3
    rows = np.random.default_rng(6).normal(size=(150, 2)) + 3 * labels[:, None]
    fifth = clone(ranker).set_params(n_exemplars=0.2)
    pipeline = clone(make_pipeline(StandardScaler(), fifth, KNeighborsClassifier(1))).fit(rows, labels)
    assert pipeline[2].n_samples_fit_ == len(pipeline[1].sample_indices_) == 30
    assert len(pipeline.predict(rows)) == 150
    assert pipeline.score(rows, labels) > 0.8


def test_a_model_reads_in_the_order_of_its_ranker():
    """The metric of a classifier is that of its order, whatever the ranker's own is."""
    model = NeighborsClassifier(SimpleRank(metric="cosine"), metric="manhattan").fit(X, Y)
    order = SimpleRank(metric="manhattan").rank(X, Y)
    query = model.begin(X[order[-1]])
    while query.steps < 20:
        before = query.answer.neighbors
        query.refine(steps=1)
    assert before.item() != query.answer.neighbors.item() == order[-1]

"""Models are scikit-learn classifiers, by scikit-learn's own tests."""

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from bestsofar import (
    BayesTreeClassifier,
    GreedyRank,
    LazyTreeClassifier,
    NeighborsClassifier,
    ParzenClassifier,
    RandomRank,
    SimpleRank,
    datasets,
)

# The checks themselves warn: of what a model lacks, and of what is deprecated.
pytestmark = pytest.mark.filterwarnings("default")


@parametrize_with_checks(
    [
        NeighborsClassifier(),
        NeighborsClassifier(SimpleRank(), n_neighbors=3),
        NeighborsClassifier(RandomRank(random_state=0), metric="manhattan"),
        NeighborsClassifier(GreedyRank(sharpness=None, sample=50), metric="cosine"),
        NeighborsClassifier(RandomRank(random_state=0), metric="dtw"),
        NeighborsClassifier(RandomRank(random_state=0), metric="rotation"),
        NeighborsClassifier(SimpleRank(), metric="minkowski", metric_params={"p": 3}),
        NeighborsClassifier(capacity=30),
        ParzenClassifier(),
        ParzenClassifier(SimpleRank(), bandwidth=2.0, metric="manhattan"),
        ParzenClassifier(capacity=30),
        BayesTreeClassifier(),
        BayesTreeClassifier("r", bandwidth="auto", decision="bt"),
        LazyTreeClassifier(),
        LazyTreeClassifier(0.5, capacity=50, metric="manhattan"),
    ]
)
def test_scikit_learns_checks(estimator, check):
    """Every check of scikit-learn passes."""
    check(estimator)


def test_in_a_pipeline_and_a_search():
    """Models work with what scikit-learn builds around classifiers."""
    X, y = datasets.japanese_flag(150, random_state=0)
    assert cross_val_score(make_pipeline(StandardScaler(), NeighborsClassifier()), X, y, cv=3).mean() > 0.8
    search = GridSearchCV(NeighborsClassifier(), {"n_neighbors": [1, 3], "order": [None, SimpleRank()]}, cv=2)
    assert search.fit(X, np.where(y, "red", "white")).best_score_ > 0.8


@pytest.mark.parametrize(
    "model", [NeighborsClassifier(), ParzenClassifier(), BayesTreeClassifier(), LazyTreeClassifier()]
)
def test_scores_of_probabilities(model):
    """Scikit-learn takes the probabilities of what cannot be mistaken: none is above 1, not by the last bit."""
    y = np.arange(40) % 2
    X = np.random.default_rng(0).normal(size=(40, 3)) + 100 * y[:, None]
    assert cross_val_score(model, X, y, cv=2, scoring="neg_log_loss", error_score="raise").mean() > -0.1

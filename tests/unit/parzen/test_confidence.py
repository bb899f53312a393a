"""Confidence is the probability that the present label is the one the query would end with."""

import numpy as np
import pytest
from sklearn.datasets import load_digits

from bestsofar import GreedyRank, ParzenClassifier, RandomRank, datasets


def flag():
    """A thousand points to learn from, a thousand others to ask about."""
    X, y = datasets.japanese_flag(2000, random_state=1)
    return X[:1000], y[:1000], X[1000:]


def digits():
    """Nine hundred handwritten digits, and the others."""
    X, y = load_digits(return_X_y=True)
    order = np.random.RandomState(0).permutation(len(X))
    return X[order[:900]], y[order[:900]], X[order[900:]]


@pytest.mark.parametrize("order", [GreedyRank(), RandomRank(random_state=0)], ids=lambda order: type(order).__name__)
@pytest.mark.parametrize("data", [flag, digits])
def test_as_often_right_as_it_says(order, data):
    """On objects not used for it, mean confidence differs from the share of labels that stay by 5 % at most."""
    X, y, queries = data()
    model = ParzenClassifier(order).fit(X, y)
    final = model.predict(queries)
    for steps in (len(X) // 20, len(X) // 4, len(X) // 2):
        answers = [model.begin(x).refine(steps=steps).answer for x in queries]
        confidence = np.array([answer.confidence for answer in answers])
        stays = np.array([answer.label for answer in answers]) == final
        for some in (confidence < 0.9, confidence >= 0.9):
            assert abs((confidence - stays)[some].sum()) / len(queries) <= 0.05
    assert model.begin(queries[0]).refine().answer.confidence == 1

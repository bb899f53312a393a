"""What the oracles say about models of the package, by the core's own distances, to the last bit, never abandoned."""

import numpy as np
from oracles.neighbors import classes_first, scan

from bestsofar import NeighborsClassifier
from bestsofar.distances import make_metric


def space_of(objects, *, metric="euclidean", metric_params=None, learn=None):
    """Make the core's space of objects, by a metric that has learned from `learn`, or else from the objects."""
    measure = make_metric(NeighborsClassifier(), metric, metric_params)
    measure.learn(objects if learn is None else learn)
    return measure.space(measure.reader.many(objects))


def matrix_of(objects, **metric):
    """Reduced distances between every two objects."""
    space = space_of(objects, **metric)
    return [space.reduced(row).tolist() for row in range(len(space))]


def reduced_distances(X, x, **metric):
    """Reduced distances from one more object to all training objects."""
    both = np.concatenate([X, np.asarray(x)[None]]) if isinstance(X, np.ndarray) else [*X, x]
    return space_of(both, learn=X, **metric).reduced(len(X))[:-1].tolist()


def codes_of(y):
    """The place of each label among the classes."""
    return np.unique(y, return_inverse=True)[1].tolist()


class LiteralQuery:
    """The oracle's view of one query against a fitted model that reads rows in the order of `ranked`."""

    def __init__(self, ranked, y, distances, k):
        codes = codes_of(y)
        self.order = classes_first(list(ranked), codes)
        self.classes = np.unique(y)
        self.distances = [distances[row] for row in self.order]
        self.labels = [codes[row] for row in self.order]
        self.k = k

    def after(self, steps):
        """Label, shares, neighbours and steps done when the query may take `steps` in all."""
        state = scan(self.distances, self.labels, self.k, steps)
        shares = [state.votes.get(code, 0) / len(state.neighbors) for code in range(len(self.classes))]
        return self.classes[state.label], shares, [self.order[place] for place in state.neighbors], state.steps


def answers_agree(answer, expected):
    """Whether an Answer is what the oracle says."""
    label, shares, neighbors, steps = expected
    return (
        answer.label == label
        and answer.steps == steps
        and answer.neighbors.tolist() == neighbors
        and np.allclose(answer.proba, shares, rtol=0, atol=1e-15)
    )


def assert_literal_kept(scheme, X, y, batches, expected):
    """After every batch what is kept is the oracle's; give that, batch by batch, for a closer look."""
    seen = 0
    for size, kept in zip(batches, expected, strict=True):
        scheme.partial_fit(X[seen : seen + size], y[seen : seen + size])
        seen += size
        assert [list(row) for row in scheme.exemplars_] == [list(X[x]) for x in kept]
        assert list(scheme.labels_) == [y[x] for x in kept]
        yield kept


def assert_literal_counts(scheme, kept):
    """What each exemplar stands for is the oracle's, class by class."""
    assert scheme.counts_.tolist() == [[counts[label] for label in scheme.classes_] for counts in kept.values()]


def assert_literal_estates(scheme, kept):
    """What each exemplar stands for is the oracle's, class by class, and so is how far that is spread."""
    assert_literal_counts(scheme, {x: estate.counts for x, estate in kept.items()})
    assert scheme.spreads_.tolist() == [estate.spread for estate in kept.values()]

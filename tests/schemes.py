"""The exemplar schemes, each with the oracle whose order it must give, place by place."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st
from literal import assert_literal_counts, assert_literal_estates, assert_literal_kept, codes_of, matrix_of, space_of
from oracles import ebel
from oracles.abel import abel, judges
from oracles.drop import drop, drop_stream, order_of
from oracles.greedy_rank import greedy_rank
from oracles.greedy_stream import greedy_stream
from oracles.heir_rank import heir_rank, heir_stream
from oracles.margin_rank import margin_rank, margin_stream
from oracles.posterior_rank import posterior_rank
from oracles.simple_rank import simple_rank
from sklearn.utils import check_random_state
from strategies import METRICS

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
    PosteriorRank,
    SimpleRank,
)
from bestsofar.exemplars.bandwidth import squared

Options = Mapping[str, Sequence]

NO_OPTIONS: Options = {}
OTHER_METRICS = [metric for metric in METRICS if metric != "euclidean"]
STREAM_METRICS = [metric for metric in OTHER_METRICS if metric != "mixed"]  # "mixed" learns from the objects
SQUARINGS = {None: None, 1: 0, 2: 1, 4: 2, 8: 3, 16: 4, 32: 5}  # of own/other, by sharpness
WIDTHS, EXTREME_WIDTHS = [0.05, 0.3, 1.0, 10.0], [1e-300, 1e-3, 1.0, 1e300]


class Scheme(NamedTuple):
    """How a scheme and its oracle order a set, and what they are tried with."""

    rank: Callable  # of objects, labels, and a metric and options by name
    oracle: Callable  # of distances, codes and options
    rows: int  # which the oracle orders in a few milliseconds
    options: Options = NO_OPTIONS
    extremes: Options = NO_OPTIONS  # for sets that leave little to choose from
    metrics: Sequence[str] = OTHER_METRICS
    distances: Callable = matrix_of


class Stream(NamedTuple):
    """A scheme that learns for ever, and the oracle that says what it keeps."""

    make: Callable
    oracle: Callable  # of distances, labels, sizes of batches, how many to keep, and options
    assert_more: Callable  # of the scheme and what the oracle keeps: what that stands for
    rows: int
    options: Options = NO_OPTIONS


def ranked(scheme, X, y, **parameters):
    """The order that a scheme gives."""
    return scheme(**parameters).rank(X, y).tolist()


def ranked_by_ebel(X, y, *, metric="euclidean", metric_params=None, **options):
    """The order that EBEL gives, which has no metric of its own but that of the classifier which it orders."""
    if metric == "euclidean":
        return ranked(EBEL, X, y, **options)
    space, codes = space_of(X, metric=metric, metric_params=metric_params), np.array(codes_of(y), dtype=np.uint32)
    return EBEL(**options).order(space, codes, len(set(y))).tolist()


def dropped(scheme, X, y, **parameters):
    """The order that one of the five gives, and how many of it survive."""
    ranker = scheme(**parameters)
    return ranker.rank(X, y).tolist(), ranker.n_survivors_


def literal_drop(distances, codes, n_neighbors, *, number):
    """The same of the oracle."""
    reduction = drop(distances, codes, n_neighbors, number)
    return order_of(reduction), len(reduction.remaining)


def literal_greedy(distances, codes, sharpness):
    """GreedyRank's order."""
    return greedy_rank(distances, codes, SQUARINGS[sharpness])


def literal_greedy_stream(*stream, sharpness):
    """What GreedyRank keeps."""
    return greedy_stream(*stream, SQUARINGS[sharpness])


def drawn(codes, eta, random_state):
    """The judges that this seed draws."""
    return judges(codes, eta, check_random_state(random_state).permutation(len(codes)).tolist())


def literal_abel(distances, codes, *, bandwidth, eta, auc):
    """ABEL's order, removal by removal, with the judges last."""
    behind = drawn(codes, eta, 0)
    return abel(distances, codes, behind, bandwidth, exact=auc == "exact") + behind


def assert_nothing(scheme, kept):
    """What is kept stands only for itself."""


def squares_of(objects, **metric):
    """Squared distances between every two objects: what kernels are made of."""
    space = squared(space_of(objects, **metric))
    return [space.reduced(row).tolist() for row in range(len(space))]


def drop_scheme(scheme, number):
    """One of the five."""
    return Scheme(
        partial(dropped, scheme),
        partial(literal_drop, number=number),
        rows=24,
        options={"n_neighbors": range(1, 7)},
        extremes={"n_neighbors": [1, 3, 17, 18, 10**12]},
    )


SCHEMES = {
    "SimpleRank": Scheme(
        partial(ranked, SimpleRank),
        simple_rank,
        rows=45,
        options={"votes": ["all", "decisive"]},
        extremes={"votes": ["all", "decisive"]},
    ),
    "GreedyRank": Scheme(
        partial(ranked, GreedyRank),
        literal_greedy,
        rows=30,
        options={"sharpness": [None, 1, 4, 8]},
        extremes={"sharpness": list(SQUARINGS)},
    ),
    "HeirRank": Scheme(partial(ranked, HeirRank), heir_rank, rows=45),
    "MarginRank": Scheme(
        partial(ranked, MarginRank),
        margin_rank,
        rows=24,
        options={"itself": [False, True]},
        extremes={"itself": [False, True]},
        metrics=STREAM_METRICS,  # the last bits of "mixed" depend on a row's place; medoids of two rows, on last bits
    ),
    "MarginRank by trial": Scheme(
        partial(ranked, MarginRank),
        margin_rank,
        rows=24,
        options={"itself": [None]},
        extremes={"itself": [None]},
        metrics=[],  # in a space of half of the rows last bits may be others
    ),
    "PosteriorRank": Scheme(
        partial(ranked, PosteriorRank),
        posterior_rank,
        rows=30,
        options={"bandwidth": WIDTHS},
        extremes={"bandwidth": EXTREME_WIDTHS},
        distances=squares_of,
    ),
    "EBEL": Scheme(
        ranked_by_ebel,
        ebel.ebel,
        rows=40,
        options={"bandwidth": WIDTHS, "alpha": [0.5, 2.0, 5.0], "balanced": [False, True]},
        extremes={"bandwidth": EXTREME_WIDTHS, "balanced": [False, True]},
    ),
    "EBEL that follows": Scheme(
        partial(ranked_by_ebel, follow="interpolate"),
        ebel.following_ebel,
        rows=40,
        options={"bandwidth": WIDTHS, "balanced": [False, True]},
        extremes={"bandwidth": EXTREME_WIDTHS, "balanced": [False, True]},
    ),
    "ABEL": Scheme(
        partial(ranked, ABEL, random_state=0),
        literal_abel,
        rows=30,
        options={"bandwidth": WIDTHS, "eta": [0.3], "auc": ["exact", "one-by-one"]},
        extremes={"bandwidth": EXTREME_WIDTHS, "eta": [0.3], "auc": ["exact", "one-by-one"]},
    ),
    **{
        scheme.__name__: drop_scheme(scheme, number)
        for number, scheme in enumerate([Drop1, Drop2, Drop3, Drop4, Drop5], start=1)
    },
}

STREAMS = {
    "GreedyRank": Stream(
        GreedyRank, literal_greedy_stream, assert_literal_estates, rows=21, options={"sharpness": [None, 1, 4, 8]}
    ),
    "HeirRank": Stream(HeirRank, heir_stream, assert_literal_counts, rows=45),
    "MarginRank": Stream(MarginRank, margin_stream, assert_literal_estates, rows=24),
    "Drop1": Stream(Drop1, drop_stream, assert_nothing, rows=24, options={"n_neighbors": [1, 3]}),
}


def some_of(options):
    """Strategy: any value of each option."""
    return st.fixed_dictionaries({name: st.sampled_from(values) for name, values in options.items()})


def all_of(options):
    """Every value of each option with every value of the others."""
    return [dict(zip(options, values, strict=True)) for values in product(*options.values())]


def apart(parameters):
    """Those that say how far objects are from each other, and those that say how to order them."""
    measure = {name: parameters[name] for name in ("metric", "metric_params") if name in parameters}
    return measure, {name: value for name, value in parameters.items() if name not in measure}


def assert_literal(name, X, y, **parameters):
    """What the scheme of this name says of a set is what its oracle says."""
    scheme, (measure, options) = SCHEMES[name], apart(parameters)
    expected = scheme.oracle(scheme.distances(X, **measure), codes_of(y), **options)
    assert scheme.rank(X, y, **parameters) == expected


def assert_literal_batches(name, X, y, batches, keep, **parameters):
    """After every batch, the scheme of this name keeps what its oracle keeps, and that stands for the same."""
    stream, (measure, options) = STREAMS[name], apart(parameters)
    scheme = stream.make(keep, **parameters)
    expected = stream.oracle(matrix_of(X, **measure), y, batches, keep, **options)
    for kept in assert_literal_kept(scheme, X, y, batches, expected):
        stream.assert_more(scheme, kept)

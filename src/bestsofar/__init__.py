"""Classify data streams when time and memory are short: always an answer, better with every microsecond."""

from bestsofar import datasets
from bestsofar.base import Answer, Query
from bestsofar.bayes_tree import BayesTreeClassifier
from bestsofar.evaluation import anytime_curve, prequential
from bestsofar.exemplars import (
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
    RandomRank,
    SimpleRank,
)
from bestsofar.lazy_tree import LazyTreeClassifier
from bestsofar.neighbors import NeighborsClassifier
from bestsofar.parzen import ParzenClassifier
from bestsofar.scheduling import BatchArrivals, ConstantArrivals, PoissonArrivals, Scheduler, simulate
from bestsofar.storage import load, save

__all__ = [  # noqa: RUF022 - ABEL and EBEL are no constants
    "ABEL",
    "Answer",
    "BatchArrivals",
    "BayesTreeClassifier",
    "ConstantArrivals",
    "Drop1",
    "Drop2",
    "Drop3",
    "Drop4",
    "Drop5",
    "EBEL",
    "GreedyRank",
    "HeirRank",
    "LazyTreeClassifier",
    "MarginRank",
    "NeighborsClassifier",
    "ParzenClassifier",
    "PoissonArrivals",
    "PosteriorRank",
    "Query",
    "RandomRank",
    "Scheduler",
    "SimpleRank",
    "anytime_curve",
    "datasets",
    "load",
    "prequential",
    "save",
    "simulate",
]

"""Classify data streams when time and memory are short: always an answer, better with every microsecond."""

from bestsofar import datasets
from bestsofar.base import Answer, Query
from bestsofar.evaluation import anytime_curve, prequential
from bestsofar.exemplars import (
    EBEL,
    Drop1,
    Drop2,
    Drop3,
    Drop4,
    Drop5,
    GreedyRank,
    HeirRank,
    RandomRank,
    SimpleRank,
)
from bestsofar.lazy_tree import LazyTreeClassifier
from bestsofar.neighbors import NeighborsClassifier

__all__ = [  # noqa: RUF022 - EBEL is no constant
    "Answer",
    "Drop1",
    "Drop2",
    "Drop3",
    "Drop4",
    "Drop5",
    "EBEL",
    "GreedyRank",
    "HeirRank",
    "LazyTreeClassifier",
    "NeighborsClassifier",
    "Query",
    "RandomRank",
    "SimpleRank",
    "anytime_curve",
    "datasets",
    "prequential",
]

"""Classify data streams when time and memory are short: always an answer, better with every microsecond."""

from bestsofar import datasets
from bestsofar.base import Answer, Query
from bestsofar.evaluation import anytime_curve
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
from bestsofar.neighbors import NeighborsClassifier
from bestsofar.parzen import ParzenClassifier
from bestsofar.storage import load, save

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
    "NeighborsClassifier",
    "ParzenClassifier",
    "Query",
    "RandomRank",
    "SimpleRank",
    "anytime_curve",
    "datasets",
    "load",
    "save",
]

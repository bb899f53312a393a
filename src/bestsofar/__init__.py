"""Classify data streams when time and memory are short: always an answer, better with every microsecond."""

from bestsofar import datasets
from bestsofar.base import Answer, Query
from bestsofar.evaluation import anytime_curve
from bestsofar.exemplars import EBEL, GreedyRank, RandomRank, SimpleRank
from bestsofar.neighbors import NeighborsClassifier

__all__ = [  # noqa: RUF022 - EBEL is no constant
    "Answer",
    "EBEL",
    "GreedyRank",
    "NeighborsClassifier",
    "Query",
    "RandomRank",
    "SimpleRank",
    "anytime_curve",
    "datasets",
]

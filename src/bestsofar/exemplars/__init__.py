"""Which exemplars matter most: orders of a training set, best first."""

from bestsofar.exemplars.abel import ABEL
from bestsofar.exemplars.drop import Drop1, Drop2, Drop3, Drop4, Drop5
from bestsofar.exemplars.ebel import EBEL
from bestsofar.exemplars.greedy_rank import GreedyRank
from bestsofar.exemplars.heir_rank import HeirRank
from bestsofar.exemplars.incremental import IncrementalRanker
from bestsofar.exemplars.margin_rank import MarginRank
from bestsofar.exemplars.posterior_rank import PosteriorRank
from bestsofar.exemplars.random_rank import RandomRank
from bestsofar.exemplars.ranker import Ranker
from bestsofar.exemplars.simple_rank import SimpleRank

__all__ = [  # noqa: RUF022 - ABEL and EBEL are no constants
    "ABEL",
    "Drop1",
    "Drop2",
    "Drop3",
    "Drop4",
    "Drop5",
    "EBEL",
    "GreedyRank",
    "HeirRank",
    "IncrementalRanker",
    "MarginRank",
    "PosteriorRank",
    "RandomRank",
    "Ranker",
    "SimpleRank",
]

"""Which exemplars matter most: orders of a training set, best first."""

from bestsofar.exemplars.ebel import EBEL
from bestsofar.exemplars.greedy_rank import GreedyRank
from bestsofar.exemplars.random_rank import RandomRank
from bestsofar.exemplars.ranker import Ranker
from bestsofar.exemplars.simple_rank import SimpleRank

__all__ = ["EBEL", "GreedyRank", "RandomRank", "Ranker", "SimpleRank"]

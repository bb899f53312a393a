"""Many queries, one clock."""

from bestsofar.scheduling.arrivals import Arrivals, BatchArrivals, ConstantArrivals, PoissonArrivals
from bestsofar.scheduling.comparison import Comparison, compare
from bestsofar.scheduling.policy import Policy, State
from bestsofar.scheduling.run import Run
from bestsofar.scheduling.simulation import simulate

__all__ = [
    "Arrivals",
    "BatchArrivals",
    "Comparison",
    "ConstantArrivals",
    "PoissonArrivals",
    "Policy",
    "Run",
    "State",
    "compare",
    "simulate",
]

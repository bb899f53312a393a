"""Many queries, one clock."""

from bestsofar.scheduling.arrivals import Arrivals, BatchArrivals, ConstantArrivals, PoissonArrivals
from bestsofar.scheduling.comparison import Comparison, compare
from bestsofar.scheduling.policy import Policy
from bestsofar.scheduling.run import Run
from bestsofar.scheduling.scheduler import Scheduler
from bestsofar.scheduling.simulation import simulate
from bestsofar.scheduling.state import State
from bestsofar.scheduling.statistics import Statistics

__all__ = [
    "Arrivals",
    "BatchArrivals",
    "Comparison",
    "ConstantArrivals",
    "PoissonArrivals",
    "Policy",
    "Run",
    "Scheduler",
    "State",
    "Statistics",
    "compare",
    "simulate",
]

"""Policies side by side."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from numbers import Integral
from typing import TYPE_CHECKING, Any

from sklearn.utils import check_random_state
from sklearn.utils.validation import column_or_1d

from bestsofar.base import AnytimeClassifier
from bestsofar.errors import InvalidParameter
from bestsofar.scheduling.arrivals import Arrivals, DrawnArrivals
from bestsofar.scheduling.policy import AnyPolicy
from bestsofar.scheduling.run import Run
from bestsofar.scheduling.simulation import simulate

SEEDS = 2**31

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Runs of the same stream at several rates under several policies.

    Parameters
    ----------
    rates : the mean gaps, as shares of the time that one whole query takes
    runs : for each policy, by its name, one run at each rate
    """

    rates: Sequence[float]
    runs: Mapping[str, Sequence[Run]]

    @property
    def accuracy(self) -> dict[str, list[float]]:
        """The share of right answers of each policy, at each rate."""
        return {name: [run.accuracy for run in runs] for name, runs in self.runs.items()}

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw accuracy over the rates, a line for each policy; needs matplotlib.

        Parameters
        ----------
        ax : where to draw; a new figure if not given
        """
        import matplotlib.pyplot as plt

        axes = plt.subplots()[1] if ax is None else ax
        for name, accuracy in self.accuracy.items():
            axes.plot(self.rates, accuracy, marker=".", label=name)
        axes.set(xscale="log", xlabel="mean gap, in whole queries", ylabel="accuracy")
        axes.legend()
        return axes


def compare(  # noqa: PLR0913 - what simulate takes, with several rates and policies
    model: AnytimeClassifier,
    X: Any,
    y: Any,
    *,
    arrivals: Callable[[float], Arrivals],
    rates: Iterable[float],
    policies: Iterable[AnyPolicy],
    capacity: int | None = None,
    grain: int = 1,
    random_state: Any = None,
) -> Comparison:
    """Simulate the same stream at several rates under several policies.

    Parameters
    ----------
    model : a fitted model
    X : the objects, in order of arrival
    y : their labels
    arrivals : makes the arrivals for a rate: `ConstantArrivals`, or a function; drawn once for each rate
    rates : the mean gaps, as shares of the time that one whole query takes
    policies : as for `simulate`; if names repeat, the later ones are numbered
    capacity, grain : as for `simulate`
    random_state : as for `simulate`, the same for all policies

    Examples
    --------
    >>> from bestsofar import ConstantArrivals, NeighborsClassifier, datasets
    >>> from bestsofar.scheduling import compare
    >>> X, y = datasets.japanese_flag(1200, random_state=0)
    >>> model = NeighborsClassifier().fit(X[:1000], y[:1000])
    >>> policies = ["serial", "round-robin", "evidence"]
    >>> result = compare(model, X[1000:], y[1000:], arrivals=ConstantArrivals, rates=[0.01, 1], policies=policies)
    >>> fast, slow = result.accuracy["evidence"]
    >>> bool(fast <= slow)
    True
    """
    if not callable(arrivals):
        raise InvalidParameter("compare", "arrivals", "ConstantArrivals or another function of a rate", arrivals)
    for name, several in (("rates", rates), ("policies", policies)):
        if isinstance(several, str) or not isinstance(several, Iterable):
            raise InvalidParameter("compare", name, f"a list of {name}", several)
    rates, truth = list(rates), column_or_1d(y)
    seed = _same_for_all(random_state)
    streams = [_drawn(arrivals(rate), len(truth)) for rate in rates]
    runs: dict[str, list[Run]] = {}
    for policy in policies:
        runs[_name(policy, runs)] = [
            simulate(model, X, truth, arrivals=stream, policy=policy, capacity=capacity, grain=grain, random_state=seed)
            for stream in streams
        ]
    return Comparison(rates, runs)


def _drawn(arrivals: Arrivals, n: int) -> Arrivals:
    if not isinstance(arrivals, Arrivals):
        raise InvalidParameter("compare", "arrivals", "a function that gives arrivals", arrivals)
    return DrawnArrivals(arrivals, n)


def _same_for_all(random_state: Any) -> Any:
    """Return a seed, because a generator would give each simulation other numbers."""
    return random_state if isinstance(random_state, Integral) else check_random_state(random_state).randint(SEEDS)


def _name(policy: AnyPolicy, taken: Collection[str]) -> str:
    """Name a policy, with a number if the name is taken."""
    name = policy if isinstance(policy, str) else getattr(policy, "__name__", str(policy))
    numbered = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(each for each in numbered if each not in taken)

"""Many objects, one clock that counts steps: exact and repeatable."""

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_consistent_length

from bestsofar import _core
from bestsofar.base import AnytimeClassifier
from bestsofar.base.classifier import fitted_of, gain_of_model
from bestsofar.base.floats import float_or_nan
from bestsofar.base.integers import checked_int, checked_int_or_none
from bestsofar.base.labels import check_truth
from bestsofar.errors import InvalidParameter
from bestsofar.scheduling.arrivals import Arrivals
from bestsofar.scheduling.policy import AnyPolicy, core_policy
from bestsofar.scheduling.run import Run

QUERIES_TO_MEASURE = 16
ROUNDING = 1e-12
MAX_COUNT = 2**62  # that the core can count


def simulate(  # noqa: PLR0913 - the five that make an experiment, and a seed
    model: AnytimeClassifier,
    X: Any,
    y: Any,
    *,
    arrivals: Arrivals,
    policy: AnyPolicy = None,
    capacity: int | None = None,
    grain: int = 1,
    random_state: Any = None,
) -> Run:
    """Classify a stream of objects that arrive faster than they can be classified (Shieh and Keogh 2010).

    Time is counted in steps. An object is begun as it arrives; the steps before it can first be interrupted take their
    time. Then the policy gives it turns, until it is complete, has to make room, or the run is over.

    Parameters
    ----------
    model : a fitted model
    X : the objects, in order of arrival
    y : their labels
    arrivals : when they arrive: `ConstantArrivals`, `PoissonArrivals`, or `BatchArrivals`
    policy : "serial" (the newest object only, those before are final), "round-robin" (in turn), "first-come" (the
        oldest to its end), "bsf", "margin" or "evidence" (the least sure by that score), "gain" (the one with most to
        gain from a step, as learned from held-out objects), a `Policy`, or a function of a `State`; the lowest is next.
        None is "gain" for a model with a gain table, else "evidence"
    capacity : how many objects may wait; when one more arrives, the one with the highest score is final, or under
        "round-robin" one chosen at random. None is no limit
    grain : how many steps a turn has
    random_state : a seed for random evictions

    Examples
    --------
    >>> from bestsofar import NeighborsClassifier, PoissonArrivals, datasets, simulate
    >>> X, y = datasets.japanese_flag(1200, random_state=0)
    >>> model = NeighborsClassifier().fit(X[:1000], y[:1000])
    >>> arrivals = PoissonArrivals(0.02, random_state=0)
    >>> for policy in ("serial", "round-robin", "evidence"):
    ...     run = simulate(model, X[1000:], y[1000:], arrivals=arrivals, policy=policy)
    ...     print(f"{policy:12} {run.accuracy:.1%}")
    serial       ...
    """
    fitted = fitted_of("simulate", model)
    if not isinstance(arrivals, Arrivals):
        raise InvalidParameter("simulate", "arrivals", "ConstantArrivals, PoissonArrivals or BatchArrivals", arrivals)
    grain, room = checked_int("simulate", "grain", grain), checked_int_or_none("simulate", "capacity", capacity)
    rule = core_policy("simulate", policy, partial(gain_of_model, model))
    records, truth = fitted.reader.many(X), check_truth(y, "simulate", fitted.classes)
    check_consistent_length(records, truth)
    n = len(truth)
    times, end_of_run = _checked_times(arrivals, n)
    whole = _whole_query(fitted.model, records)
    draws = check_random_state(random_state).random_sample(n)
    due, over = _in_steps(times, whole), float(_in_steps(end_of_run, whole))
    codes, steps, start, end, why, turns = _core.simulate(
        fitted.model, records, rule, due, over, min(room or max(n, 1), MAX_COUNT), min(grain, MAX_COUNT), draws
    )
    return Run(fitted.classes[codes], truth, steps, start, end, np.array(_core.stop_names())[why], turns)


def _checked_times(arrivals: Arrivals, n: int) -> tuple[npt.NDArray[np.float64], float]:
    """Return when objects arrive, and when the run is over."""
    given, must_be = arrivals.times(n), f"one time for each of {n} objects, never going back"
    try:
        times = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidParameter("simulate", "arrivals", must_be, given) from None
    if times.shape != (n,) or np.isnan(times).any() or (times[1:] < times[:-1]).any():
        raise InvalidParameter("simulate", "arrivals", must_be, times)
    end = arrivals.end(times)
    if not np.isfinite(float_or_nan(end)):
        raise InvalidParameter("simulate", "arrivals", "something that ends", end)
    return times, float_or_nan(end)


def _in_steps(times: npt.ArrayLike, whole: float) -> npt.NDArray[np.float64]:
    """Return times in steps, integers but for rounding errors as integers: otherwise objects would be a step late."""
    steps = np.multiply(times, whole)
    nearest = np.rint(steps)
    return np.asarray(np.where(np.isclose(steps, nearest, rtol=ROUNDING, atol=ROUNDING), nearest, steps))


def _whole_query(model: _core.Model, records: Any) -> float:
    """Return how many steps a query has: for neighbours always the same, otherwise the mean of the first few."""
    counts = []
    for record in records[:QUERIES_TO_MEASURE]:
        query = model.begin(record)
        query.refine(None, None)
        counts.append(query.steps)
    return float(np.mean(counts)) if counts else 0.0

"""The parameters of a lazy tree, checked."""

import math
from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.utils.validation import column_or_1d

from bestsofar.base.flag import checked_flag
from bestsofar.base.floats import float_or_nan
from bestsofar.base.integers import checked_int, checked_int_or_none, is_int
from bestsofar.distances.metric import Metric
from bestsofar.distances.vector import Euclidean, Hamming, Manhattan, Minkowski, Mixed
from bestsofar.errors import InvalidParameter, Verbatim

UNLIMITED = 2**63
WEIGHTS = ("count", "distance")
METRICS = {"euclidean": Euclidean, "manhattan": Manhattan, "minkowski": Minkowski, "hamming": Hamming, "mixed": Mixed}


class Settings(NamedTuple):
    """What a tree takes from the parameters of a model, in the order used by the core and in files.

    Parameters
    ----------
    gamma : the radius; None is "auto"
    pure : whether exemplars absorb only records of their class
    n_neighbors : how many exemplars vote
    vote : whether votes are weighted by count, whether by distance, and the half-life, 0 for none
    caps : the most exemplars and bytes
    fanout : the least and the most entries of a node
    scaled : whether features are scaled; the first files do not have it
    """

    gamma: float | None
    pure: bool
    n_neighbors: int
    vote: tuple[bool, bool, float]
    caps: tuple[int, int]
    fanout: tuple[int, int]
    scaled: bool = False


def checked_count(who: str, name: str, value: Any, least: int = 1) -> int:
    """Return a whole number, limited to what the core takes."""
    return min(checked_int(who, name, value, least), UNLIMITED)


def checked_radius(who: str, gamma: Any) -> float | None:
    """Return gamma as the core takes it; "auto" is None."""
    if isinstance(gamma, str) and gamma == "auto":
        return None
    number = float_or_nan(gamma)
    if not 0 <= number < math.inf:
        raise InvalidParameter(who, "gamma", 'a number >= 0 or "auto"', gamma)
    return number


def checked_fanout(who: str, least: Any, most: Any) -> tuple[int, int]:
    """Return the numbers of entries of a node."""
    most = checked_count(who, "max_entries", most, 2)
    if not is_int(least, maximum=most // 2):
        raise InvalidParameter(who, "min_entries", f"an int from 1 to {most // 2}, half of max_entries", least)
    return int(least), most


def checked_vote(who: str, weights: Any, half_life: Any) -> tuple[bool, bool, float]:
    """Return how the votes of exemplars are weighted."""
    if isinstance(weights, str) or not isinstance(weights, Collection) or not set(weights) <= set(WEIGHTS):
        raise InvalidParameter(who, "weights", f"some of {', '.join(WEIGHTS)}, as a tuple", weights)
    if half_life is None:
        return "count" in weights, "distance" in weights, 0.0
    number = float_or_nan(half_life)
    if not 0 < number < math.inf:
        raise InvalidParameter(who, "half_life", "a number > 0 or None", half_life)
    return "count" in weights, "distance" in weights, number


def checked_scale(who: str, scale: Any, gamma: float | None, metric: Metric) -> bool:
    """Tell whether features are scaled; refuse it where they have no units, or where gamma is in their units."""
    if scale is None:
        return False
    if not isinstance(scale, str) or scale != "within":
        raise InvalidParameter(who, "scale", '"within" or None', scale)
    if isinstance(metric, Hamming | Mixed):
        raise InvalidParameter(who, "scale", "None with this metric, whose terms have no unit", scale)
    if gamma:
        raise InvalidParameter(who, "scale", "None with a radius: gamma is in the units of the features", scale)
    return True


def checked_start(who: str, value: Any, metric: Metric, scale: Any) -> int | None:
    """Refuse a number of clusters where records have no means, or would be clustered before they are scaled."""
    wanted = checked_int_or_none(who, "start", value)
    if wanted is not None and scale is not None:
        raise InvalidParameter(who, "start", "None with scale: k-means comes before the first scale", value)
    if wanted is not None and isinstance(metric, Hamming | Mixed):
        raise InvalidParameter(who, "start", "None with this metric: k-means knows no categories", value)
    return wanted


def refuse_start(who: str, value: Any, metric: Metric, scale: Any) -> None:
    """Refuse a number of clusters where there are no records to cluster."""
    if checked_start(who, value, metric, scale) is not None:
        must_be = "None in a new model: k-means needs records before the stream, those of fit or partial_fit"
        raise InvalidParameter(who, "start", must_be, value)


def checked_metric(who: str, name: Any, metric: Metric) -> Any:
    """Refuse distances without the triangle inequality, which the search needs, or whose records have no mean."""
    if not isinstance(metric, tuple(METRICS.values())):
        must_be = (
            f"one of {', '.join(METRICS)}: the search needs the triangle inequality, and exemplars are means of records"
        )
        raise InvalidParameter(who, "metric", must_be, name)
    return metric


def settings(model: Any, metric: Metric) -> Settings:
    """Check the parameters of a model, and return what a tree takes from them."""
    who = type(model).__name__
    gamma = checked_radius(who, model.gamma)
    pure = checked_flag(who, "pure", model.pure)
    max_bytes = checked_int_or_none(who, "max_bytes", model.max_bytes)
    caps = checked_count(who, "capacity", model.capacity), min(max_bytes or UNLIMITED, UNLIMITED)
    shape = checked_fanout(who, model.min_entries, model.max_entries)
    votes = checked_vote(who, model.weights, model.half_life)
    n_neighbors = checked_count(who, "n_neighbors", model.n_neighbors)
    scale = checked_scale(who, model.scale, gamma, metric)
    return Settings(gamma, pure, n_neighbors, votes, caps, shape, scale)


def checked_times(who: str, times: Any, n: int, now: float) -> npt.NDArray[np.float64] | None:
    """Check the times of n records, none of them before `now`; None means one after the other."""
    if times is None or not n:
        return None
    must_be = "one finite number for each record, never going back"
    try:
        given = np.ascontiguousarray(column_or_1d(times), dtype=np.float64)
    except (OverflowError, TypeError, ValueError):
        raise InvalidParameter(who, "times", must_be, times) from None
    if len(given) != n or not np.isfinite(given).all():
        raise InvalidParameter(who, "times", must_be, times)
    back = np.flatnonzero(np.diff(given, prepend=now) < 0)
    if len(back):
        before = [now, *given][back[0]]
        raise InvalidParameter(who, "times", must_be, Verbatim(f"{given[back[0]]} after {before}"))
    return given

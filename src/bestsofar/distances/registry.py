"""Metrics by name."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import Enum
from functools import partial
from inspect import signature
from numbers import Number
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator

from bestsofar.distances.compression import Compression
from bestsofar.distances.edit import Edit
from bestsofar.distances.foreign import Foreign, Measure
from bestsofar.distances.metric import Metric
from bestsofar.distances.naming import PLAIN, name_of
from bestsofar.distances.series import Dtw, Rotation
from bestsofar.distances.vector import Cosine, Euclidean, Hamming, Manhattan, Minkowski, Mixed
from bestsofar.errors import InvalidParameter

METRICS: dict[str, Callable[..., Metric]] = {
    "euclidean": Euclidean,
    "manhattan": Manhattan,
    "minkowski": Minkowski,
    "hamming": Hamming,
    "cosine": Cosine,
    "mixed": Mixed,
    "dtw": Dtw,
    "rotation": Rotation,
    "edit": Edit,
    "compression": Compression,
}


def make_metric(estimator: BaseEstimator, metric: str | Measure, params: Mapping[str, Any] | None) -> Metric:
    """Make the metric that an estimator asks for.

    Parameters
    ----------
    estimator : the estimator that uses it
    metric : a name of `METRICS`, or a symmetric function of two objects
    params : what goes with it: `p` (minkowski), `categorical` (mixed), `band` (dtw), `mirror` (rotation),
        `compressor` (compression)
    """
    who = type(estimator).__name__
    if params is not None and not isinstance(params, Mapping):
        raise InvalidParameter(who, "metric_params", "a dict or None", params)
    given = dict(params or {})
    if callable(metric):
        made: Metric = Foreign(estimator, partial(metric, **given) if given else metric)
        name = name_of(metric)
    elif isinstance(metric, str) and metric in METRICS:
        try:
            made, name = METRICS[metric](estimator, **given), metric
        except TypeError:
            raise InvalidParameter(who, "metric_params", _takes(metric), given) from None
    else:
        raise InvalidParameter(who, "metric", f"one of {', '.join(METRICS)}, or a function of two objects", metric)
    made.identity, made.recipe = f"{name} {_named(given)}", (metric, given)
    return made


def _named(value: Any) -> Any:
    """Return parameters as they come back from a file, with names for values whose repr may be incomplete or change."""
    if isinstance(value, dict):
        return {name: _named(part) for name, part in value.items()}
    if type(value) in (list, tuple):
        return type(value)(_named(part) for part in value)
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, (*PLAIN, Number, Enum)):
        return value
    if _is_frozen(value):
        return {type(value).__qualname__: [_named(getattr(value, field.name)) for field in fields(value)]}
    return name_of(value)


def _is_frozen(value: Any) -> bool:
    """Tell whether an object is a dataclass that cannot change."""
    params = getattr(type(value), "__dataclass_params__", None)
    return params is not None and bool(params.frozen)


def _takes(metric: str) -> str:
    _, *names = signature(METRICS[metric]).parameters
    return f"parameters of the metric {metric!r}, which takes {', '.join(names) or 'none'}"

"""Saving and restoring a metric."""

from sklearn.base import BaseEstimator

from bestsofar.base.storable import Parts
from bestsofar.distances.metric import Metric
from bestsofar.distances.registry import make_metric


def parts_of(metric: Metric) -> Parts:
    """Return what a metric was made from, and what it has learned."""
    name, params = metric.recipe
    return {"name": name, "params": params, "learned": metric.parts()}


def metric_of(parts: Parts, estimator: BaseEstimator) -> Metric:
    """Restore a metric for an estimator."""
    metric = make_metric(estimator, parts["name"], parts["params"])
    metric.restore(parts["learned"])
    return metric

"""Distances between rows of numbers, tables, series, outlines, strings and bytes."""

from bestsofar.distances.metric import Metric
from bestsofar.distances.pairwise import pairwise
from bestsofar.distances.registry import METRICS, make_metric

__all__ = ["METRICS", "Metric", "make_metric", "pairwise"]

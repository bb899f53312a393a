"""Nearest neighbours that can be stopped at any time."""

from bestsofar.neighbors.classifier import NeighborsClassifier

__all__ = ["NeighborsClassifier"]

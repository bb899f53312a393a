"""Kernel density estimates that can be stopped at any time."""

from bestsofar.parzen.classifier import ParzenClassifier

__all__ = ["ParzenClassifier"]

"""The lazy tree: a bounded, exact, drifting memory for streams."""

from bestsofar.lazy_tree.classifier import LazyTreeClassifier
from bestsofar.lazy_tree.exemplars import Exemplars

__all__ = ["Exemplars", "LazyTreeClassifier"]

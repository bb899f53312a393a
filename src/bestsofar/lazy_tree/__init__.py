"""The lazy tree: a bounded memory for streams, searched exactly, that follows drift."""

from bestsofar.lazy_tree.classifier import LazyTreeClassifier
from bestsofar.lazy_tree.exemplars import Exemplars

__all__ = ["Exemplars", "LazyTreeClassifier"]

"""A density hierarchy that is refined query by query."""

from bestsofar.bayes_tree.classifier import BayesTreeClassifier

__all__ = ["BayesTreeClassifier"]

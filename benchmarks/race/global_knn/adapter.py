"""The nearest of all records: what the paper of the lazy tree calls global k-NN, in a tree."""

from benchmarks.race.lazy_tree.adapter import Adapter

__all__ = ["Adapter"]

"""The nearest of the last records: what the paper of the lazy tree calls local k-NN."""

from benchmarks.race.lazy_tree.adapter import Adapter

__all__ = ["Adapter"]

"""Data to try things on."""

from bestsofar.datasets.dataset import Dataset
from bestsofar.datasets.japanese_flag import japanese_flag
from bestsofar.datasets.load import load

__all__ = ["Dataset", "japanese_flag", "load"]

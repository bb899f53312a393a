"""Data to try things on."""

from bestsofar.datasets.dataset import Dataset
from bestsofar.datasets.drifting_surface import drifting_surface
from bestsofar.datasets.japanese_flag import japanese_flag
from bestsofar.datasets.load import load

__all__ = ["Dataset", "drifting_surface", "japanese_flag", "load"]

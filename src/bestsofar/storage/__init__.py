"""Models in files: nothing executable, written whole or not at all."""

from bestsofar.storage.loading import load
from bestsofar.storage.saving import save

__all__ = ["load", "save"]

"""The contenders: the folders with an adapter, and their settings."""

import sys
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.race.contender import Contender

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True, slots=True)
class Entry:
    """A folder."""

    folder: str
    settings: dict[str, Any]

    @property
    def missing(self) -> list[str]:
        """What it needs and is not installed."""
        return [module for module in self.settings.get("needs", []) if find_spec(module) is None]

    @property
    def most_rows(self) -> int | None:
        """How many rows it can be trained with; None is any number."""
        return self.settings.get("most_rows")

    def runs(self, track: str) -> list[dict[str, Any]]:
        """Return the settings to be tried on a track, each with a name; memory is that of the streams."""
        return self.settings.get("streams" if track == "memory" else track, [])

    def contender(self, run: dict[str, Any]) -> Contender:
        """Make the contender of one run."""
        adapter = import_module(f"benchmarks.race.{self.folder}.adapter")
        return adapter.Adapter(**{key: value for key, value in run.items() if key != "name"})


def entries() -> dict[str, Entry]:
    """Find all, without importing any."""
    files = sorted(Path(__file__).parent.glob("*/settings.toml"))
    return {file.parent.name: Entry(file.parent.name, tomllib.loads(file.read_text())) for file in files}

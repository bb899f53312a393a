"""One file for each contender, track and set: written by its heat, read by tables and pictures."""

import json
import platform
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.report import RESULTS

FOLDER = RESULTS / "race"


class Run(NamedTuple):
    """What one contender did with one of its settings."""

    contender: str
    name: str
    measured: dict[str, Any]


def path_of(track: str, data_set: str, contender: str) -> Path:
    """Tell where the result of a heat stands."""
    return FOLDER / track / data_set / f"{contender}.json"


def write(track: str, data_set: str, contender: str, runs: list[dict[str, Any]]) -> None:
    """Keep what a heat measured."""
    result = {
        "track": track,
        "set": data_set,
        "contender": contender,
        "when": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "machine": platform.platform(),
        "runs": runs,
    }
    path = path_of(track, data_set, contender)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(result, indent=1) + "\n")


def sets(track: str) -> list[str]:
    """List the sets of which there are results."""
    return sorted(folder.name for folder in (FOLDER / track).glob("*"))


def runs(track: str, data_set: str) -> Iterator[Run]:
    """Read all results of a set."""
    for file in sorted((FOLDER / track / data_set).glob("*.json")):
        result = json.loads(file.read_text())
        for run in result["runs"]:
            yield Run(result["contender"], run["name"], run["measured"])

"""One file for each contender, track and set, quick ones apart: written by its heat, read by tables and pictures."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import result_files


class Run(NamedTuple):
    """What one contender did with one of its settings."""

    contender: str
    name: str
    measured: dict[str, Any]


def folder(*, quick: bool) -> Path:
    """Return where the results of the race stand."""
    return result_files.results_folder(quick=quick) / "race"


def path_of(track: str, data_set: str, contender: str, *, quick: bool) -> Path:
    """Tell where the result of a heat stands."""
    return folder(quick=quick) / track / data_set / f"{contender}.json"


def write(
    track: str, data_set: str, contender: str, runs: list[dict[str, Any]], circumstances: Mapping[str, Any]
) -> None:
    """Keep what a heat measured."""
    result = {"track": track, "set": data_set, "contender": contender, **circumstances, "runs": runs}
    result_files.write(path_of(track, data_set, contender, quick=circumstances["quick"]), result)


def sets(track: str, *, quick: bool) -> list[str]:
    """List the sets of which there are results."""
    return sorted(results.name for results in (folder(quick=quick) / track).glob("*"))


def runs(track: str, data_set: str, *, quick: bool) -> Iterator[Run]:
    """Read all results of a set."""
    for file in sorted((folder(quick=quick) / track / data_set).glob("*.json")):
        result = json.loads(file.read_text())
        for run in result["runs"]:
            yield Run(result["contender"], run["name"], run["measured"])

"""A heat: one contender on one set, in a process of its own, so that it cannot disturb the others."""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module

from rich.console import Console

from benchmarks.race import results
from benchmarks.race.entry import Entry, entries
from benchmarks.result_files import circumstances

LONGEST = 3600  # seconds


def hold_all(track: str, sets: Sequence[str], *, quick: bool, **environment: str) -> None:
    """Hold the heats of a track; name those that cannot take part, and those that fail."""
    console = Console()
    for entry in entries().values():
        if not entry.runs(track):
            continue
        for data_set in sets:
            results.path_of(track, data_set, entry.folder, quick=quick).unlink(missing_ok=True)
        if entry.missing:
            console.print(f"{track}: {entry.folder} does not take part, {', '.join(entry.missing)} is not installed")
            continue
        for data_set in sets:
            if trouble := hold(track, data_set, entry, quick=quick, **environment):
                console.print(f"{track}: {entry.folder} failed on {data_set}: {trouble}", style="red")


def hold(track: str, data_set: str, entry: Entry, *, quick: bool, **environment: str) -> str:
    """Hold one heat in a new process; return the last line of its error if it failed, else nothing."""
    command = [sys.executable, "-m", "benchmarks.race.heat", track, data_set, entry.folder, *["--quick"] * quick]
    try:
        done = subprocess.run(  # noqa: S603
            command, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=LONGEST
        )
    except subprocess.TimeoutExpired as late:
        return str(late)
    return done.stderr.strip().splitlines()[-1] if done.returncode else ""


def main() -> None:
    """Hold the heat, in the new process."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.race.heat", description=__doc__)
    for argument in ("track", "data_set", "contender"):
        parser.add_argument(argument)
    parser.add_argument("--quick", action="store_true")
    asked = parser.parse_args()
    began = circumstances(quick=asked.quick)
    entry, measure = entries()[asked.contender], import_module(f"benchmarks.race.{asked.track}").measure
    runs = [
        {"name": run["name"], "settings": run, "measured": measure(entry, run, asked.data_set, quick=asked.quick)}
        for run in entry.runs(asked.track)
    ]
    results.write(asked.track, asked.data_set, asked.contender, runs, began)


if __name__ == "__main__":
    main()

"""Lists the benchmarks, or runs one or all."""

import argparse
import os
import subprocess
import sys
from importlib import import_module

from rich.console import Console

from benchmarks.catalogue import Benchmark, benchmarks
from benchmarks.report import publish
from benchmarks.result_files import circumstances


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure what bestsofar promises.")
    parser.add_argument("name", nargs="?", help="which, or all; without it they are listed")
    parser.add_argument("--quick", action="store_true", help="fewer folds, seeds and repeats")
    asked, known = parser.parse_args(), benchmarks()
    if asked.name is None:
        for benchmark in known.values():
            Console().print(f"[bold]{benchmark.name:16}[/] {benchmark.title}")
    elif asked.name == "all":
        for name in known:  # each in its own process, as for one
            subprocess.run([sys.executable, "-m", "benchmarks", name, *["--quick"] * asked.quick], check=True)  # noqa: S603
    elif asked.name in known:
        measure(known[asked.name], quick=asked.quick)
    else:
        parser.error(f"unknown benchmark {asked.name!r}; there are {', '.join(known)}")


def measure(benchmark: Benchmark, *, quick: bool) -> None:
    """Run one benchmark and publish its figures; a timed one on a single core."""
    if benchmark.kind in {"micro", "race"}:
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # before NumPy counts the cores
    began = circumstances(quick=quick)
    publish(benchmark.name, benchmark.title, import_module(benchmark.module).run(quick=quick), began)


if __name__ == "__main__":
    main()

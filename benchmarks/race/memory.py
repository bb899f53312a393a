"""What a contender has allocated after a stream."""

from typing import Any

from benchmarks.race.entry import Entry
from benchmarks.race.streams import stream

FEW = 50


def measure(entry: Entry, run: dict[str, Any], name: str, *, quick: bool) -> dict[str, int]:
    """Count before and after; what is allocated once for all contenders of a kind comes before."""
    X, y = stream(name, quick=quick)
    entry.contender(run).test_then_learn(X[:FEW], y[:FEW])
    contender = entry.contender(run)
    before = contender.allocated()
    contender.test_then_learn(X, y)
    return {"bytes": contender.allocated() - before}

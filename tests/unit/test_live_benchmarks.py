"""What the live benchmarks report when something goes wrong."""

import math
import os
import signal
from itertools import count
from types import SimpleNamespace

import pytest

pytest.importorskip("resource", reason="the benchmarks need it")
from benchmarks.live import overload, soak, witness


@pytest.fixture
def terminated_after_three_naps(monkeypatch, capsys):
    """Let a watcher wake up late three times, and return what it had written before each nap."""
    written = []

    def nap(_):
        written.append(capsys.readouterr().out)
        if len(written) == 3:
            os.kill(os.getpid(), signal.SIGTERM)

    before = signal.getsignal(signal.SIGTERM)
    for name in ("sched_setaffinity", "sched_setscheduler"):
        monkeypatch.setattr(os, name, lambda *_: None, raising=False)
    monkeypatch.setattr(witness, "sleep", nap)
    monkeypatch.setattr(witness, "perf_counter", count().__next__)
    yield written
    signal.signal(signal.SIGTERM, before)


@pytest.mark.skipif(not hasattr(os, "sched_setscheduler"), reason="needs priorities")
def test_a_watcher_writes_only_at_its_end(terminated_after_three_naps, capsys):
    """Nobody reads before, and a full pipe would blind it."""
    with pytest.raises(SystemExit):
        witness.watch(0)
    assert terminated_after_three_naps == [witness.WATCHING, "", ""]
    assert capsys.readouterr().out.splitlines() == ["0 1", "2 3"]


def test_a_standstill_is_what_exceeds_the_nap():
    """The nap itself is none."""
    assert witness.Standstill(1.0, 1.0 + witness.NAP + 0.25).seconds == pytest.approx(0.25)


@pytest.mark.parametrize(("undisturbed", "held"), [(5, True), (3, True), (2, None)])
def test_too_few_undisturbed_streams(undisturbed, held):
    """If most were disturbed there is no verdict."""
    statistics = SimpleNamespace(deadline=100, late=0, mean_overshoot=0.0, longest_overshoot=0.0)
    streams = [SimpleNamespace(start=place, end=place, statistics=statistics) for place in range(5)]
    sees = SimpleNamespace(saw_standstill=lambda start, _: start >= undisturbed)
    figure = overload.in_time("ten", streams, sees)
    assert figure.held is held
    assert figure.behind["needed for a verdict"] == 2.5


@pytest.mark.parametrize("resident", [[], [5.0]])
def test_memory_that_was_not_seen(resident):
    """If answers are lost, it is not known to have kept its bound, and the rest is reported."""
    figure = soak.growth(resident)
    assert math.isnan(figure.value)
    assert not figure.held

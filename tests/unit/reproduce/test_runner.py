"""Experiments go on where they were stopped, and take no result that something else made."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import toy_paper

from bestsofar.reproduce import Runner, results

TESTS = Path(__file__).parents[2]


@pytest.fixture
def log(tmp_path, monkeypatch):
    """What the toy has measured, line by line."""
    path = tmp_path / "log"
    path.touch()
    monkeypatch.setenv(toy_paper.LOG, str(path))
    return lambda: path.read_text().splitlines()


def run(folder, *, quick=False, **options):
    """Run the toy; give its outcome."""
    [(_, outcome)] = Runner(folder, quick=quick).run([toy_paper.paper(**options)])
    return outcome


def test_folds_are_averaged(tmp_path, log):
    """What comes out is the mean over the folds, and each was measured once."""
    outcome = run(tmp_path)
    assert outcome.measured["Japanese flag"].y == {"ours": [50, 90], "theirs": [61, 61]}
    assert log() == [f"Japanese flag {fold} 100" for fold in range(3)]


def test_a_second_call_measures_nothing_again(tmp_path, log):
    """Results are taken from their files, and are the same."""
    assert run(tmp_path).measured == run(tmp_path).measured
    assert len(log()) == 3


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9")
def test_a_killed_run_goes_on_where_it_was_stopped(tmp_path, log):
    """What was finished before kill -9 is not measured again, and nothing is missing in the end."""
    script = (
        "import sys, pathlib, toy_paper; from bestsofar.reproduce import Runner\n"
        "list(Runner(pathlib.Path(sys.argv[1]), quick=False).run([toy_paper.paper()]))"
    )
    killed = subprocess.run(  # noqa: S603
        [sys.executable, "-c", script, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(TESTS), toy_paper.KILL_AT: "2"},
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    assert [line.split()[-2] for line in log()] == ["0", "1"]
    assert run(tmp_path).measured["Japanese flag"].at("theirs", 1) == 61
    assert [line.split()[-2] for line in log()] == ["0", "1", "2"]


def test_other_settings_are_measured_anew(tmp_path, log):
    """Another number of rows is another result; the old one is not taken for it."""
    run(tmp_path)
    run(tmp_path, quick=True)
    assert [line.split()[-1] for line in log()] == ["100"] * 3 + ["99"] * 3


def test_other_code_measures_anew(tmp_path, log, monkeypatch):
    """A result of another version of this package is not taken."""
    run(tmp_path)
    monkeypatch.setattr(results, "code", lambda: "another")
    run(tmp_path)
    assert len(log()) == 6


def test_other_data_are_measured_anew(tmp_path, log, monkeypatch):
    """If the file of a set has changed, so may have the result."""
    monkeypatch.setenv("BESTSOFAR_DATA", str(tmp_path))
    for content in ("x,label\n1,2\n", "x,label\n1,3\n"):
        (tmp_path / "tiny.csv").write_text(content)
        run(tmp_path / "out", sets=["tiny"])
    assert len(log()) == 6


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"made_by": 1}'])
def test_a_damaged_result_is_measured_anew(tmp_path, log, damage):
    """A file that is not ours, or not whole, counts for nothing."""
    run(tmp_path)
    next(tmp_path.rglob("*.0.json")).write_text(damage)
    assert run(tmp_path).measured["Japanese flag"].at("theirs", 1) == 61
    assert len(log()) == 4


def test_missing_sets_are_left_out_and_named(tmp_path, log):
    """A set that is not at hand is not asked of the network, and is told."""
    outcome = run(tmp_path, sets=["Japanese flag", "no such set"])
    assert list(outcome.measured) == ["Japanese flag"]
    assert outcome.experiment.missing_sets == ["no such set"]


def test_without_a_package_nothing_is_measured(tmp_path, log):
    """An experiment that needs what is not installed is left out, and the package is told."""
    outcome = run(tmp_path, packages=["no_such_package"])
    assert not outcome.measured
    assert outcome.experiment.missing_packages == ["no_such_package"]
    assert log() == []

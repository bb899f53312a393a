"""What is told of papers, on the screen and in a file."""

import json
import sys

import pytest
import toy_paper
from typer.testing import CliRunner

from bestsofar.cli import app


@pytest.fixture
def shell(tmp_path, monkeypatch):
    """Run `bestsofar reproduce` on the toy; give what it prints, and the report."""
    monkeypatch.setenv(toy_paper.LOG, str(tmp_path / "log"))
    monkeypatch.setenv("BESTSOFAR_DATA", str(tmp_path))
    toy = toy_paper.paper(sets=["Japanese flag", "no such set", "moths"])
    monkeypatch.setattr("bestsofar.reproduce.PAPERS", {"toy": toy})

    def run(*words):
        result = CliRunner().invoke(app, ["reproduce", *words, "--output", str(tmp_path / "out")])
        assert result.exit_code == 0, result.output
        return result.stdout, next((tmp_path / "out").rglob("*.md")).read_text()

    return run


def test_claims_are_told_held_or_not(shell):
    """Each claim is there with the paper's number, ours and the verdict; one that fails is said to fail."""
    printed, report = shell("toy")
    assert "1 held, 1 did not, 1 not judged" in printed
    assert "| Fig. 1 | Ours is 90. | ours | 90 | Japanese flag 90 | >= 90 | yes |" in report
    assert "| Fig. 2 | Ours leads. | lead |  | Japanese flag -11 | >= 0 | NO |" in report
    assert "| Fig. 3 | Moths fly. | height |  |  | >= 0 | not judged |" in report


def test_what_is_missing_is_named(shell):
    """Sets that are not at hand, and figures that cannot be shown again, with the reason."""
    printed, report = shell()
    for told in (printed, report):
        assert "Missing sets: no such set, moths." in told
    assert "- Fig. 4: a drawing" in report
    assert "at most 100 rows, 3 folds at most" in report


def test_values_and_picture_are_in_the_report(shell, tmp_path):
    """The lines are a table, and a picture that lies beside the report."""
    _, report = shell("--quick")
    assert "| Japanese flag | theirs | 61 | 61 |" in report
    assert "(toy/toy.png)" in report
    assert (tmp_path / "out" / "quick" / "toy" / "toy.png").read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_there_is_no_picture(shell, monkeypatch):
    """Everything else is there."""
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    _, report = shell()
    assert "png" not in report
    assert "| NO |" in report


def test_json_is_for_machines(shell):
    """Every claim with its verdict."""
    printed, _ = shell("--json")
    assert [fact["held"] for fact in json.loads(printed)] == [True, False, None]


def test_an_unknown_paper_is_refused():
    """The sentence names those there are, and so does the help."""
    from bestsofar.reproduce import PAPERS

    refused = CliRunner().invoke(app, ["reproduce", "biology"])
    told = CliRunner().invoke(app, ["reproduce", "--help"], env={"COLUMNS": "200"})
    assert refused.exit_code == 2
    for name in PAPERS:
        assert name in refused.stderr
        assert name in told.stdout

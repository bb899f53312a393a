"""The shell command as a user types it."""

import sys

import pytest
from typer.testing import CliRunner

from bestsofar.cli import app


def shell(*words):
    """Run the command with these words."""
    return CliRunner().invoke(app, words)


def test_help_names_the_verbs():
    """`bestsofar` alone and `bestsofar --help` say which verbs there are."""
    for words in ([], ["--help"]):
        assert "demo" in shell(*words).output


def test_version_is_that_of_the_package(monkeypatch):
    """`bestsofar --version` prints the version of the installed package."""
    monkeypatch.setattr("bestsofar.cli.version", {"bestsofar": "1.2.3"}.__getitem__)
    assert shell("--version").output == "bestsofar 1.2.3\n"


def test_unknown_verbs_are_refused():
    """A verb that does not exist is a usage error."""
    assert shell("fly").exit_code == 2


def test_demo_prints_tables_and_writes_a_picture(tmp_path):
    """The demo names both sets and all orders, and leaves a picture where it was told to."""
    picture = tmp_path / "curves.png"
    result = shell("demo", "--quick", "--output", str(picture))
    assert result.exit_code == 0
    sets, orders = ("envelopes", "Japanese flag", "digits"), ("RandomRank", "SimpleRank", "GreedyRank")
    for words in (*sets, *orders, "first-come", "round-robin", "evidence", "100%", "20 us"):
        assert words in result.output
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_demo_does_without_matplotlib(tmp_path, monkeypatch):
    """With matplotlib absent the demo says how to get it, and still succeeds."""
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    result = shell("demo", "--quick", "--output", str(tmp_path / "curves.png"))
    assert result.exit_code == 0
    assert "pip install 'bestsofar[plot]'" in result.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["missing/curves.png", "curves.strange"])
def test_demo_refuses_pictures_it_cannot_write(tmp_path, name):
    """A folder that is not there, or a format nobody knows, is told in one sentence."""
    result = shell("demo", "--quick", "--output", str(tmp_path / name))
    assert result.exit_code == 1
    assert "cannot be written" in result.stderr
    assert "Traceback" not in result.output

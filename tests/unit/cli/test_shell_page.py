"""The commands of docs/shell.md, typed as they stand there."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bestsofar.cli import app

PAGE = Path(__file__).parents[3] / "docs" / "shell.md"
BASH = shutil.which("bash")


def commands():
    """Give what is typed, and what is said to be printed."""
    blocks = "".join(re.findall(r"```console\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", blocks, re.MULTILINE)


def typed(command, last_code):
    """Run a command: our verbs in this process, as starting Python takes longer than all they do."""
    *before, verb = command.split(" | ")
    if not verb.startswith("bestsofar "):
        return in_bash(command.replace("$?", str(last_code))), 0
    verb, _, file = verb.partition(" > ")
    result = CliRunner().invoke(app, shlex.split(verb)[1:], input=in_bash(" | ".join(before)))
    return result.stderr if file else result.output, result.exit_code


def in_bash(command):
    """Run what is not ours."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.check_output([BASH, "-c", command], env={**os.environ, "PATH": path}, text=True)  # noqa: S603


@pytest.mark.skipif(BASH is None, reason="no shell")
def test_every_command_prints_what_the_page_says(tmp_path, monkeypatch):
    """One after the other, in one folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    code = 0
    for command, wanted in commands():
        got, code = typed(command, code)
        assert OutputChecker().check_output(wanted, got, ELLIPSIS | NORMALIZE_WHITESPACE), (command, got)

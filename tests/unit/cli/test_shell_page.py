"""The commands of README.md and docs/shell.md, typed as they stand there."""

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

ROOT = Path(__file__).parents[3]
BASH = shutil.which("bash")


def commands(page):
    """Give what is typed, and what is said to be printed."""
    blocks = "".join(re.findall(r"```console\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL))
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", blocks, re.MULTILINE)


def typed(command, last_code):
    """Run a command: our verbs in this process, as starting Python takes longer than all they do."""
    *before, verb = command.split(" | ")
    if not verb.startswith("bestsofar "):
        return in_bash(command.replace("$?", str(last_code))), 0
    verb, _, file = verb.partition(" > ")
    words = shlex.split(os.path.expandvars(verb))[1:]
    result = CliRunner().invoke(app, words, input=in_bash(" | ".join(before)))
    if file:
        Path(file).write_text(result.stdout, encoding="utf-8")
    return result.stderr if file else result.output, result.exit_code


def in_bash(command):
    """Run what is not ours."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.check_output([BASH, "-c", command], env={**os.environ, "PATH": path}, text=True)  # noqa: S603


def missing(page):
    """Name the data files that a page uses and that are not here."""
    files = re.findall(r"\$BESTSOFAR_DATA/\S+", " ".join(command for command, _ in commands(page)))
    return sorted(file for file in set(files) if not Path(os.path.expandvars(file)).is_file())


@pytest.mark.skipif(BASH is None, reason="no shell")
@pytest.mark.parametrize("page", ["README.md", "docs/shell.md"])
def test_every_command_prints_what_the_page_says(page, tmp_path, monkeypatch):
    """One after the other, in one folder."""
    if missing(page):
        pytest.skip(f"not here: {', '.join(missing(page))}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    code = 0
    for command, wanted in commands(page):
        got, code = typed(command, code)
        assert OutputChecker().check_output(wanted, got, ELLIPSIS | NORMALIZE_WHITESPACE), (command, got)

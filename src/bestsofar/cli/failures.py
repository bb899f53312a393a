"""What a failure looks like in the shell: one sentence, and an exit code for scripts."""

import os
import sys
from typing import Any, TextIO
from zipfile import BadZipFile

import typer
from typer.core import TyperGroup

from bestsofar.errors import BestsofarError, InvalidFile, InvalidRecords

FAILED, USAGE, MODEL_FILE, DATA = 1, 2, 3, 4
NOBODY_READS = 141  # as shells tell of who was ended by SIGPIPE
SIGNALLED = 128  # and the number of the signal


class Verbs(TyperGroup):
    """The verbs; their errors are printed on standard error."""

    def main(self, *args: Any, **options: Any) -> Any:
        """Run what was typed; a closed pipe or a full disk ends even `--help` like any verb."""
        try:
            return super().main(*args, **options)
        except SystemExit as end:
            if not isinstance(end.__context__, BrokenPipeError):
                raise
            _say_no_more()
            sys.exit(NOBODY_READS)
        except OSError as error:
            sys.exit(_tell(error))

    def invoke(self, ctx: Any) -> Any:
        """Run a verb."""
        try:
            _check_output()
            return super().invoke(ctx)
        except BrokenPipeError:
            _say_no_more()  # who reads no more knows why
            raise typer.Exit(NOBODY_READS) from None
        except (OSError, ValueError, EOFError, BadZipFile) as error:
            raise typer.Exit(_tell(error)) from None


def sentence(error: BaseException) -> str:
    """Return the message of an error, without our name, which is printed before it anyway."""
    return str(error).removeprefix("bestsofar: ")


def _tell(error: Exception) -> int:
    """Print what went wrong, and return the exit code for it."""
    typer.echo(f"bestsofar: {sentence(error)}", err=True)
    _say_no_more()  # where there was no room, there is none at the end either
    return _code_of(error)


def _check_output() -> None:
    if sys.stdout is None:  # otherwise the next file that is opened would get what is printed
        raise OSError("standard output is closed")


def _code_of(error: Exception) -> int:
    codes = {InvalidFile: MODEL_FILE, InvalidRecords: DATA, BestsofarError: USAGE, OSError: FAILED}
    return next((code for kind, code in codes.items() if isinstance(error, kind)), DATA)


def _say_no_more() -> None:
    for stream in filter(None, (sys.stdout, sys.stderr)):
        _write_no_more(stream)


def _write_no_more(stream: TextIO) -> None:
    """Let what nobody takes go nowhere, so that Python does not stumble over it at its end."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

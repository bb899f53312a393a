"""What a failure looks like in the shell: one sentence, and an exit code for scripts."""

import os
import sys
from typing import Any, TextIO
from zipfile import BadZipFile

import typer
from typer.core import TyperGroup

from bestsofar.errors import BestsofarError, InvalidFile, InvalidRecords

FAILED, USAGE, MODEL_FILE, DATA = 1, 2, 3, 4
BROKEN_PIPE = 141  # 128 + SIGPIPE, as shells report it
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
            _discard_output()
            sys.exit(BROKEN_PIPE)
        except OSError as error:
            sys.exit(_tell(error))

    def invoke(self, ctx: Any) -> Any:
        """Run a verb."""
        try:
            _check_output()
            return super().invoke(ctx)
        except BrokenPipeError:
            _discard_output()
            raise typer.Exit(BROKEN_PIPE) from None
        except (OSError, ValueError, EOFError, BadZipFile) as error:
            raise typer.Exit(_tell(error)) from None


def sentence(error: BaseException) -> str:
    """Return the message of an error, without our name, which is printed before it anyway."""
    return str(error).removeprefix("bestsofar: ")


def _tell(error: Exception) -> int:
    """Print what went wrong, and return the exit code for it."""
    typer.echo(f"bestsofar: {sentence(error)}", err=True)
    _discard_output()  # if there was no room, there will be none at exit either
    return _code_of(error)


def _check_output() -> None:
    if sys.stdout is None:  # otherwise the next file that is opened would get what is printed
        raise OSError("standard output is closed")


def _code_of(error: Exception) -> int:
    codes = {InvalidFile: MODEL_FILE, InvalidRecords: DATA, BestsofarError: USAGE, OSError: FAILED}
    return next((code for kind, code in codes.items() if isinstance(error, kind)), DATA)


def _discard_output() -> None:
    for stream in filter(None, (sys.stdout, sys.stderr)):
        _discard_if_broken(stream)


def _discard_if_broken(stream: TextIO) -> None:
    """Flush a stream or, if that fails, discard what is left, so that Python does not fail over it at exit."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

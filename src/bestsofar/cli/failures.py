"""What a failure looks like in the shell: one sentence, and an exit code that a script can tell apart."""

from typing import Any
from zipfile import BadZipFile

import typer
from typer.core import TyperGroup

from bestsofar.errors import BestsofarError, InvalidFile, InvalidRecords

FAILED, USAGE, MODEL_FILE, DATA = 1, 2, 3, 4


class Verbs(TyperGroup):
    """The verbs; what they refuse is told on standard error."""

    def invoke(self, ctx: Any) -> Any:
        """Run a verb."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise  # who reads no more knows why
        except (OSError, ValueError, EOFError, BadZipFile) as error:
            typer.echo(f"bestsofar: {error}", err=True)
            raise typer.Exit(_code_of(error)) from None


def _code_of(error: Exception) -> int:
    codes = {InvalidFile: MODEL_FILE, InvalidRecords: DATA, BestsofarError: USAGE, OSError: FAILED}
    return next((code for kind, code in codes.items() if isinstance(error, kind)), DATA)

"""The console on which the verbs print tables and bars."""

from typing import NoReturn

from rich import console


class Console(console.Console):
    """Rich's console, except that a closed pipe raises BrokenPipeError, as with `print`, instead of exiting."""

    def on_broken_pipe(self) -> NoReturn:
        """Let the shell command report it by its exit code."""
        raise BrokenPipeError

"""Where the verbs print tables and bars."""

from typing import NoReturn

from rich import console


class Console(console.Console):
    """Rich's console, but where nobody reads any more it raises BrokenPipeError, as `print` does, and does not exit."""

    def on_broken_pipe(self) -> NoReturn:
        """Let the shell command tell it by its exit code."""
        raise BrokenPipeError

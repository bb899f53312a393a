"""Where the verbs print tables and bars."""

from typing import NoReturn

from rich import console


class Console(console.Console):
    """Rich's, but when nobody reads, who prints is told, as by `print`: rich's own ends the process, as a failure."""

    def on_broken_pipe(self) -> NoReturn:
        """Let the shell command tell it by its exit code."""
        raise BrokenPipeError

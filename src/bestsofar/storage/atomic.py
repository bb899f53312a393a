"""A file is written whole or not at all."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

NEW_FILE = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)


def write_whole(path: Path, chunks: Iterable[bytes | memoryview]) -> None:
    """Put a file in the place of the old one; whatever happens meanwhile, one of them is there, whole.

    Parameters
    ----------
    path : where it shall be
    chunks : what shall be in it
    """
    path = path.resolve()  # a link stays a link
    beside = path.with_name(f".{path.name}.{token_hex(8)}.tmp")
    try:
        with open(os.open(beside, NEW_FILE, 0o666), "wb") as file:  # noqa: PTH123 - Path.open takes no descriptor
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with suppress(FileNotFoundError):
            beside.unlink()
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Let the new name survive a power cut; Windows does so by itself and cannot open a folder."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

"""A file is written whole or not at all."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import EACCES
from pathlib import Path
from secrets import token_hex
from stat import S_IMODE

NEW_FILE = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)


def write_whole(path: Path, chunks: Iterable[bytes | memoryview]) -> None:
    """Replace a file by a new one; whatever happens meanwhile, one of them is there, whole.

    Parameters
    ----------
    path : of the file; if it is a device or a pipe, it is written into instead
    chunks : the contents
    """
    with _naming(path):
        if path.exists() and not path.is_file():
            with path.open("wb") as device:
                device.writelines(chunks)
        else:
            _replace(path.resolve(), chunks)  # a link stays a link


def _replace(path: Path, chunks: Iterable[bytes | memoryview]) -> None:
    mode = S_IMODE(path.stat().st_mode) if path.exists() else None
    if mode is not None and not os.access(path, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), str(path))
    beside = path.with_name(f".{token_hex(8)}.tmp")  # not derived from the name, which may be as long as names can be
    try:
        descriptor = os.open(beside, NEW_FILE, 0o666 if mode is None else mode)  # not readable by more users meanwhile
        with open(descriptor, "wb") as file:  # noqa: PTH123 - Path.open takes no descriptor
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            beside.chmod(mode)
        beside.replace(path)
    except BaseException:
        with suppress(FileNotFoundError):
            beside.unlink()
        raise
    _sync_folder(path.parent)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Let a system error name the file that was asked for, not the temporary one."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise  # not from the system
        raise OSError(error.errno, error.strerror, str(path)) from None


def _sync_folder(folder: Path) -> None:
    """Make the new name survive a power cut; Windows does so by itself and cannot open a folder."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

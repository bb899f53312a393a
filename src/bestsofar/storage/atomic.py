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
    """Put a file in the place of the old one; whatever happens meanwhile, one of them is there, whole.

    Parameters
    ----------
    path : where it shall be; what is there and is no file, as a device or a pipe, is written into
    chunks : what shall be in it
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
    beside = path.with_name(f".{token_hex(8)}.tmp")  # not of its own name, which may be as long as names can be
    try:
        descriptor = os.open(beside, NEW_FILE, 0o666 if mode is None else mode)  # nobody more may read it meanwhile
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
    """Let an error of the system name the file that was asked for, not the one beside it."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise  # not of the system
        raise OSError(error.errno, error.strerror, str(path)) from None


def _sync_folder(folder: Path) -> None:
    """Let the new name survive a power cut; Windows does so by itself and cannot open a folder."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

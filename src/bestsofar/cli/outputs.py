"""Checking, before the work begins, that files can be written at its end."""

import os
from errno import EACCES, EINVAL, EISDIR, ENOENT
from pathlib import Path

from bestsofar.errors import InvalidParameter


def check_output(path: Path, *inputs: Path) -> None:
    """Refuse a file that cannot be written, or that would overwrite an input.

    Parameters
    ----------
    path : of the output
    inputs : files that must not be lost
    """
    if path.is_dir():
        raise _refused(EISDIR, path)
    folder = path.resolve().parent
    if not path.exists() and not folder.is_dir():
        raise _refused(ENOENT, path)
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise _refused(EACCES, path)
    if any(_are_one_file(path, each) for each in inputs):
        raise InvalidParameter("bestsofar", "output", "another file than the input", str(path))


def _are_one_file(path: Path, other: Path) -> bool:
    return path.exists() and other.exists() and path.samefile(other)


def check_picture(path: Path, *inputs: Path) -> None:
    """Refuse a picture that cannot be written; raises ImportError without matplotlib."""
    from matplotlib.figure import Figure

    check_output(path, *inputs)
    known = Figure().canvas.get_supported_filetypes()
    if path.suffix and path.suffix[1:].lower() not in known:
        raise OSError(EINVAL, f"the picture must be one of {', '.join(sorted(known))}", str(path))


def _refused(number: int, path: Path) -> OSError:
    return OSError(number, os.strerror(number), str(path))

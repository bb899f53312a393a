"""Files that are written at the end: whether they can be is seen at the beginning."""

import os
from errno import EACCES, EINVAL, EISDIR, ENOENT
from pathlib import Path


def check_output(path: Path) -> None:
    """Refuse a file that cannot be written, before the work is done for nothing."""
    if path.is_dir():
        raise _refused(EISDIR, path)
    folder = path.resolve().parent
    if not path.exists() and not folder.is_dir():
        raise _refused(ENOENT, path)
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise _refused(EACCES, path)


def check_picture(path: Path) -> None:
    """Refuse a picture that cannot be written; ImportError: there is no matplotlib."""
    from matplotlib.figure import Figure

    check_output(path)
    known = Figure().canvas.get_supported_filetypes()
    if path.suffix and path.suffix[1:].lower() not in known:
        raise OSError(EINVAL, f"the picture must be one of {', '.join(sorted(known))}", str(path))


def _refused(number: int, path: Path) -> OSError:
    return OSError(number, os.strerror(number), str(path))

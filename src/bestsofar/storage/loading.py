"""Loading a model from a file."""

from os import PathLike
from pathlib import Path
from typing import Any

from bestsofar.errors import InvalidFile
from bestsofar.storage.file import ModelFile, damaged
from bestsofar.storage.rebuild import rebuild


def load(path: str | PathLike[str], *, verify: bool = False) -> Any:
    """Load what `save` saved, in this version or an older one.

    Large arrays of training rows are mapped into memory and read when needed. A file that is damaged, or not a model,
    is refused; damage in a large array is detected only with `verify`, and otherwise may lead to wrong answers. While a
    model is in use, its file may be replaced, by `save` or by renaming another, but must not be written into.

    Parameters
    ----------
    path : of the file
    verify : whether to read everything, and compare it with its checksums

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from bestsofar import SimpleRank, load, save
    >>> with TemporaryDirectory() as folder:
    ...     save(SimpleRank(n_exemplars=100), Path(folder) / "scheme.bsf")
    ...     load(Path(folder) / "scheme.bsf", verify=True)
    SimpleRank(n_exemplars=100)
    """
    try:
        file = ModelFile.open(Path(path))
        return rebuild(file.model, file.arrays(verify=verify))
    except InvalidFile:
        raise
    except Exception as error:  # a wrong description may cause any error
        raise damaged(Path(path), f"parts that do not belong together ({error!r})") from error

"""Data sets by name."""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal
from urllib.error import URLError

from bestsofar.base.choice import checked_choice
from bestsofar.datasets import csv_table
from bestsofar.datasets.dataset import Dataset
from bestsofar.errors import InvalidParameter

WHO = "datasets.load"
FOLDER_VARIABLE = "BESTSOFAR_DATA"


def load(name: str, *, dtype: Literal["float32", "float64"] = "float64") -> Dataset:
    """Load a data set from `$BESTSOFAR_DATA`, from the user's cache, or from OpenML, whichever has it first.

    A file is a table in CSV with a header, features first, the labels last in a column `label`.

    Parameters
    ----------
    name : `letter` means the file `letter.csv.gz` or `letter.csv`, `letter.train` the file of that split
    dtype : of X
    """
    if not isinstance(name, str) or not re.fullmatch(r"[^./\\][^/\\]*", name):
        raise InvalidParameter(WHO, "name", "a name without a path", name)
    checked_choice(WHO, "dtype", dtype, ("float32", "float64"))
    path = find(name)
    if path is not None:
        return csv_table.read(path, name, dtype)
    from bestsofar.datasets import openml  # slow to import

    try:
        return openml.fetch(name, dtype, cache_folder())
    except URLError as error:
        raise InvalidParameter(
            WHO, "name", f"the name of a data set in {_places()} (OpenML cannot be reached)", name
        ) from error
    except InvalidParameter:  # it says what is wrong with the set
        raise
    except ValueError as error:
        raise InvalidParameter(WHO, "name", f"the name of a data set in {_places()} or on OpenML", name) from error


def find(name: str) -> Path | None:
    """Say where the file of a data set is, if it is here.

    Parameters
    ----------
    name : as for `load`
    """
    return next(filter(Path.is_file, _candidates(name)), None)


def cache_folder() -> Path:
    """Say where this user's downloads are kept."""
    home = Path.home()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME", home / ".cache")
    return Path(base) / "bestsofar"


def _folders() -> list[Path]:
    named = os.environ.get(FOLDER_VARIABLE)
    return [Path(named), cache_folder()] if named else [cache_folder()]


def _candidates(name: str) -> Iterator[Path]:
    for folder in _folders():
        for suffix in (".csv.gz", ".csv"):
            yield folder / (name + suffix)


def _places() -> str:
    return ", ".join(map(str, _folders()))

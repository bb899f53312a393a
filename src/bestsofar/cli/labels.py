"""Labels as a table has them, and as a model knows them."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from bestsofar.datasets.dataset import as_labels
from bestsofar.errors import InvalidRecords, Verbatim

# As other programs write them; a cell that holds one is not a word, unless its column contains words.
TRUTHS = {text: truth for truth in (False, True) for text in (f"{truth}", f"{truth}".lower(), f"{truth}".upper())}


def _whole(cell: Any) -> int:
    if isinstance(cell, bool):
        return int(cell)
    try:
        return int(str(cell))
    except ValueError:
        number = float(cell)
        if not number.is_integer():
            raise
        return int(number)


def _truth(cell: Any) -> bool:
    text = str(cell).lower()
    if text not in {"true", "1", "1.0", "false", "0", "0.0"}:
        raise ValueError(text)
    return text in {"true", "1", "1.0"}


KINDS: dict[str, Callable[[Any], Any]] = {"b": _truth, "i": _whole, "u": _whole, "f": float}


class Labels:
    """Reads labels as the classes of a model are.

    Parameters
    ----------
    classes : what the model knows

    Examples
    --------
    >>> labels = Labels(np.array([1, 2]))
    >>> [labels.read(cell) for cell in ("1", "02", 2.0, "?", "")]
    [1, 2, 2, '?', None]
    """

    def __init__(self, classes: npt.NDArray[Any]) -> None:
        self._known = {str(label): label for label in classes.tolist()}
        self._as_kind = KINDS.get(classes.dtype.kind, str)

    def read(self, cell: Any) -> Any:
        """Read a cell: by its text, or as the type of the classes; a blank one is None, and any other stays text."""
        if is_blank(cell):
            return None
        text = str(cell)
        if text in self._known:
            return self._known[text]
        try:
            return self._as_kind(cell)
        except (ValueError, TypeError, OverflowError):
            return text  # equal to no class


def is_blank(cell: Any) -> bool:
    """Tell whether a cell is empty, null or NaN."""
    return cell is None or cell == "" or (isinstance(cell, float) and math.isnan(cell))


def to_learn(cells: Sequence[Any] | npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return labels to learn; none may be missing.

    The texts of CSV, in a list, become integers or truth values if all of them are.
    """
    values = cells.tolist() if isinstance(cells, np.ndarray) else cells
    for row, cell in enumerate(values):
        if is_blank(cell):
            got = Verbatim(f"none in row {row}, the first being 0")
            raise InvalidRecords("bestsofar", "data", "a table with a label in every row", got)
    if not isinstance(cells, np.ndarray):
        return np.array([TRUTHS[cell] for cell in cells]) if TRUTHS.keys() >= set(cells) else as_labels(cells)
    return np.array(list(map(str, values))) if cells.dtype.kind == "O" else cells

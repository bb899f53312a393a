"""Values as JSON, with the arrays that JSON cannot hold stored separately."""

import math
from collections.abc import Mapping
from typing import Any

import narwhals as nw
import numpy as np
import numpy.typing as npt

from bestsofar.base.categorical import Column, is_categorical
from bestsofar.base.storable import STORABLE, Mapped, Storable
from bestsofar.errors import InvalidParameter

STORABLE_KINDS = "biuf"
EMPTY_KINDS = "biufUS"
PLAIN = (str, int, bool, type(None))
# Arrays of texts and of bytes: their names in a file, and the type of a character there.
CHARACTERS: dict[str, tuple[str, type[np.unsignedinteger[Any]]]] = {
    "U": ("text array", np.uint32),
    "S": ("bytes array", np.uint8),
}


class Description:
    """Describes values, and collects their arrays.

    What JSON has no type for becomes an object with one key that says what it is. A value that is neither plain nor an
    array nor one of our estimators is refused: a function, for example, could be saved only as something executable.
    """

    def __init__(self) -> None:
        self.arrays: dict[str, npt.NDArray[Any]] = {}
        self.mapped: set[str] = set()  # the names of those that may be mapped

    def of(self, value: Any, where: str) -> Any:
        """Describe a value.

        Parameters
        ----------
        value : what is described
        where : its name, for errors and as the beginning of the names of its arrays
        """
        if isinstance(value, Storable):
            return {"estimator": self._estimator(value, where)}
        if isinstance(value, (Mapped, np.ndarray)):
            return self._array(value, where)
        if isinstance(value, np.generic):
            return self.of(value.item(), where)
        if isinstance(value, float):
            return value if math.isfinite(value) else {"float": str(value)}
        if isinstance(value, PLAIN):
            return value
        return self._container(value, where)

    def _estimator(self, value: Storable, where: str) -> dict[str, Any]:
        name = type(value).__name__
        if STORABLE.get(name) is not type(value):
            raise _unsaveable(where, value)
        inside = f"{where}." if where else ""
        with value._lock:
            learned = value._parts()
        return {
            "class": name,
            "parameters": self._named(value.get_params(deep=False), inside),
            "learned": self._named(learned, inside),
        }

    def _named(self, values: Mapping[str, Any], inside: str) -> dict[str, Any]:
        return {name: self.of(value, inside + name) for name, value in values.items()}

    def _container(self, value: Any, where: str) -> Any:
        if isinstance(value, bytes):
            return {"bytes": self._keep(np.frombuffer(value, np.uint8), where)}
        for kind in (tuple, set, frozenset):
            if isinstance(value, kind):
                items = (
                    value if kind is tuple else sorted(value, key=repr)
                )  # so that the same model makes the same file
                return {kind.__name__: self._items(items, where)}
        if isinstance(value, Mapping) and all(isinstance(name, str) for name in value):
            return {"named": self._named(value, f"{where}.")}
        if isinstance(value, Mapping):
            return {"dict": [self._items(item, f"{where}.{place}") for place, item in enumerate(value.items())]}
        if isinstance(value, list):
            return self._list(value, where)
        frame = nw.from_native(value, eager_only=True, pass_through=True)
        if isinstance(frame, nw.DataFrame):
            return {"frame": self._frame(frame, where)}
        raise _unsaveable(where, value)

    def _frame(self, frame: "nw.DataFrame[Any]", where: str) -> dict[str, Any]:
        columns = list(
            zip(frame.columns, frame.iter_columns(), strict=True)
        )  # a name may be a number, which narwhals does not look up
        return {
            "of": frame.implementation.value,
            "columns": self.of({_plain(name): _cells(column) for name, column in columns}, where),
            "categorical": [place for place, (_, column) in enumerate(columns) if is_categorical(column)],
        }

    def _items(self, values: Any, where: str) -> list[Any]:
        return [self.of(value, f"{where}.{place}") for place, value in enumerate(values)]

    def _list(self, values: list[Any], where: str) -> Any:
        """Describe a list; bytes, texts and rows of numbers as arrays, as there may be many."""
        kinds = {type(value) for value in values}
        if kinds == {bytes}:
            ends = np.cumsum([len(value) for value in values], dtype=np.int64)
            joined = np.frombuffer(b"".join(values), np.uint8)
            return {"blobs": self._keep(joined, where), "ends": self._keep(ends, f"{where}.ends")}
        if kinds == {str}:
            return {"texts": self.of([value.encode("utf-8", "surrogatepass") for value in values], where)}
        if kinds == {list}:
            cells = {type(cell) for row in values for cell in row}
            if cells in ({float}, {int}) and len({len(row) for row in values}) == 1:
                rows = np.array(values)
                if rows.dtype in (np.float64, np.int64):
                    return {"rows": self._keep(rows, where)}
        return self._items(values, where)

    def _array(self, value: Any, where: str) -> dict[str, Any]:
        if isinstance(value, Mapped):
            described = self._array(value.array, where)
            self.mapped.update({described["array"]} if "array" in described else ())
            return described
        if not value.size and value.dtype.kind in EMPTY_KINDS:  # in a file, empty arrays have no order
            return {"empty array": value.dtype.newbyteorder("<").str, "shape": list(value.shape)}
        if value.dtype.kind in CHARACTERS:
            name, character = CHARACTERS[value.dtype.kind]
            return {name: self._keep(_characters(value, character), where)}
        if value.dtype.kind == "O":
            return {"object array": self.of(value.ravel().tolist(), where), "shape": list(value.shape)}
        if value.dtype.kind not in STORABLE_KINDS or value.dtype.itemsize > np.dtype(np.float64).itemsize:
            raise _unsaveable(where, value)
        return {"array": self._keep(value, where)}

    def _keep(self, array: npt.NDArray[Any], where: str) -> str:
        """Keep an array under a unique name: the key of a dict may have dots, and look like a place in another."""
        name = where
        while name in self.arrays:
            name += "'"
        self.arrays[name] = np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<"), copy=False)
        return name


def _characters(texts: npt.NDArray[Any], character: type[np.unsignedinteger[Any]]) -> npt.NDArray[Any]:
    """Return the codes of the characters; the last dimension is the length of the longest text."""
    length = max(texts.dtype.itemsize // np.dtype(character).itemsize, 1)
    native = np.ascontiguousarray(texts, dtype=f"={texts.dtype.kind}{length}")
    return native.view(character).reshape(*texts.shape, length)


def _plain(name: Any) -> Any:
    return name.item() if isinstance(name, np.generic) else name


def _cells(column: Column) -> Any:
    missing = column.is_null()
    if column.dtype.is_numeric() or (column.dtype == nw.Boolean and not missing.any()):
        return column.to_numpy()
    return [None if nothing else cell for cell, nothing in zip(column.to_list(), missing.to_list(), strict=True)]


def _unsaveable(where: str, value: Any) -> InvalidParameter:
    must_be = "made of plain values, arrays and estimators of bestsofar, as nothing executable is saved"
    return InvalidParameter("save", where or "model", must_be, value)

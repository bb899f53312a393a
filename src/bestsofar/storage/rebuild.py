"""Rebuilding values from their descriptions."""

from collections.abc import Callable, Mapping
from typing import Any

import narwhals as nw
import numpy as np
import numpy.typing as npt

from bestsofar.base.categorical import as_categorical
from bestsofar.base.storable import STORABLE

Arrays = Mapping[str, npt.NDArray[Any]]


def rebuild(description: Any, arrays: Arrays) -> Any:
    """Rebuild a value; a wrong description may raise any exception.

    Parameters
    ----------
    description : what `Description.of` returned
    arrays : the arrays that it collected, by name
    """
    if isinstance(description, list):
        return [rebuild(item, arrays) for item in description]
    if not isinstance(description, dict):
        return description
    kind = next(iter(description))
    return REBUILD[kind](description, arrays)


def _estimator(description: Any, arrays: Arrays) -> Any:
    about = description["estimator"]
    made = STORABLE[about["class"]](**_named(about["parameters"], arrays))
    if about["learned"]:
        made._restore(_named(about["learned"], arrays))
    return made


def _named(descriptions: Mapping[str, Any], arrays: Arrays) -> dict[str, Any]:
    return {name: rebuild(description, arrays) for name, description in descriptions.items()}


def _blobs(description: Any, arrays: Arrays) -> list[bytes]:
    ends = arrays[description["ends"]].tolist()
    joined = arrays[description["blobs"]]
    return [joined[start:end].tobytes() for start, end in zip([0, *ends], ends, strict=False)]


def _texts(description: Any, arrays: Arrays) -> list[str]:
    return [text.decode("utf-8", "surrogatepass") for text in rebuild(description["texts"], arrays)]


def _text_array(description: Any, arrays: Arrays) -> npt.NDArray[np.str_]:
    codes = arrays[description["text array"]]
    return codes.view(f"<U{codes.shape[-1]}").reshape(codes.shape[:-1])


def _bytes_array(description: Any, arrays: Arrays) -> npt.NDArray[np.bytes_]:
    codes = arrays[description["bytes array"]]
    return codes.view(f"S{codes.shape[-1]}").reshape(codes.shape[:-1])


def _empty_array(description: Any, _: Arrays) -> npt.NDArray[Any]:
    return np.array([], dtype=description["empty array"]).reshape(description["shape"])


def _object_array(description: Any, arrays: Arrays) -> npt.NDArray[np.object_]:
    flat = np.empty(int(np.prod(description["shape"])), dtype=object)
    flat[:] = rebuild(description["object array"], arrays)
    return flat.reshape(description["shape"])


def _frame(description: Any, arrays: Arrays) -> Any:
    about = description["frame"]
    frame = nw.from_dict(rebuild(about["columns"], arrays), backend=about["of"])
    columns = list(frame.iter_columns())
    categorical = about.get("categorical", ())  # older files do not have it
    return frame.with_columns(*(as_categorical(columns[place]) for place in categorical)).to_native()


REBUILD: dict[str, Callable[[Any, Arrays], Any]] = {
    "array": lambda description, arrays: arrays[description["array"]],
    "blobs": _blobs,
    "bytes": lambda description, arrays: arrays[description["bytes"]].tobytes(),
    "bytes array": _bytes_array,
    "dict": lambda description, arrays: dict(rebuild(description["dict"], arrays)),
    "empty array": _empty_array,
    "estimator": _estimator,
    "float": lambda description, _: float(description["float"]),
    "frame": _frame,
    "frozenset": lambda description, arrays: frozenset(rebuild(description["frozenset"], arrays)),
    "named": lambda description, arrays: _named(description["named"], arrays),
    "object array": _object_array,
    "rows": lambda description, arrays: arrays[description["rows"]].tolist(),
    "set": lambda description, arrays: set(rebuild(description["set"], arrays)),
    "text array": _text_array,
    "texts": _texts,
    "tuple": lambda description, arrays: tuple(rebuild(description["tuple"], arrays)),
}

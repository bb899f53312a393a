"""Names for functions, by which another process recognises the same function."""

from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from types import CodeType, FunctionType, MethodType
from typing import Any

import numpy as np

PLAIN = (bool, int, float, complex, str, bytes, type(None))


def name_of(value: object, within: tuple[int, ...] = ()) -> str:
    """Name a function by what it does: its code, its constants, and the values it was made with.

    For objects that are neither functions nor plain values, only the class counts.

    Parameters
    ----------
    value : the function, or a part of one
    within : what it is part of; this may in turn be part of it

    Examples
    --------
    >>> def times(factor):
    ...     return lambda a, b: factor * abs(a - b)
    >>> name_of(times(2)) == name_of(times(2)), name_of(times(2)) == name_of(times(3))
    (True, False)
    """
    if isinstance(value, PLAIN):
        return repr(value)
    if id(value) in within:
        return "itself"
    parts = _parts(value)
    return f"{_kind(value)}({', '.join(name_of(part, (*within, id(value))) for part in parts)})"


def _kind(value: Any) -> str:
    named = value if hasattr(value, "__qualname__") else type(value)
    return f"{getattr(named, '__module__', None)}.{named.__qualname__}"


def _parts(value: Any) -> list[Any]:
    for kind, parts in PARTS.items():
        if isinstance(value, kind):
            return parts(value)
    return []


def _of_array(array: Any) -> list[Any]:
    if array.dtype.hasobject:
        return [array.tolist()]
    return [str(array.dtype), array.shape, sha256(array.tobytes()).hexdigest()]


def _of_function(function: FunctionType) -> list[Any]:
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    return [function.__code__, function.__defaults__, function.__kwdefaults__, cells]


PARTS: Mapping[type | tuple[type, ...], Callable[[Any], list[Any]]] = {
    FunctionType: _of_function,
    MethodType: lambda method: [method.__func__, method.__self__],
    CodeType: lambda code: [code.co_code, code.co_names, code.co_consts],
    partial: lambda made: [made.func, made.args, made.keywords],
    (np.ndarray, np.generic): _of_array,
    (tuple, list): list,
    (set, frozenset): lambda items: sorted(map(name_of, items)),
    dict: lambda table: [part for item in table.items() for part in item],
}

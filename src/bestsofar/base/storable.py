"""What can be saved."""

from threading import RLock
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

import numpy.typing as npt
from sklearn.base import BaseEstimator

# By name: plain values, arrays, containers of them, other storable estimators.
Parts: TypeAlias = dict[str, Any]


LEARNED = "<learned>"  # what a pickle holds beside attributes, none of which has such a name

# Not attributes of the estimators, because attributes are compared and copied.
_locks: "WeakKeyDictionary[Storable, Any]" = WeakKeyDictionary()


class Mapped(NamedTuple):
    """An array that may be read from its file only when needed, and that is harmless whatever it contains."""

    array: npt.NDArray[Any]


class Storable(BaseEstimator):
    """An estimator that can be saved: it consists of its parameters and of what it has learned.

    A class that keeps what it has learned in plain attributes names its own in `_saved`; any other overrides `_parts`
    and `_restore`. The names are stored in files, so their meaning must never change.

    Copies and pickles work the same way for the attributes in `_native`, which hold native objects.
    """

    _saved: ClassVar[tuple[str, ...]] = ("n_features_in_", "feature_names_in_")
    _native: ClassVar[frozenset[str]] = frozenset()

    @property
    def _lock(self) -> Any:
        """Held while learning, saving and copying, so that none of them sees another's work half done."""
        return _locks.setdefault(self, RLock())

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes, with native ones in a form that pickle can write, all of one moment."""
        with self._lock:
            state = dict(super().__getstate__())
            if self._native.isdisjoint(state):
                return state
            plain = {name: value for name, value in state.items() if name not in self._native}
            return plain | {LEARNED: _unmapped(self._parts())}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the attributes, native ones included."""
        plain = {name: value for name, value in state.items() if name != LEARNED}
        super().__setstate__(plain)
        if LEARNED in state:
            self._restore(state[LEARNED])

    def _parts(self) -> Parts:
        """Return what was learned; it is empty if the estimator is not fitted."""
        return {name: getattr(self, name) for name in self._saved_names() if hasattr(self, name)}

    def _restore(self, parts: Parts) -> None:
        """Restore what `_parts` returned; anything that cannot be right raises an exception."""
        for name in parts.keys() & self._saved_names():
            setattr(self, name, parts[name])

    @classmethod
    def _saved_names(cls) -> list[str]:
        return [name for kind in cls.__mro__ for name in vars(kind).get("_saved", ())]


def _unmapped(parts: Parts) -> Parts:
    """Return the same with arrays in place of `Mapped` ones."""
    bare: Parts = {}
    for name, part in parts.items():
        if isinstance(part, Mapped):
            bare[name] = part.array
        else:
            bare[name] = _unmapped(part) if isinstance(part, dict) else part
    return bare


Kind = TypeVar("Kind", bound=Storable)

STORABLE: dict[str, type[Storable]] = {}


def storable(kind: type[Kind]) -> type[Kind]:
    """Register a class, so that its objects can be saved under its name."""
    STORABLE[kind.__name__] = kind
    return kind

"""What can be saved."""

from threading import RLock
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

import numpy.typing as npt
from sklearn.base import BaseEstimator

# By name: plain values, arrays, containers of them, other storable estimators.
Parts: TypeAlias = dict[str, Any]


# Not attributes of the estimators: those are compared and copied.
_turns: "WeakKeyDictionary[Storable, Any]" = WeakKeyDictionary()


class Mapped(NamedTuple):
    """An array that may be read from its file only as it is needed, and that does no harm whatever is in there."""

    array: npt.NDArray[Any]


class Storable(BaseEstimator):
    """An estimator that can be saved: it is made of its parameters and of what it has learned.

    A class that keeps what it has learned in plain attributes names its own in `_keeps`; one that does not says itself
    what it is made of, and how it is made again. The names stand in files: they must mean the same for ever.
    """

    _keeps: ClassVar[str] = "n_features_in_ feature_names_in_"

    @property
    def _turn(self) -> Any:
        """Held by who learns, and by who saves or copies what was learned: neither sees the other's half of it."""
        return _turns.setdefault(self, RLock())

    def __getstate__(self) -> dict[str, Any]:
        """Keep, for pickle, what was learned as a whole."""
        with self._turn:
            return self._state()

    def _state(self) -> dict[str, Any]:
        """Return the attributes, as they are pickled."""
        return dict(super().__getstate__())

    def _parts(self) -> Parts:
        """Return what was learned; nothing: it is not fitted."""
        return {name: getattr(self, name) for name in self._kept_names() if hasattr(self, name)}

    def _put_together(self, parts: Parts) -> None:
        """Make again what `_parts` gave; whatever cannot be right is an exception."""
        for name in parts.keys() & self._kept_names():
            setattr(self, name, parts[name])

    @classmethod
    def _kept_names(cls) -> list[str]:
        return [name for kind in cls.__mro__ for name in vars(kind).get("_keeps", "").split()]


Kind = TypeVar("Kind", bound=Storable)

STORABLE: dict[str, type[Storable]] = {}


def storable(kind: type[Kind]) -> type[Kind]:
    """Let the objects of a class be saved under its name."""
    STORABLE[kind.__name__] = kind
    return kind

"""What can go wrong, each with one sentence: who, which argument, what it must be, what it was.

BestsofarError
├── InvalidParameter     (also ValueError)  an argument that is not what it must be
├── InvalidRecords       (also ValueError)  data that the metric has no rule for
├── InvalidSuspension    (also ValueError)  bytes that are not a suspended query of this model
├── InvalidFile          (also ValueError)  a file that is not a model, or is damaged
└── SchedulerClosed      (also RuntimeError)  an object submitted after the scheduler was closed
"""

import reprlib

__all__ = [
    "BestsofarError",
    "InvalidFile",
    "InvalidParameter",
    "InvalidRecords",
    "InvalidSuspension",
    "SchedulerClosed",
]


class BestsofarError(Exception):
    """Base class of all errors that bestsofar raises.

    Parameters
    ----------
    who : the class or function that was called
    argument : the argument that is wrong
    must_be : what it must be
    got : what it was: a value, or `Verbatim` text
    """

    def __init__(self, who: str, argument: str, must_be: str, got: object) -> None:
        super().__init__(who, argument, must_be, got)

    def __str__(self) -> str:
        who, argument, must_be, got = self.args
        return f"{who}: {argument!r} must be {must_be}, got {got if isinstance(got, Verbatim) else reprlib.repr(got)}."


class Verbatim(str):
    """Text that an error shows as it is, not as a repr."""

    __slots__ = ()


class InvalidParameter(BestsofarError, ValueError):
    """An argument that is not what it must be."""


class InvalidRecords(BestsofarError, ValueError):
    """Data that the metric has no rule for."""


class InvalidSuspension(BestsofarError, ValueError):
    """Bytes that are not a suspended query of this model."""


class InvalidFile(BestsofarError, ValueError):
    """A file that is not a model, or is damaged."""


class SchedulerClosed(BestsofarError, RuntimeError):
    """An object submitted after the scheduler was closed."""

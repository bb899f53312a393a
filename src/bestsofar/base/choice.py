"""One of a few words, as users give it."""

from collections.abc import Collection
from typing import Any

from bestsofar.errors import InvalidParameter


def checked_choice(who: str, name: str, value: Any, choices: Collection[str]) -> str:
    """Return a word that is one of the choices, and refuse all else.

    Parameters
    ----------
    who : the class or function that errors name
    name : of the parameter
    value : what was given
    choices : the words, in the order in which an error names them

    Examples
    --------
    >>> checked_choice("SimpleRank", "votes", "decisive", ["all", "decisive"])
    'decisive'
    """
    if not isinstance(value, str) or value not in choices:
        *others, last = map(repr, choices)
        raise InvalidParameter(who, name, f"{', '.join(others)} or {last}" if others else last, value)
    return value

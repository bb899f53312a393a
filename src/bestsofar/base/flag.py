"""True and False as users give them."""

from typing import Any

import numpy as np

from bestsofar.errors import InvalidParameter


def checked_flag(who: str, name: str, value: Any) -> bool:
    """Return a truth value, of Python or of NumPy, as a bool, and refuse all else: 0 and "no" may be slips.

    Parameters
    ----------
    who : the class or function that errors name
    name : of the parameter
    value : what was given

    Examples
    --------
    >>> import numpy as np
    >>> checked_flag("GreedyRank", "trim", np.True_)
    True
    """
    if not isinstance(value, bool | np.bool_):
        raise InvalidParameter(who, name, "True or False", value)
    return bool(value)

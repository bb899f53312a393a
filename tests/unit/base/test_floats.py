import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from bestsofar.base.floats import as_float, float_or_nan


@pytest.mark.parametrize(("number", "expected"), [(2, 2), (np.float16(0.5), 0.5), (Fraction(1, 4), 0.25)], ids=str)
def test_numbers(number, expected):
    """Numbers of any kind are floats."""
    assert as_float(number) == float_or_nan(number) == expected
    assert type(float_or_nan(number)) is float


@pytest.mark.parametrize("number", [10**400, Fraction(10**400, 3)], ids=["int", "fraction"])
def test_what_no_float_holds_is_infinite(number):
    """So it is refused where infinity is, and nowhere else."""
    assert (as_float(number), float_or_nan(-number)) == (math.inf, -math.inf)


@pytest.mark.parametrize("value", [True, "1", None, 1j, [1.0], Decimal(1)], ids=str)
def test_what_is_no_real_number(value):
    """It is not turned into one."""
    assert math.isnan(float_or_nan(value))

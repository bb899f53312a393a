import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestsofar import NeighborsClassifier
from bestsofar.base.budget import check_budget
from bestsofar.errors import InvalidParameter

MODEL = NeighborsClassifier().fit([[0.0], [1.0], [2.0]], [0, 1, 1])
CALLS = {
    "predict": lambda **budget: MODEL.predict([[0.5]], **budget),
    "predict_proba": lambda **budget: MODEL.predict_proba([[0.5]], **budget),
    "refine": lambda **budget: MODEL.begin([0.5]).refine(**budget),
}
each_call = pytest.mark.parametrize("call", CALLS)


@each_call
@given(steps=st.one_of(st.integers(0, 2**80), st.none()), seconds=st.one_of(st.floats(0, exclude_min=False), st.none()))
def test_good_budgets(call, steps, seconds):
    """Any whole number of steps from 0, and any number of seconds from 0 to infinity, is a budget."""
    check_budget("test", steps, seconds)
    CALLS[call](steps=steps, seconds=None if seconds is None else min(seconds, 1e-3))


@each_call
@given(steps=st.one_of(st.integers(max_value=-1), st.floats(), st.text(), st.booleans(), st.lists(st.integers())))
def test_bad_steps(call, steps):
    """Anything else is refused in one sentence that names the argument and its value."""
    with pytest.raises(InvalidParameter, match=rf"(?s){call}: 'steps' must be an int >= 0 or None, got .*\.$"):
        CALLS[call](steps=steps)


@each_call
@given(
    seconds=st.one_of(
        st.floats(max_value=-5e-324), st.just(math.nan), st.text(), st.lists(st.floats()), st.complex_numbers()
    )
)
def test_bad_seconds(call, seconds):
    """The same for seconds."""
    with pytest.raises(InvalidParameter, match=rf"(?s){call}: 'seconds' must be a number >= 0 or None, got .*\.$"):
        CALLS[call](seconds=seconds)


@each_call
@pytest.mark.parametrize(
    "number", [np.int64(1), np.uint8(1), np.float16(1), np.float32(1), np.float64(1), Fraction(1, 2)]
)
def test_numbers_of_other_kinds(call, number):
    """NumPy's numbers and fractions are numbers."""
    CALLS[call](seconds=number)
    if isinstance(number, np.integer):
        CALLS[call](steps=number)


@each_call
def test_both_are_looked_at(call):
    """One good part does not excuse a bad one."""
    with pytest.raises(InvalidParameter, match="'seconds'"):
        CALLS[call](steps=1, seconds=-1)
    with pytest.raises(InvalidParameter, match="'seconds'"):
        CALLS[call](steps=1, seconds=Decimal("NaN"))
    with pytest.raises(InvalidParameter, match="'steps'"):
        CALLS[call](steps=-1, seconds=1)

"""Functions are known again, and told apart, in whatever process."""

import subprocess
import sys
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from bestsofar import NeighborsClassifier, RandomRank
from bestsofar.distances.naming import name_of
from bestsofar.errors import InvalidSuspension

SCRIPT = """
from functools import partial
import numpy as np
from bestsofar.distances.naming import name_of
def weighted(weights, *, power=2):
    return lambda a, b: float((weights * abs(a - b) ** power).sum())
def nested(a, b):
    return sum(abs(one - other) for one, other in zip(a, b))
class Scaled:
    def measure(self, a, b):
        return abs(a - b)
functions = [weighted(np.arange(3)), weighted(np.arange(3), power=3), nested, partial(max, 3), Scaled().measure, abs]
print([name_of(function) for function in functions])
"""


def weighted(weights, *, power=2):
    """Make a function that holds values."""
    return lambda a, b: float((weights * abs(a - b) ** power).sum())


def with_default(scale):
    """Make one whose values are defaults."""
    return lambda a, b, scale=scale: scale * abs(a - b)


def factorial(n):
    """Call itself."""
    return n * factorial(n - 1) if n else 1


def countdown():
    """Make one that refers to itself."""

    def count(n):
        return n and count(n - 1)

    return count


SAME = [
    lambda: weighted(np.array([1.0, 2.0])),
    lambda: weighted(np.array(["a", None], dtype=object)),
    lambda: partial(max, 3, key=abs),
    lambda: with_default(np.float32(2)),
    lambda: factorial,
    countdown,
    lambda: {"a": [1, 2.5, (None, b"x")]}.get,
    lambda: weighted({"a", "b", frozenset("cd")}),
]
OTHERS = [
    (weighted(np.array([1.0, 2.0])), weighted(np.array([1.0, 3.0]))),
    (weighted(np.array([1.0])), weighted(np.array([1.0], dtype=np.float32))),
    (weighted(2), weighted(2, power=1)),
    (weighted(np.zeros((2, 1))), weighted(np.zeros((1, 2)))),
    (with_default(1), with_default(1.5)),
    (lambda a, b: abs(a - b) ** 1, lambda a, b: abs(a - b) ** 7),
    (partial(max, 3), partial(max, 4)),
    (partial(max, key=abs), partial(max, key=len)),
    (min, max),
    (str.encode, str.lower),
    (lambda a, b: a in {0, 1}, lambda a, b: a in {0, 2}),
]


@pytest.mark.parametrize("make", SAME)
def test_same(make):
    """A function that is made again has the same name."""
    assert name_of(make()) == name_of(make())


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_others(one, other):
    """Other code, other constants and other values make another name."""
    assert name_of(one) != name_of(other)


def test_in_another_process():
    """Nothing in a name changes from process to process."""
    runs = [
        subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, check=True, env={"PYTHONHASHSEED": seed})  # noqa: S603
        for seed in "12"
    ]
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stdout.count(b"weighted") == 2


def test_query_of_another_function():
    """A query is not taken over by a model with the same code and other values."""
    X = np.random.default_rng(0).normal(size=(20, 2))
    one, other = (
        NeighborsClassifier(RandomRank(random_state=0), metric=weighted(np.array(weights))).fit(X, [0, 1] * 10)
        for weights in ([1.0, 0.0], [0.0, 1.0])
    )
    suspended = one.begin([0.3, 0.4]).refine(steps=15).suspend()
    assert one.resume(suspended).refine().answer.complete
    with pytest.raises(InvalidSuspension, match="another model"):
        other.resume(suspended)


def weighed(a, b, weights):
    """Measure with weights, or with what is made of them."""
    factors = weights() if callable(weights) else np.array(sorted(weights), float)
    return float((np.abs(a - b) * factors).sum())


@dataclass(frozen=True)
class Weights:
    """Weights in an object of their own."""

    first: float
    second: float

    def __iter__(self):
        return iter((self.first, self.second))


@pytest.mark.parametrize(
    ("weights", "others"),
    [
        (np.ones(3000), np.where(np.arange(3000) == 1500, 2.0, 1.0)),  # neither is printed in full
        (np.array([1.0, 1.0]), np.array([1.0, 1 + 1e-15])),
        ({1.0, 2.0}, {1.0, 3.0}),
        (lambda: 1.0, lambda: 2.0),
        ([Fraction(1, 2)], [Fraction(3, 2)]),
        ((Decimal("0.5"),), (Decimal("1.5"),)),
        (Weights(1.0, 2.0), Weights(1.0, 3.0)),
    ],
)
def test_parameters_tell_models_apart(weights, others):
    """A query goes on in a model whose metric has equal parameters, and in no other."""
    X = np.random.default_rng(0).normal(size=(10, np.size(weights) if isinstance(weights, np.ndarray) else 2))

    def model_of(weights):
        order = RandomRank(random_state=0)
        return NeighborsClassifier(order, metric=weighed, metric_params={"weights": weights}).fit(X, [0, 1] * 5)

    suspended = model_of(weights).begin(X[0]).suspend()
    assert model_of(weights).resume(suspended).refine().answer.complete
    with pytest.raises(InvalidSuspension, match="another model"):
        model_of(others).resume(suspended)


def test_an_address_tells_nothing():
    """Objects that may change, or that show where they lie, are known by their class."""
    X = np.random.default_rng(0).normal(size=(10, 2))

    def model():
        metric_params = {"rng": np.random.default_rng(0)}
        return NeighborsClassifier(metric=lambda a, b, rng: abs(a - b).sum(), metric_params=metric_params).fit(
            X, [0, 1] * 5
        )

    one, other = model(), model()
    assert other.resume(one.begin(X[0]).suspend()).refine().answer.complete

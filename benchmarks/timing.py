"""Contenders timed in turn on the same inputs, so that what disturbs one disturbs all."""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

import numpy as np
import numpy.typing as npt

MILLISECOND, MICROSECOND = 1e-3, 1e-6  # in seconds

Contender = Callable[..., object]


@dataclass(frozen=True, slots=True)
class Race:
    """Seconds for each call: one row for each input, one array for each contender."""

    seconds: Mapping[str, npt.NDArray[np.float64]]

    def median(self, name: str, unit: float = 1) -> float:
        """Return the median, in units of `unit` seconds."""
        return float(np.median(self.seconds[name])) / unit

    def ratio(self, name: str, other: str) -> float:
        """Return the median of one contender as a multiple of another's."""
        return self.median(name) / self.median(other)

    def quiet(self, name: str, unit: float = 1) -> float:
        """Return what nine of ten calls exceed: nearly the time on an idle machine."""
        return float(np.quantile(self.seconds[name], 0.1)) / unit

    def medians(self, unit: float = 1) -> dict[str, float]:
        """Return all medians."""
        return {name: self.median(name, unit) for name in self.seconds}


def race(contenders: Mapping[str, Contender], inputs: Iterable[tuple], *, number: int = 1) -> Race:
    """Time every contender on every input in turn, `number` calls at once; the first input only warms up."""
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    with no_garbage_collection():
        for args in inputs:
            for name, contender in contenders.items():
                start = perf_counter()
                for _ in range(number):
                    contender(*args)
                seconds[name].append((perf_counter() - start) / number)
    return Race({name: np.array(times[1:] or times) for name, times in seconds.items()})


def streams(contenders: Mapping[str, Contender], inputs: Sequence[tuple], *, rounds: int) -> Race:
    """Time every contender on all inputs in a row, then the next one: each finds its own data in the caches."""
    each: dict[str, list[Race]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, contender in contenders.items():
            each[name].append(race({name: contender}, inputs))
    return Race({name: np.concatenate([one.seconds[name] for one in races]) for name, races in each.items()})


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Keep the collector from striking one contender and not another."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()

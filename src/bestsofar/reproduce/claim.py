"""What a paper says, as a number with bounds, so that measurements can contradict it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf

import numpy as np

from bestsofar.reproduce.lines import Lines

DECIMALS = 9  # beyond them is rounding
SMALL_PARTS_BELOW = 100

Quantity = Callable[[Lines], float]


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of a paper.

    Parameters
    ----------
    where : the figure, table or section
    says : what the paper says
    quantity : what is measured, as text
    of : derives it from the lines of one set
    least, most : the bounds within which the claim holds
    sets : the sets it is about; none means all of the experiment
    exceptions : on how many sets it may fail
    together : whether it is about the mean over the sets
    whole : whether it is about whole sets, so that a part of the rows proves nothing
    paper : the numbers given in the paper, by set, or a single one
    """

    where: str
    says: str
    quantity: str
    of: Quantity
    least: float = -inf
    most: float = inf
    sets: tuple[str, ...] = ()
    exceptions: int = 0
    together: bool = False
    whole: bool = False
    paper: Mapping[str, float] | float | None = None

    @property
    def rule(self) -> str:
        """When it holds, as text."""
        given = {">=": self.least, "<=": self.most}
        bounds = [f"{sign} {number(bound)}" for sign, bound in given.items() if abs(bound) < inf]
        where = [
            *["on average"] * self.together,
            *[f"on all sets but {self.exceptions}"] * bool(self.exceptions),
            *["with all rows"] * self.whole,
        ]
        return ", ".join([" and ".join(bounds), *where])

    def judge(self, measured: Mapping[str, Lines], *, whole: bool = True) -> "Verdict":
        """Compare it with what was measured, set by set, on whole sets or a part of their rows."""
        about = [name for name in measured if not self.sets or name in self.sets]
        values = {name: round(float(self.of(measured[name])), DECIMALS) for name in about}
        return Verdict(self, values, can_judge=bool(values) and (whole or not self.whole))


@dataclass(frozen=True, slots=True)
class Verdict:
    """A claim and what was measured for it.

    Parameters
    ----------
    claim : the claim
    values : what was measured, by set
    can_judge : whether that is enough to judge it
    """

    claim: Claim
    values: Mapping[str, float]
    can_judge: bool

    @property
    def held(self) -> bool | None:
        """Whether it held; None if it cannot be judged."""
        if not self.can_judge:
            return None
        judged = [float(np.mean(list(self.values.values())))] if self.claim.together else list(self.values.values())
        failed = sum(not self.claim.least <= value <= self.claim.most for value in judged)
        return failed <= self.claim.exceptions

    @property
    def measured(self) -> str:
        """What was measured, as text."""
        listed = by_set(self.values)
        if self.claim.together and len(self.values) > 1:
            return f"{number(float(np.mean(list(self.values.values()))))} ({listed})"
        return listed

    @property
    def paper(self) -> str:
        """The numbers given in the paper, as text."""
        given = self.claim.paper
        return by_set(given) if isinstance(given, Mapping) else "" if given is None else number(given)


def by_set(values: Mapping[str, float]) -> str:
    """Write values with the names of their sets."""
    return ", ".join(f"{name} {number(value)}" for name, value in values.items())


def number(value: float) -> str:
    """Write a number as short as possible.

    >>> number(0.01234), number(88.571), number(12345.6)
    ('0.012', '88.6', '12346')
    """
    if value == 0 or abs(value) >= 1:
        return f"{value:.0f}" if abs(value) >= SMALL_PARTS_BELOW or value == 0 else f"{value:.3g}"
    return f"{value:.2g}"

"""Which object gets the next turn."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from bestsofar import _core
from bestsofar.base.floats import as_float
from bestsofar.base.gain import Gain
from bestsofar.base.integers import checked_int_or_none
from bestsofar.errors import InvalidParameter, Verbatim
from bestsofar.scheduling.releasable_score import ReleasableScore
from bestsofar.scheduling.state import Score, State

PATIENCE, MAX_PATIENCE = 64, 2**63 - 1


RULES: dict[str, Callable[[], _core.Policy]] = {
    "serial": _core.Policy.serial,
    "round-robin": _core.Policy.round_robin,
    "first-come": _core.Policy.first_come,
}
SCORES: dict[str, Callable[[], _core.Score]] = {
    "bsf": _core.bsf_score,
    "margin": _core.margin_score,
    "evidence": _core.evidence_score,
}
NAMES = (*RULES, *SCORES, "gain")


@dataclass(frozen=True, slots=True)
class Policy:
    """A score, and how long the objects it neglects must wait.

    Parameters
    ----------
    score : "bsf", "margin", "evidence", "gain", or a function of a `State`; the lowest gets the next turn. None is
        "gain" for a model with a gain table, else "evidence"
    patience : one turn in this many goes to the object whose last turn was longest ago, so that none of M waiting
        objects waits more than `patience * M` turns; None gives no such turns

    Examples
    --------
    >>> from bestsofar.scheduling import Policy
    >>> Policy("bsf", patience=16)
    Policy(score='bsf', patience=16)
    """

    score: str | Score | None = None
    patience: int | None = PATIENCE

    def __post_init__(self) -> None:
        """Refuse what is neither."""
        named = isinstance(self.score, str) and self.score in {*SCORES, "gain"}
        if not (self.score is None or callable(self.score) or named):
            raise InvalidParameter("Policy", "score", f"one of {', '.join(SCORES)}, gain, or a function", self.score)
        checked_int_or_none("Policy", "patience", self.patience)


AnyPolicy: TypeAlias = str | Score | Policy | None
FindGain: TypeAlias = Callable[[], Gain | None]


def releasable(policy: AnyPolicy) -> tuple[AnyPolicy, ReleasableScore | None]:
    """Return the policy, with a releasable score if that is a function, and this score."""
    given = policy.score if isinstance(policy, Policy) else policy
    if not callable(given):
        return policy, None
    score = ReleasableScore(given)
    return (Policy(score, policy.patience) if isinstance(policy, Policy) else score), score


def core_policy(who: str, policy: AnyPolicy, find_gain: FindGain) -> _core.Policy:
    """Return a policy as the core takes it."""
    if isinstance(policy, str) and policy in RULES:
        return RULES[policy]()
    if not isinstance(policy, Policy):
        if not (policy is None or callable(policy) or (isinstance(policy, str) and policy in NAMES)):
            raise InvalidParameter(who, "policy", f"one of {', '.join(NAMES)}, a Policy or a function", policy)
        policy = Policy(policy)
    return _core.Policy.by_score(_core_score(who, policy.score, find_gain), min(policy.patience or 0, MAX_PATIENCE))


def _core_score(who: str, score: str | Score | None, find_gain: FindGain) -> _core.Score:
    if callable(score):
        return _core.callable_score(_checked(who, score))
    if score in SCORES:
        return SCORES[score]()
    gain = find_gain()
    if gain is None and score is None:
        return _core.evidence_score()
    if gain is None:
        raise InvalidParameter(
            who, "policy", "a policy this model supports (it has no gain table: fit it again)", score
        )
    return _core.gain_score(gain.table, gain.opening, gain.total)


def _checked(who: str, score: Score) -> Callable[[tuple[int, float, float, float]], float]:
    def checked(state: tuple[int, float, float, float]) -> float:
        value = score(State(*state))
        try:
            number = math.nan if isinstance(value, (str, bytes)) else as_float(value)
        except (TypeError, ValueError):
            number = math.nan
        if math.isnan(number):
            got = Verbatim(f"a score that returned {value!r}")
            raise InvalidParameter(who, "policy", "a function that returns a number", got)
        return number

    return checked

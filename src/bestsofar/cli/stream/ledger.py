"""What became of a stream."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from bestsofar.base import AnytimeClassifier
from bestsofar.cli.options import lapse, size
from bestsofar.cli.readings import Key
from bestsofar.scheduling import Statistics

REFUSED, UNLEARNABLE, UNANSWERED = "refused", "unlearnable", "unanswered"
# What may happen to a line, for JSON and as text.
FATES = {REFUSED: "is refused", UNLEARNABLE: "is not learned", UNANSWERED: "has no answer"}


@dataclass
class Ledger:
    """What was counted so far; each number is written by only one thread.

    Parameters
    ----------
    tell : called for each line without a result, with its number, which of FATES, and why
    refused : lines that could not be read
    answered : answers that were printed
    labelled, right : of these, those whose line had a label, and those that were equal to it
    learned, unlearnable : labels that the model learned, and those that it could not
    """

    tell: Callable[[int, str, object], None]
    refused: int = 0
    answered: int = 0
    labelled: int = 0
    right: int = 0
    learned: int = 0
    unlearnable: int = 0

    def enter(self, answers: Iterable[tuple[Key, Any]]) -> None:
        """Count answers: the key of each, and its label."""
        for key, label in answers:
            self.answered += 1
            self.labelled += key.truth is not None
            self.right += key.truth is not None and bool(key.truth == label)

    def refuse(self, line: int, error: Exception) -> None:
        """Count and report a line that cannot be read."""
        self.refused += 1
        self.tell(line, REFUSED, error)

    def cannot_learn(self, line: int, error: Exception) -> None:
        """Count and report a line that cannot be learned."""
        self.unlearnable += 1
        self.tell(line, UNLEARNABLE, error)

    @property
    def accuracy(self) -> float | None:
        """The share of right answers, or None if no line had a label."""
        return self.right / self.labelled if self.labelled else None


def exact(ledger: Ledger, seen: Statistics, model: AnytimeClassifier) -> dict[str, Any]:
    """Return all figures, for machines; times are in seconds."""
    counts = ["refused", "answered", "labelled", "right", "learned", "unlearnable"]
    names = ["complete", "deadline", "evicted", "asked", "failed", "mean_wait", "longest_wait"]
    names += ["mean_overshoot", "longest_overshoot", "late", "seconds"]
    facts = {"lines": seen.submitted + ledger.refused, "accuracy": ledger.accuracy, "memory": model.nbytes}
    return facts | {name: getattr(ledger, name) for name in counts} | {name: getattr(seen, name) for name in names}


def readable(ledger: Ledger, seen: Statistics, model: AnytimeClassifier) -> dict[str, str]:
    """Return the most important figures, for people."""
    final = {
        "complete": seen.complete,
        "at the deadline": seen.deadline,
        "evicted": seen.evicted,
        "interrupted": seen.asked,
        "failed": seen.failed,
    }
    facts = {
        "answered": f"{ledger.answered} of {seen.submitted + ledger.refused} lines in {lapse(seen.seconds)}",
        "ended": ", ".join(f"{count} {how}" for how, count in final.items() if count) or "none",
        "waited": f"{lapse(seen.mean_wait)} on average, {lapse(seen.longest_wait)} at most",
    }
    if seen.deadline:
        late = f"{seen.late} by more than 1 ms"
        facts["overshoot"] = f"{lapse(seen.mean_overshoot)} on average, {lapse(seen.longest_overshoot)} at most, {late}"
    if ledger.refused:
        facts["refused"] = f"{ledger.refused} lines"
    if ledger.accuracy is not None:
        facts["right"] = f"{100 * ledger.accuracy:.2f} % of {ledger.labelled}"
    if ledger.learned or ledger.unlearnable:
        lost = f", {ledger.unlearnable} could not be" if ledger.unlearnable else ""
        facts["learned"] = f"{ledger.learned} labels{lost}"
    return facts | {"in memory": size(model.nbytes)}

"""What became of a stream."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from bestsofar.base import AnytimeClassifier
from bestsofar.cli.label_count import LabelCount
from bestsofar.cli.readings import Key
from bestsofar.cli.units import format_duration, format_size
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
    learned, unlearnable : labels that the model learned, and those that it could not
    count : of the answers to lines with a label
    """

    tell: Callable[[int, str, object], None]
    refused: int = 0
    answered: int = 0
    learned: int = 0
    unlearnable: int = 0
    count: LabelCount = field(default_factory=LabelCount)

    def enter(self, answers: Iterable[tuple[Key, Any]]) -> None:
        """Count answers: the key of each, and its label."""
        for key, label in answers:
            self.answered += 1
            self.count.add(label, key.truth)

    def refuse(self, line: int, error: Exception) -> None:
        """Count and report a line that cannot be read."""
        self.refused += 1
        self.tell(line, REFUSED, error)

    def cannot_learn(self, line: int, error: Exception) -> None:
        """Count and report a line that cannot be learned."""
        self.unlearnable += 1
        self.tell(line, UNLEARNABLE, error)


def exact(ledger: Ledger, seen: Statistics, model: AnytimeClassifier) -> dict[str, Any]:
    """Return all figures, for machines; times are in seconds."""
    counts = {
        "refused": ledger.refused,
        "answered": ledger.answered,
        "labelled": ledger.count.labelled,
        "right": ledger.count.right,
        "learned": ledger.learned,
        "unlearnable": ledger.unlearnable,
    }
    names = ["complete", "deadline", "evicted", "asked", "failed", "mean_wait", "longest_wait"]
    names += ["mean_overshoot", "longest_overshoot", "late", "seconds"]
    facts = {"lines": seen.submitted + ledger.refused, "accuracy": ledger.count.accuracy, "memory": model.nbytes}
    return facts | counts | {name: getattr(seen, name) for name in names}


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
        "answered": f"{ledger.answered} of {seen.submitted + ledger.refused} lines in {format_duration(seen.seconds)}",
        "ended": ", ".join(f"{count} {how}" for how, count in final.items() if count) or "none",
        "waited": f"{format_duration(seen.mean_wait)} on average, {format_duration(seen.longest_wait)} at most",
    }
    if seen.deadline:
        mean, longest = format_duration(seen.mean_overshoot), format_duration(seen.longest_overshoot)
        facts["overshoot"] = f"{mean} on average, {longest} at most, {seen.late} by more than 1 ms"
    if ledger.refused:
        facts["refused"] = f"{ledger.refused} lines"
    if ledger.count.labelled:
        facts["right"] = str(ledger.count)
    if ledger.learned or ledger.unlearnable:
        lost = f", {ledger.unlearnable} could not be" if ledger.unlearnable else ""
        facts["learned"] = f"{ledger.learned} labels{lost}"
    return facts | {"in memory": format_size(model.nbytes)}

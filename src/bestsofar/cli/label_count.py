"""Counting right answers."""

from dataclasses import dataclass
from typing import Any


@dataclass
class LabelCount:
    """How many answers could be compared with a label, and how many of these were right."""

    labelled: int = 0
    right: int = 0

    def add(self, answer: Any, truth: Any) -> None:
        """Compare an answer with the label in its line; None means that there was none."""
        if truth is not None:
            self.labelled += 1
            self.right += bool(truth == answer)

    @property
    def accuracy(self) -> float | None:
        """The share of right answers, or None if no line had a label."""
        return self.right / self.labelled if self.labelled else None

    def __str__(self) -> str:
        """Accuracy in percent, of how many."""
        return f"{100 * (self.accuracy or 0):.2f} % of {self.labelled}"

"""What is asked about every object, and the answers."""

from typing import Any, NamedTuple

from bestsofar.base import AnytimeClassifier


class Answers(NamedTuple):
    """The answers for some objects.

    Parameters
    ----------
    labels : one for each object
    details : for each object what else was asked for; empty if nothing was
    """

    labels: list[Any]
    details: list[tuple[Any, ...]]

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        """Both together."""
        if not self.details:
            return list(zip(self.labels))
        return [(label, *more) for label, more in zip(self.labels, self.details, strict=True)]


class Question(NamedTuple):
    """What is asked about every object."""

    model: AnytimeClassifier
    steps: int | None
    seconds: float | None
    proba: bool
    why: bool

    @property
    def fields(self) -> list[str]:
        """The names of the fields of an answer, without probabilities."""
        return ["label", *(("confidence", "steps", "why") if self.why else ())]

    @property
    def classes(self) -> list[str]:
        """The names of the probabilities in an answer."""
        return list(map(str, self.model.classes_.tolist())) if self.proba else []

    def answers(self, X: Any) -> Answers:
        """Answer for many objects."""
        if self.why:
            answers = [self._answer(x) for x in X]
            return Answers([label for label, *_ in answers], [tuple(more) for _, *more in answers])
        budget: dict[str, Any] = {"steps": self.steps, "seconds": self.seconds}
        if not self.proba:
            return Answers(self.model.predict(X, **budget).tolist(), [])
        shares = self.model.predict_proba(X, **budget)
        return Answers(self.model.classes_[shares.argmax(axis=1)].tolist(), list(map(tuple, shares.tolist())))

    def _answer(self, x: Any) -> tuple[Any, ...]:
        query = self.model.begin(x)
        left = None if self.steps is None else max(0, self.steps - query.steps)
        answer = query.refine(steps=left, seconds=self.seconds).answer
        shares = answer.proba.tolist() if self.proba else ()
        return (answer.label, round(answer.confidence, 4), answer.steps, answer.why, *shares)

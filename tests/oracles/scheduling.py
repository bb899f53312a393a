"""Many queries and one clock that counts steps (Shieh and Keogh 2010): every turn, as the rules say it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


@dataclass
class Object:
    """One object on its way."""

    number: int
    start: float
    steps: int
    last_turn: int  # in a count of all arrivals and turns
    end: float = 0
    why: str = ""


@dataclass
class Stream:
    """A run of the simulation.

    openings, totals: of each object, the steps that cannot be interrupted, and those of the whole query.
    score: of an object after a number of steps; the lowest is next.
    rule: "serial", "round-robin" or "score".
    patience: under "score", one turn in this many goes to the object that had none for longest; 0 means never.
    draws: for each object, a random number below 1: which one it drives out under "round-robin".
    newcomers_stay: whether room is made before a newcomer is one of those who may have to go.
    """

    openings: Sequence[int]
    totals: Sequence[int]
    score: Callable[[int, int], float]
    times: Sequence[float]
    end: float
    rule: str
    patience: int
    capacity: int
    grain: int
    draws: Sequence[float]
    newcomers_stay: bool = True
    clock: float = 0
    events: int = 0
    waiting: list[Object] = field(default_factory=list)  # the oldest first
    finished: dict[int, Object] = field(default_factory=dict)
    turns: list[int] = field(default_factory=list)

    def run(self) -> "Stream":
        """Go through the whole stream."""
        coming = list(range(len(self.times)))
        while True:
            while coming and self.times[coming[0]] <= self.clock:
                self.admit(coming.pop(0))
            if self.clock < self.end and self.waiting:
                self.turn()
            elif coming:
                self.clock = self.times[coming[0]]
            else:
                break
        for each in list(self.waiting):
            self.finish(each, "asked")
        return self

    def admit(self, number: int) -> None:
        """Begin an object, and make room for it."""
        self.events += 1
        new = Object(number, self.clock, self.openings[number], self.events)
        self.clock += new.steps
        if new.steps == self.totals[number]:
            self.finish(new, "complete")
            return
        most = 1 if self.rule == "serial" else self.capacity
        if self.newcomers_stay:
            self.evict(most - 1, self.draws[number])
        self.waiting.append(new)
        self.evict(most, self.draws[number])

    def evict(self, most: int, draw: float) -> None:
        """Keep at most `most` waiting."""
        while len(self.waiting) > most:
            self.finish(self.victim(draw), "evicted")

    def turn(self) -> None:
        """Give one object its steps."""
        chosen = self.next()
        self.turns.append(chosen.number)
        self.events += 1
        chosen.last_turn = self.events
        for _ in range(self.grain):
            if chosen.steps < self.totals[chosen.number] and self.clock < self.end:
                chosen.steps += 1
                self.clock += 1
        if chosen.steps == self.totals[chosen.number]:
            self.finish(chosen, "complete")

    def next(self) -> Object:
        """The object whose turn it is; of equals, the older."""
        impatient = self.patience and (len(self.turns) + 1) % self.patience == 0
        if self.rule != "score" or impatient:
            return min(self.waiting, key=lambda each: each.last_turn)
        return min(self.waiting, key=lambda each: self.score(each.number, each.steps))

    def victim(self, draw: float) -> Object:
        """The object that must go; of equals, the older."""
        if self.rule == "score":
            return max(self.waiting, key=lambda each: self.score(each.number, each.steps))
        line = sorted(self.waiting, key=lambda each: each.last_turn)
        return line[int(draw * len(line))]

    def finish(self, each: Object, why: str) -> None:
        """Make its answer final."""
        each.end, each.why = self.clock, why
        self.finished[each.number] = each
        if each in self.waiting:
            self.waiting.remove(each)


def gain(rows: Sequence[tuple[Sequence[float], Sequence[float]]], steps: Sequence[int], alike: Callable) -> list:
    """Learn, for each point of progress and each of 33 margins, the highest rate of gain until a later point.

    rows: of each object, its margin and what its label is worth, at each point of progress.
    alike: how much an object at one cell counts at another.
    """
    points, cells = range(len(steps)), range(33)

    def observations(now: int, later: int, cell: int) -> tuple[float, float]:
        weights = [alike(cell, round(margins[now] * 32)) for margins, _ in rows]
        brought = [value[later] - value[now] for _, value in rows]
        return sum(w * b for w, b in zip(weights, brought, strict=True)), sum(weights)

    def rate(now: int, later: int, cell: int) -> float:
        pairs = [(now, later, 1.0), (now - 1, later - 1, 0.5), (now + 1, later + 1, 0.5)]
        pooled = [(observations(a, b, cell), share) for a, b, share in pairs if a >= 0 and b < len(steps)]
        gained = sum(share * total for (total, _), share in pooled)
        return gained / (2 + sum(share * count for (_, count), share in pooled)) / (steps[later] - steps[now])

    return [
        [max((rate(now, later, cell) for later in points if steps[later] > steps[now]), default=0.0) for cell in cells]
        for now in points
    ]

"""What a scheduler has done so far."""

from typing import NamedTuple

from bestsofar import _core


class Statistics(NamedTuple):
    """What a scheduler has done so far; times are in seconds.

    Parameters
    ----------
    submitted : how many objects were submitted
    waiting : how many have no final answer yet
    complete, evicted, deadline, asked : how many answers became final for that reason
    failed : how many objects ended with an exception of a metric or a score
    turns, steps : how many were given, not counting openings
    seconds : since the start
    mean_wait, longest_wait : from submission to answer
    mean_overshoot, longest_overshoot : from deadline to answer
    late : how many answers came more than a millisecond after their deadlines
    """

    submitted: int
    waiting: int
    complete: int
    evicted: int
    deadline: int
    asked: int
    failed: int
    turns: int
    steps: int
    seconds: float
    mean_wait: float
    longest_wait: float
    mean_overshoot: float
    longest_overshoot: float
    late: int

    @property
    def share_evicted(self) -> float:
        """The share of answers that became final early, for want of room."""
        final = self.complete + self.evicted + self.deadline + self.asked + self.failed
        return self.evicted / final if final else 0.0

    @property
    def steps_per_second(self) -> float:
        """How many steps the workers have made in a second, over all the time."""
        return self.steps / self.seconds if self.seconds else 0.0

    @classmethod
    def of(cls, core: _core.Statistics) -> "Statistics":
        """Read what the core counted."""
        finished = dict(zip(_core.stop_names(), core.finished, strict=True))
        waits, overshoots = core.waits, core.overshoots
        return cls(
            core.submitted,
            core.waiting,
            finished["complete"],
            finished["evicted"],
            finished["deadline"],
            finished["asked"],
            core.failed,
            core.turns,
            core.steps,
            core.seconds,
            waits.sum / max(waits.count, 1),
            waits.most,
            overshoots.sum / max(overshoots.count, 1),
            overshoots.most,
            core.late,
        )

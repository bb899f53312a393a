"""What became of the objects of a simulated stream."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """What became of each object; times are in steps.

    Parameters
    ----------
    label : the answer of each object
    truth : what it should be
    steps : how many steps each got, its opening included
    start : when it arrived
    end : when its answer was final
    why : what ended the work: "complete", "evicted" for want of room, or "asked": the run was over
    turns : which object got each turn
    """

    label: npt.NDArray[Any]
    truth: npt.NDArray[Any]
    steps: npt.NDArray[np.uint64]
    start: npt.NDArray[np.float64]
    end: npt.NDArray[np.float64]
    why: npt.NDArray[np.str_]
    turns: npt.NDArray[np.uint32]

    @property
    def right(self) -> npt.NDArray[np.bool_]:
        """Which answers are right."""
        return np.asarray(self.label == self.truth)

    @property
    def accuracy(self) -> float:
        """The share of right answers, or NaN if there are no objects."""
        return float(self.right.mean()) if len(self.truth) else float("nan")

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw when each object arrived and left, and whether its answer was right; needs matplotlib.

        Parameters
        ----------
        ax : where to draw; a new figure if not given
        """
        import matplotlib.pyplot as plt

        axes = plt.subplots()[1] if ax is None else ax
        for right, color, name in [(True, "tab:green", "right"), (False, "tab:red", "wrong")]:
            objects = np.flatnonzero(self.right == right)
            axes.hlines(objects, self.start[objects], self.end[objects], color=color, label=name)
        axes.set(xlabel="time in steps", ylabel="object")
        axes.legend()
        return axes

"""How well a model did on a stream."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Mask: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """How accurate a model was on a stream, next to two baselines that never look at the records.

    Parameters
    ----------
    right : for each record that was answered, whether the answer was right
    no_change : whether the latest label known would have been
    majority : whether the most frequent label known would have been
    kappa : Cohen's: 0 is as good as chance with the same labels, 1 is always right
    window : how many records each point of `over_time` stands for
    """

    right: Mask
    no_change: Mask
    majority: Mask
    kappa: float
    window: int

    @property
    def accuracy(self) -> float:
        """The share of right answers."""
        return float(self.right.mean())

    @property
    def over_time(self) -> npt.NDArray[np.float64]:
        """The accuracy of each window, one after the other; the last may be shorter."""
        return self._over_time(self.right)

    @property
    def baselines(self) -> dict[str, float]:
        """The accuracy of the two baselines."""
        return {"No-Change": float(self.no_change.mean()), "Majority": float(self.majority.mean())}

    def plot(self, ax: "Axes | None" = None, **style: Any) -> "Axes":
        """Draw accuracy over time, the baselines dotted; needs matplotlib.

        Parameters
        ----------
        ax : where to draw; a new figure, with the baselines, if not given
        style : what matplotlib's `plot` takes: label, color, ...
        """
        import matplotlib.pyplot as plt

        axes = plt.subplots()[1] if ax is None else ax
        ends = np.minimum(np.arange(1, len(self.over_time) + 1) * self.window, len(self.right))
        axes.plot(ends, self.over_time, **{"label": "model", **style})
        if ax is None:
            for name, right in {"No-Change": self.no_change, "Majority": self.majority}.items():
                axes.plot(ends, self._over_time(right), linestyle=":", label=name)
            axes.set(xlabel="records", ylabel="accuracy")
        axes.legend()
        return axes

    def _over_time(self, right: Mask) -> npt.NDArray[np.float64]:
        starts = np.arange(0, len(right), self.window)
        return np.add.reduceat(right, starts, dtype=np.float64) / np.diff(starts, append=len(right))

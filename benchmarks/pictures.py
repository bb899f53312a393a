"""Curves as pictures, beside the figures of the same run."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy.typing as npt

from benchmarks.report import RESULTS

Curves = Mapping[str, npt.ArrayLike]


def panels(name: str, panels_of: Mapping[str, Curves], x: Sequence[float], *, xlabel: str, ylabel: str) -> None:
    """Draw one panel for each set, with one curve for each contender, and save it as `name`."""
    figure, axes = plt.subplots(1, len(panels_of), figsize=(4.5 * len(panels_of), 4), squeeze=False)
    for ax, (title, curves) in zip(axes.flat, panels_of.items(), strict=True):
        for label, y in curves.items():
            ax.plot(x, y, marker="." if len(x) < 20 else None, label=label)
        ax.set(title=title, xlabel=xlabel, ylabel=ylabel)
    axes.flat[0].legend(fontsize="small")
    RESULTS.mkdir(exist_ok=True)
    figure.savefig(RESULTS / f"{name}.png", bbox_inches="tight")
    plt.close(figure)

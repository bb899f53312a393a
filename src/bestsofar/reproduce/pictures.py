"""Lines as pictures; needs matplotlib."""

from collections.abc import Mapping
from pathlib import Path

from bestsofar.reproduce.lines import Lines

PANELS_IN_A_ROW = 4
FEW_PLACES = 20  # up to this many get markers
WIDE = 50  # from this ratio on, the scale is logarithmic


def panels(path: Path, lines_of: Mapping[str, Lines], *, xlabel: str, ylabel: str) -> None:
    """Draw one panel per set, with one line per contender; on a logarithmic scale if they differ in unit.

    Parameters
    ----------
    path : of the picture
    lines_of : what to draw, by set
    xlabel : what the places are
    ylabel : what the values are; none if each line has a unit of its own
    """
    from matplotlib.figure import Figure

    columns = min(PANELS_IN_A_ROW, len(lines_of))
    rows = -(-len(lines_of) // columns)
    figure = Figure(figsize=(4.5 * columns, 3.6 * rows), layout="constrained")
    grid = list(figure.subplots(rows, columns, squeeze=False).flat)
    for axes, (title, lines) in zip(grid, lines_of.items(), strict=False):
        for name, values in lines.y.items():
            axes.plot(lines.x, values, marker="." if len(values) < FEW_PLACES else None, label=name)
        axes.set(title=title, xlabel=xlabel, ylabel=ylabel, xscale=_scale(lines), yscale="linear" if ylabel else "log")
        axes.grid(alpha=0.3)
    for axes in grid[len(lines_of) :]:
        axes.remove()
    figure.axes[0].legend(fontsize="small")
    figure.savefig(path, dpi=110)


def _scale(lines: Lines) -> str:
    low, high = (float(end) for end in (lines.x[0], lines.x[-1]))
    return "log" if low > 0 and high / low >= WIDE else "linear"

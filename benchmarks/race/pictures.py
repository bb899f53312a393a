"""Pictures of the race, drawn from its result files, of quick ones apart: `python -m benchmarks.race.pictures`."""

from collections.abc import Callable

import matplotlib as mpl
import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from benchmarks.race import results
from benchmarks.race.results import Run


def anytime(axes: Axes, run: Run, style: dict) -> None:
    """Draw a line over the time of an answer; of a contender that takes its time, a point."""
    points = sorted(run.measured["points"], key=lambda point: point["median, us"])
    axes.plot([point["median, us"] for point in points], [point["accuracy, %"] for point in points], **style)
    axes.set(xscale="log", xlabel="microseconds for an answer, median", ylabel="accuracy, %")


def streams(axes: Axes, run: Run, style: dict) -> None:
    """Draw a point: how many records a second, and how many of them right."""
    axes.plot(run.measured["records/s"], run.measured["accuracy, %"], **style)
    axes.set(xscale="log", xlabel="records/s", ylabel="accuracy, %")


def draw(track: str, line: Callable[[Axes, Run, dict], None], *, quick: bool) -> None:
    """Draw one panel for each set, in which a contender always has the same colour and mark."""
    sets = {name: list(results.runs(track, name, quick=quick)) for name in results.sets(track, quick=quick)}
    names = sorted({run.name for runs in sets.values() for run in runs})
    styles = {
        name: {"color": f"C{place % 10}", "marker": "osv^DPX*"[place % 8], "markersize": 4, "label": name}
        for place, name in enumerate(names)
    }
    figure, panels = plt.subplots(1, len(sets), figsize=(4.5 * len(sets), 4), squeeze=False, layout="constrained")
    for axes, (name, runs) in zip(panels.flat, sets.items(), strict=True):
        axes.set_title(name)
        for run in runs:
            line(axes, run, styles[run.name])
    lines = {text: mark for axes in panels.flat for mark, text in zip(*axes.get_legend_handles_labels(), strict=True)}
    figure.legend(lines.values(), lines.keys(), fontsize="small", loc="outside right upper")
    picture = results.folder(quick=quick) / f"{track}.png"
    figure.savefig(picture)
    print(picture)


if __name__ == "__main__":
    mpl.use("Agg")
    for track, line in {"anytime": anytime, "streams": streams}.items():
        for quick in (False, True):
            if results.sets(track, quick=quick):
                draw(track, line, quick=quick)

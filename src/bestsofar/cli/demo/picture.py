"""The demo as a picture; needs matplotlib."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from bestsofar.cli.demo.replay import Course
from bestsofar.cli.demo.tasks import Task


def write(courses: Mapping[Task, Sequence[Course]], path: Path) -> None:
    """Draw the curves of all orders, one panel for each task, into a file."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.5 * len(courses), 3.6), layout="constrained")
    panels = figure.subplots(1, len(courses), squeeze=False)[0]
    for axes, (task, run) in zip(panels, courses.items(), strict=True):
        for course in run:
            course.curve.plot(axes, label=course.order)
        axes.set(title=task.name)
        axes.grid(alpha=0.3)
        axes.legend(loc="lower right")
    figure.savefig(path, dpi=150)

"""The demo as a picture; needs matplotlib."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bestsofar.cli.demo.mail import Delivery, Mail
from bestsofar.cli.demo.replay import Course
from bestsofar.cli.demo.tasks import Task

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WINDOW = 200  # objects


def write(mail: Mail, deliveries: Mapping[str, Delivery], courses: Mapping[Task, Sequence[Course]], path: Path) -> None:
    """Draw what became of the mail under all policies and, in one panel per task, the curves of all orders."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.5 * len(courses), 6.6), layout="constrained")
    grid = figure.add_gridspec(2, len(courses))
    _draw_mail(figure.add_subplot(grid[0, :]), mail, deliveries)
    for place, (task, run) in enumerate(courses.items()):
        axes = figure.add_subplot(grid[1, place])
        for course in run:
            course.curve.plot(axes, label=course.order)
        axes.set(title=task.name)
        axes.grid(alpha=0.3)
        axes.legend(loc="lower right")
    figure.savefig(path, dpi=150)


def _draw_mail(axes: "Axes", mail: Mail, deliveries: Mapping[str, Delivery]) -> None:
    times = np.cumsum(mail.gaps)
    windows = np.array_split(np.arange(len(times)), max(1, len(times) // WINDOW))
    for policy, run in deliveries.items():
        shares = [run.right[window].mean() for window in windows]
        axes.plot([times[window].mean() for window in windows], shares, label=policy)
    axes.fill_between(times, 0, 1, mail.busy, transform=axes.get_xaxis_transform(), alpha=0.1, label="burst")
    axes.set(title=mail.task.name, xlabel="seconds", ylabel="accuracy", ylim=(0, 1.02))
    axes.grid(alpha=0.3)
    axes.legend(loc="lower left", ncols=len(deliveries) + 1)

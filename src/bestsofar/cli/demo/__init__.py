"""`bestsofar demo`: what an order is worth, on two sets, by count and by clock."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from bestsofar.cli.demo import picture, report, tasks
from bestsofar.cli.demo.replay import Course, replay

__all__ = ["demo"]


def demo(
    output: Annotated[Path, typer.Option(dir_okay=False, help="Where to put the picture of the curves.")] = Path(
        "bestsofar-demo.png"
    ),
    quick: Annotated[bool, typer.Option("--quick", help="Take a tenth of the data.")] = False,
) -> None:
    """Learn two sets in three orders, and replay streams of new objects under several budgets."""
    console = Console(highlight=False)
    courses: dict[tasks.Task, list[Course]] = {task: [] for task in tasks.all_tasks(quick=quick)}
    for task, order in report.track([(task, order) for task in courses for order in tasks.ORDERS]):
        courses[task].append(replay(task, order))
    for task, run in courses.items():
        report.show(console, task, run)
    _draw(console, courses, output)


def _draw(console: Console, courses: dict[tasks.Task, list[Course]], output: Path) -> None:
    try:
        picture.write(courses, output)
    except ImportError:
        console.print("For a picture of the curves: pip install 'bestsofar\\[plot]'")
    except (OSError, ValueError) as error:
        Console(stderr=True).print(
            f"{output} cannot be written: {error}", markup=False, highlight=False, soft_wrap=True
        )
        raise typer.Exit(1) from None
    else:
        console.print(f"The curves are in {output}", markup=False, soft_wrap=True)

"""`bestsofar demo`: a stream in bursts, answered in time; and what an order gains, by steps and by the clock."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from bestsofar.cli.console import Console
from bestsofar.cli.demo import picture, report, tasks
from bestsofar.cli.demo.mail import deliver_all, mail
from bestsofar.cli.demo.replay import Course, replay
from bestsofar.cli.outputs import check_picture
from bestsofar.cli.progress import track, working

__all__ = ["demo"]


def demo(
    output: Annotated[Path, typer.Option(help="Picture of the curves to write.")] = Path("bestsofar-demo.png"),
    quick: Annotated[bool, typer.Option("--quick", help="Use a tenth of the data.")] = False,
) -> None:
    """Train, and answer a stream that arrives in bursts; compare policies, orders and budgets."""
    console, errors = Console(highlight=False), Console(stderr=True)
    with suppress(ImportError), _told(output):
        check_picture(output)
    with working("learning digits"):
        post = mail(quick=quick)
    deliveries = deliver_all(post, errors)
    report.show_mail(console, post, deliveries)
    courses: dict[tasks.Task, list[Course]] = {task: [] for task in tasks.all_tasks(quick=quick)}
    work = [(task, order) for task in courses for order in tasks.ORDERS]
    for task, order in track(work, lambda each: f"{type(each[1]).__name__} on {each[0].name}"):
        courses[task].append(replay(task, order))
    for task, run in courses.items():
        report.show(console, task, run)
    _draw(console, output, partial(picture.write, post, deliveries, courses))


def _draw(console: Console, output: Path, write: Callable[[Path], None]) -> None:
    try:
        with _told(output):
            write(output)
    except ImportError:
        console.print("For a picture of the curves: pip install 'bestsofar\\[plot]'")
    else:
        console.print(f"The curves are in {output}", markup=False, emoji=False, soft_wrap=True)


@contextmanager
def _told(output: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        typer.echo(f"bestsofar: {output} cannot be written: {error}", err=True)
        raise typer.Exit(1) from None

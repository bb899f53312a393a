"""The demo on the screen: tables."""

from collections.abc import Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from bestsofar.cli.demo.mail import BUSY, DEADLINE, Delivery, Mail
from bestsofar.cli.demo.replay import SECONDS, SHARES, Course, steps_of_shares
from bestsofar.cli.demo.tasks import Task
from bestsofar.cli.units import format_duration


def show(console: Console, task: Task, courses: Sequence[Course]) -> None:
    """Print how all orders did on one task."""
    sizes = f"{len(task.y):,} exemplars, {len(task.y_new):,} new objects"
    console.rule(f"[bold]{task.name[0].upper()}{task.name[1:]}[/]: {sizes}", align="left")
    console.print(_by_steps(task, courses))
    console.print(_by_clock(courses))


def show_mail(console: Console, mail: Mail, deliveries: Mapping[str, Delivery]) -> None:
    """Print how all policies did on the mail."""
    sizes = f"{len(mail.task.y):,} exemplars, {len(mail.gaps):,} new objects"
    console.rule(f"[bold]Digits on envelopes[/]: {sizes}", align="left")
    console.print(
        f"Learned in {format_duration(mail.fit_seconds)}; new ones come in bursts, "
        f"{BUSY:.0f} times as many as can be read"
    )
    console.print(f"to the end, and each must be answered within {format_duration(DEADLINE)}.")
    console.print(_by_policy(mail, deliveries))


def _by_policy(mail: Mail, deliveries: Mapping[str, Delivery]) -> Table:
    table = _table("Who gets the next moment: right labels, how they ended, how late", "policy")
    for name in ("all\nright", "in bursts\nright", "\ncomplete", "\ndeadline", "late by\n(mean)", "late over\n1 ms"):
        table.add_column(name, justify="right")
    overall = _best([run.right.mean() for run in deliveries.values()])
    in_bursts = _best([run.right[mail.busy].mean() for run in deliveries.values()])
    for (policy, run), *right in zip(deliveries.items(), overall, in_bursts, strict=True):
        late_by = format_duration(run.overshoot / max(run.deadline, 1))
        table.add_row(policy, *right, f"{run.complete:,}", f"{run.deadline:,}", late_by, f"{run.late:,}")
    return table


def _by_steps(task: Task, courses: Sequence[Course]) -> Table:
    table = _table("Right labels after a share of the steps")
    for share, steps in zip(SHARES, steps_of_shares(len(task.y)), strict=True):
        table.add_column(f"{share:.0%}\n{steps:,}", justify="right")
    table.add_column("seconds\nto learn", justify="right")
    cells = zip(*[_best(column) for column in zip(*[course.accuracy for course in courses], strict=True)], strict=True)
    for course, accuracy in zip(courses, cells, strict=True):
        table.add_row(course.order, *accuracy, f"{course.fit_seconds:.2f}")
    return table


def _by_clock(courses: Sequence[Course]) -> Table:
    table = _table("With a time limit: right labels, mean steps, how late 1 in 100 was")
    for seconds in SECONDS:
        table.add_column(f"{_micro(seconds)}\nright", justify="right")
        table.add_column("\nsteps", justify="right")
        table.add_column("\nlate", justify="right")
    by_budget = zip(*[course.timed for course in courses], strict=True)
    best = zip(*[_best([run.accuracy for run in runs]) for runs in by_budget], strict=True)
    for course, accuracy in zip(courses, best, strict=True):
        runs = zip(accuracy, course.timed, strict=True)
        cells = ((right, f"{run.steps:,.0f}", f"[dim]{_micro(run.late)}[/]") for right, run in runs)
        table.add_row(course.order, *(cell for group in cells for cell in group))
    return table


def _table(title: str, rows: str = "order") -> Table:
    table = Table(title=title, title_justify="left", title_style="italic", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column(f"\n{rows}", no_wrap=True)
    return table


def _best(shares: Sequence[float]) -> list[str]:
    """Write shares as percentages and mark the highest, unless all are equal."""
    texts = [f"{share:.1%}" for share in shares]
    best = f"{max(shares):.1%}" if len(set(texts)) > 1 else None
    return [f"[bold green]{text}[/]" if text == best else text for text in texts]


def _micro(seconds: float) -> str:
    return f"{seconds * 1e6:.0f} us"

"""The report: one Markdown file with pictures."""

from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from bestsofar.reproduce.claim import number
from bestsofar.reproduce.experiment import Experiment, Outcome, Paper
from bestsofar.reproduce.lines import Lines
from bestsofar.reproduce.pictures import panels
from bestsofar.reproduce.verdicts import HEADINGS, cells, gaps, tally
from bestsofar.storage.atomic import write_whole

COLUMNS_AT_MOST = 8
Outcomes = Mapping[str, Sequence[Outcome]]  # of each paper, by its name


def write(path: Path, papers: Sequence[Paper], outcomes: Outcomes, *, quick: bool) -> None:
    """Write the report so far.

    Parameters
    ----------
    path : of the report; pictures are in the same folder
    papers : the papers to report on
    outcomes : the measurements of each so far
    quick : whether only a part was asked for
    """
    lines = [*_opening(papers, outcomes, quick=quick)]
    for paper in papers:
        lines += _section(path.parent, paper, outcomes.get(paper.name, ()))
    write_whole(path, ["\n".join(lines).encode() + b"\n"])


def draw(folder: Path, paper: Paper, outcome: Outcome) -> None:
    """Draw an outcome, if it is a figure and matplotlib is installed."""
    experiment, measured = outcome.experiment, outcome.measured
    if not measured or not next(iter(measured.values())).is_figure:
        return
    try:
        panels(_picture(folder, paper, experiment), measured, xlabel=experiment.xlabel, ylabel=experiment.ylabel)
    except ImportError:
        return


def _picture(folder: Path, paper: Paper, experiment: Experiment) -> Path:
    return folder / paper.name / f"{experiment.name}.png"


def _opening(papers: Sequence[Paper], outcomes: Outcomes, *, quick: bool) -> Iterator[str]:
    yield "# Reproducing the papers"
    yield ""
    yield f"Written by `bestsofar reproduce{' --quick' * quick}`, version {version('bestsofar')}."
    yield "Every number is measured, but those in columns and rows that say *paper*. A claim holds if the number"
    yield "measured for it keeps the bounds given."
    yield ""
    for paper in papers:
        yield f"- [{paper.title}](#{_anchor(paper)}): {tally(outcomes.get(paper.name, ()))}."
    yield ""


def _anchor(paper: Paper) -> str:
    return "".join(letter for letter in paper.title.lower().replace(" ", "-") if letter.isalnum() or letter == "-")


def _section(folder: Path, paper: Paper, outcomes: Sequence[Outcome]) -> Iterator[str]:
    yield f"## {paper.title}"
    yield ""
    yield "  \n".join(gaps(outcomes))
    yield ""
    for outcome in outcomes:
        yield from _experiment(folder, paper, outcome)
    yield "### Not shown again"
    yield ""
    yield from (f"- {what}: {why}" for what, why in paper.left_out.items())
    started = {outcome.experiment.name for outcome in outcomes}
    yield from (f"- {each.title}: not yet." for each in paper.experiments if each.name not in started)
    yield ""


def _experiment(folder: Path, paper: Paper, outcome: Outcome) -> Iterator[str]:
    experiment = outcome.experiment
    yield f"### {experiment.title}"
    yield ""
    yield f"Done with {outcome.scale}."
    yield ""
    yield from _markdown(HEADINGS, [cells(verdict) for verdict in outcome.verdicts])
    picture = _picture(folder, paper, experiment)
    if picture.exists():
        yield f"![{experiment.title}]({picture.relative_to(folder).as_posix()})"
        yield ""
    yield from _values(experiment, outcome.measured)


def _values(experiment: Experiment, measured: Mapping[str, Lines]) -> Iterator[str]:
    """Make a table of the measurements, and below them the paper's."""
    if not measured:
        return
    places = _places(next(iter(measured.values())))
    x = next(iter(measured.values())).x
    rows = []
    for name, lines in measured.items():
        for contender, values in lines.y.items():
            rows.append([name, contender, *(number(values[place]) for place in places)])
        for contender, values in experiment.paper.get(name, {}).items():
            rows.append([name, f"{contender}, *paper*", *(number(values[place]) for place in places)])
    yield from _markdown(["set", experiment.xlabel, *(_heading(x[place]) for place in places)], rows)


def _places(lines: Lines) -> list[int]:
    """Choose the columns: all, or some from the first to the last."""
    last = len(lines.x) - 1
    if last < COLUMNS_AT_MOST:
        return list(range(last + 1))
    return [round(last * column / (COLUMNS_AT_MOST - 1)) for column in range(COLUMNS_AT_MOST)]


def _heading(place: float | str) -> str:
    return place if isinstance(place, str) else number(place)


def _markdown(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield _row(headings)
    yield _row(["---"] * len(headings))
    yield from map(_row, rows)
    yield ""


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"

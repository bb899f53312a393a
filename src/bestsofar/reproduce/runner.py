"""Measures what is not yet measured."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from bestsofar.reproduce.experiment import Experiment, Outcome, Paper, Scale
from bestsofar.reproduce.lines import Lines, mean
from bestsofar.reproduce.results import Results

COLUMNS = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))


class Runner:
    """Runs experiments, and keeps every part as soon as it is done.

    Parameters
    ----------
    folder : where results are kept; those of an earlier run are reused
    quick : whether to do only a part
    """

    def __init__(self, folder: Path, *, quick: bool) -> None:
        self.folder = folder
        self.quick = quick

    def run(self, papers: Sequence[Paper]) -> Iterator[tuple[Paper, Outcome]]:
        """Measure experiment after experiment, with a bar on standard error if that is a terminal."""
        console = Console(stderr=True)
        work = [(paper, experiment) for paper in papers for experiment in paper.experiments]
        with Progress(*COLUMNS, console=console, transient=True, disable=not console.is_terminal) as bar:
            task = bar.add_task("", total=sum(len(each.parts(self.scale(each))) for _, each in work))
            for paper, experiment in work:
                parts: dict[str, list[Lines]] = {}
                for name, fold in experiment.parts(self.scale(experiment)):
                    bar.update(task, description=f"{paper.name}: {experiment.title}, {name}")
                    parts.setdefault(name, []).append(self.part(paper, experiment, name, fold))
                    bar.advance(task)
                measured = {name: mean(folds) for name, folds in parts.items()}
                yield paper, Outcome(experiment, self.scale(experiment), measured)

    def part(self, paper: Paper, experiment: Experiment, name: str, fold: int) -> Lines:
        """Return a kept result, or measure and keep it."""
        scale, results = self.scale(experiment), Results(self.folder / paper.name)
        lines = results.find(experiment, scale, name, fold)
        if lines is None:
            lines = experiment.measure(name, fold, scale.rows)
            results.keep(experiment, scale, name, fold, lines)
        return lines

    def scale(self, experiment: Experiment) -> Scale:
        """Return how much of an experiment is to be done."""
        return experiment.quick if self.quick else experiment.full

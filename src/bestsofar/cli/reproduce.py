"""`bestsofar reproduce`: the figures and tables of the papers."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bestsofar.cli.console import Console
from bestsofar.cli.options import AsJson
from bestsofar.errors import InvalidParameter

if TYPE_CHECKING:
    from bestsofar.reproduce.experiment import Outcome, Paper

WIDE = 150


def reproduce(
    paper: Annotated[
        str | None, typer.Argument(help="anytime-nn, polishing, incremental-exemplars, lazy-tree or bayes-tree.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Minutes, not hours: use some rows of some folds.")] = False,
    output: Annotated[
        Path,
        typer.Option(
            file_okay=False, help="Folder for results, pictures and the report; an interrupted run resumes from it."
        ),
    ] = Path("bestsofar-reproduce"),
    as_json: AsJson = False,
) -> None:
    """Check which of the papers' claims hold."""
    from bestsofar.reproduce import PAPERS, Runner, report  # takes longer to import than other verbs take to run

    if paper is not None and paper not in PAPERS:
        raise InvalidParameter("bestsofar", "paper", f"one of {', '.join(PAPERS)}", paper)
    asked = [PAPERS[paper]] if paper else list(PAPERS.values())
    folder = output / ("quick" if quick else "full")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{paper or 'report'}.md"
    outcomes: dict[str, list[Outcome]] = {each.name: [] for each in asked}
    for done, outcome in Runner(folder, quick=quick).run(asked):
        outcomes[done.name].append(outcome)
        report.draw(folder, done, outcome)
        report.write(path, asked, outcomes, quick=quick)  # the report so far, if the rest is stopped
    if as_json:
        typer.echo(json.dumps([fact for each in asked for fact in _facts(each, outcomes[each.name])]))
    else:
        _show(asked, outcomes, path, quick=quick)


def _show(papers: "list[Paper]", outcomes: "Mapping[str, list[Outcome]]", report: Path, *, quick: bool) -> None:
    from bestsofar.reproduce import screen

    console = Console()
    console.width = max(console.width, WIDE)  # a narrow table would be folded to pieces
    for paper in papers:
        screen.show(console, paper, outcomes[paper.name])
    if quick:
        console.print("Measured on some rows of some folds; the report says how many.", highlight=False)
    console.print(f"The report is in {report}", markup=False, highlight=False, soft_wrap=True)


def _facts(paper: "Paper", outcomes: "list[Outcome]") -> list[dict[str, Any]]:
    return [
        {
            "paper": paper.name,
            "where": verdict.claim.where,
            "says": verdict.claim.says,
            "quantity": verdict.claim.quantity,
            "holds if": verdict.claim.rule,
            "measured": verdict.values,
            "held": verdict.held,
            "missing": outcome.experiment.missing_sets + outcome.experiment.missing_packages,
        }
        for outcome in outcomes
        for verdict in outcome.verdicts
    ]

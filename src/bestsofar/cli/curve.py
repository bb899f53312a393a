"""`bestsofar curve`: accuracy as a function of the steps."""

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.table import Table

from bestsofar.base import AnytimeClassifier
from bestsofar.base.labels import check_truth
from bestsofar.cli.batch import Batch
from bestsofar.cli.console import Console
from bestsofar.cli.labels import Labels
from bestsofar.cli.models import opened
from bestsofar.cli.options import AsJson, Data, Label, ModelPath, report
from bestsofar.cli.outputs import check_picture
from bestsofar.cli.progress import track
from bestsofar.cli.tables import labelled
from bestsofar.errors import InvalidRecords, Verbatim
from bestsofar.evaluation import AnytimeCurve

AT_ONCE = 500  # objects


def curve(
    model: ModelPath,
    data: Data,
    steps: Annotated[list[int], typer.Option(help="Number of steps (repeatable). Default: powers of 2.")] = [],  # noqa: B006 - typer's way to say that there may be none
    output: Annotated[Path | None, typer.Option(help="Picture to write.")] = None,
    label: Label = "label",
    as_json: AsJson = False,
) -> None:
    """Measure the accuracy after different numbers of steps."""
    if output is not None:
        _check_picture(output, model, data)
    loaded, names = opened(model)
    X, y = _known(labelled(data, label).arranged(names), Labels(loaded.classes_))
    check_truth(y, "bestsofar", loaded.classes_, "data")
    measured = _measure(loaded, X, y, steps or _powers(loaded.begin(X[0]).refine().steps))
    if output is not None:
        _draw(measured, output)
    if as_json:
        facts = {"steps": measured.steps.tolist(), "accuracy": measured.accuracy.tolist(), "avg": measured.avg}
        report(facts, as_json=True)
        return
    table = Table("steps", "accuracy", title=f"{len(y)} objects")
    for count, accuracy in zip(measured.steps, measured.accuracy, strict=True):
        table.add_row(str(count), f"{100 * accuracy:.2f} %")
    Console(highlight=False).print(table)


def _known(batch: Batch, labels: Labels) -> tuple[Any, Any]:
    """Return the objects whose labels are known, and these labels."""
    truths = np.array([labels.read(cell) for cell in batch.cells or ()], dtype=object)
    told = [row for row, truth in enumerate(truths) if truth is not None]
    if not told:
        raise InvalidRecords("bestsofar", "data", "a table with labels", Verbatim("none in any row"))
    X = batch.X[told] if isinstance(batch.X, np.ndarray) else [batch.X[row] for row in told]
    return X, truths[told]


def _measure(model: AnytimeClassifier, X: Any, y: Any, steps: list[int]) -> AnytimeCurve:
    """Measure part after part, to show progress."""
    parts = [slice(start, start + AT_ONCE) for start in range(0, len(y), AT_ONCE)]
    checkpoints = sorted(set(steps))
    right = [
        (model.labels_after(X[part], checkpoints) == y[part, np.newaxis]).sum(axis=0)
        for part in track(parts, lambda part: f"from object {part.start}")
    ]
    return AnytimeCurve(np.array(checkpoints), np.sum(right, axis=0) / len(y))


def _powers(total: int) -> list[int]:
    return [2**power for power in range(total.bit_length()) if 2**power < total] + [total]


def _check_picture(output: Path, *inputs: Path) -> None:
    try:
        check_picture(output, *inputs)
    except ImportError:
        typer.echo("For a picture of the curve: pip install 'bestsofar[plot]'", err=True)
        raise typer.Exit(1) from None


def _draw(measured: AnytimeCurve, output: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(layout="constrained")
    measured.plot(figure.subplots()).grid(alpha=0.3)
    figure.savefig(output, dpi=150)

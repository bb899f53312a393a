"""`bestsofar fit`: from a table to a model file."""

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from bestsofar.base import AnytimeClassifier
from bestsofar.base.storable import STORABLE
from bestsofar.cli.estimators import know_categories, make
from bestsofar.cli.labels import to_learn
from bestsofar.cli.models import put_names
from bestsofar.cli.options import AsJson, Data, Label, Settings, report
from bestsofar.cli.outputs import check_output
from bestsofar.cli.progress import working
from bestsofar.cli.tables import labelled
from bestsofar.cli.units import format_size
from bestsofar.storage import save

MODELS = sorted(
    name.lower().removesuffix("classifier") for name, kind in STORABLE.items() if issubclass(kind, AnytimeClassifier)
)


def fit(
    data: Data,
    output: Annotated[Path, typer.Argument(help="Model file to write.", show_default=False)],
    model: Annotated[str, typer.Option(help=f"Kind of model: {', '.join(MODELS)}.")] = "neighbors",
    settings: Settings = [],  # noqa: B006 - typer's way to say that there may be none
    label: Label = "label",
    as_json: AsJson = False,
) -> None:
    """Train a model on a table and save it."""
    check_output(output, data)
    batch = labelled(data, label)
    X, y = batch.X, to_learn(batch.labels)
    learner = make(AnytimeClassifier, model, settings, option="--model")
    if not batch.is_numeric:
        know_categories(learner, settings)
    start = perf_counter()
    with working(f"learning {len(y)} objects"):
        learner.fit(X, y)
    seconds = perf_counter() - start
    put_names(learner, batch.names)
    save(learner, output)
    facts = {
        "model": repr(learner),
        "objects": len(y),
        "features": learner.n_features_in_,
        "classes": len(learner.classes_),
        "learned in": f"{seconds:.3g} s",
        "in memory": format_size(learner.nbytes),
        "file": f"{output} ({format_size(output.stat().st_size)})",
    }
    exact = {"learned in": seconds, "in memory": learner.nbytes, "file": output, "bytes": output.stat().st_size}
    report(facts | exact if as_json else facts, as_json=as_json)

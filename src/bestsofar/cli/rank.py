"""`bestsofar rank`: which rows of a table matter most."""

import json
from typing import Annotated

import typer

from bestsofar.cli.options import AsJson, Data, Label, Settings, know_categories, make
from bestsofar.cli.progress import working
from bestsofar.cli.tables import labelled
from bestsofar.exemplars import Ranker


def rank(
    data: Data,
    scheme: Annotated[str, typer.Option(help="GreedyRank, SimpleRank, HeirRank, Drop1 to Drop5, EBEL, RandomRank.")] = (
        "GreedyRank"
    ),
    keep: Annotated[float | None, typer.Option(help="Only so many, or such a share of them.")] = None,
    settings: Settings = [],  # noqa: B006 - typer's way to say that there may be none
    label: Label = "label",
    as_json: AsJson = False,
) -> None:
    """Print the numbers of the rows, the first being 0, best exemplars first."""
    X, y = batch = labelled(data, label)
    ranker = make(Ranker, scheme, settings)
    if not batch.is_numeric:
        know_categories(ranker)
    with working(f"ranking {len(y)} objects"):
        if keep is None:
            rows = ranker.rank(X, y)
        else:
            ranker.set_params(n_exemplars=int(keep) if keep >= 1 else keep).fit_resample(X, y)
            rows = ranker.sample_indices_
    typer.echo(json.dumps(rows.tolist()) if as_json else "\n".join(map(str, rows.tolist())))

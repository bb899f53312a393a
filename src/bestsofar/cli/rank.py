"""`bestsofar rank`: which rows of a table matter most."""

import json
import re
from contextlib import suppress
from typing import Annotated

import typer

from bestsofar.base.storable import STORABLE
from bestsofar.cli.estimators import know_categories, make
from bestsofar.cli.labels import to_learn
from bestsofar.cli.options import AsJson, Data, Label, Settings
from bestsofar.cli.progress import working
from bestsofar.cli.tables import labelled
from bestsofar.exemplars import Ranker

SCHEMES = sorted(name for name, kind in STORABLE.items() if issubclass(kind, Ranker))


def count_or_share(text: str) -> float:
    """Read `5`, a number of rows, or `0.1`, a share of them; `1.0` is all.

    >>> count_or_share("5"), count_or_share("1e-1"), count_or_share("1.0")
    (5, 0.1, 1.0)
    """
    with suppress(ValueError):
        if re.fullmatch(r"\+?[0-9]+", str(text)):
            if int(text) >= 1:
                return int(text)
        elif 0 < float(text) <= 1:
            return float(text)
    raise typer.BadParameter(f"{text!r} is neither a number of rows such as 5 nor a share in (0, 1] such as 0.1")


def rank(
    data: Data,
    scheme: Annotated[str, typer.Option(help=f"Exemplar scheme: {', '.join(SCHEMES)}.")] = "GreedyRank",
    keep: Annotated[
        float | None,
        typer.Option(
            parser=count_or_share, metavar="NUMBER", help="Number (5) or share (0.1) of rows to keep. Default: all."
        ),
    ] = None,
    settings: Settings = [],  # noqa: B006 - typer's way to say that there may be none
    label: Label = "label",
    as_json: AsJson = False,
) -> None:
    """Print 0-based row numbers, best exemplars first."""
    batch = labelled(data, label)
    X, y = batch.X, to_learn(batch.labels)
    ranker = make(Ranker, scheme, settings, option="--scheme")
    if not batch.is_numeric:
        know_categories(ranker, settings)
    if keep is not None:
        ranker.set_params(n_exemplars=keep)
    with working(f"ranking {len(y)} objects"):
        if ranker.n_exemplars is None:
            rows = ranker.rank(X, y)
        else:
            ranker.fit_resample(X, y)
            rows = ranker.sample_indices_
    typer.echo(json.dumps(rows.tolist()) if as_json else "\n".join(map(str, rows.tolist())))

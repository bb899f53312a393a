"""`bestsofar info`: what is in a model file."""

from typing import Annotated, Any

import typer

from bestsofar.cli.options import AsJson, ModelPath, report
from bestsofar.cli.units import format_size
from bestsofar.storage import load
from bestsofar.storage.file import ModelFile


def info(
    model: ModelPath,
    verify: Annotated[bool, typer.Option("--verify", help="Read the whole file and compare checksums.")] = False,
    as_json: AsJson = False,
) -> None:
    """Describe a model file."""
    file = ModelFile.open(model)
    loaded = load(model, verify=verify)
    facts: dict[str, Any] = {"model": repr(loaded), "format": file.format}
    facts["file"] = file.size if as_json else format_size(file.size)
    if hasattr(loaded, "classes_"):
        facts["classes"] = loaded.classes_.tolist() if as_json else ", ".join(map(str, loaded.classes_))
    if hasattr(loaded, "n_features_in_"):
        facts["features"] = loaded.n_features_in_
    for entry in file.entries:
        shape = list(entry.shape)
        exact = {"dtype": entry.dtype, "shape": shape, "bytes": entry.nbytes}
        facts[f"array {entry.name}"] = exact if as_json else f"{entry.dtype} {shape} {format_size(entry.nbytes)}"
    report(facts, as_json=as_json)

"""`bestsofar info`: what a model file is."""

from typing import Annotated, Any

import typer

from bestsofar.cli.options import AsJson, ModelPath, report, size
from bestsofar.storage import load
from bestsofar.storage.file import ModelFile


def info(
    model: ModelPath,
    verify: Annotated[bool, typer.Option("--verify", help="Read all of it, and compare checksums.")] = False,
    as_json: AsJson = False,
) -> None:
    """Tell what a model file is."""
    file = ModelFile.open(model)
    loaded = load(model, verify=verify)
    facts: dict[str, Any] = {"model": repr(loaded), "format": file.format, "file": size(file.size)}
    if hasattr(loaded, "classes_"):
        facts["classes"] = ", ".join(map(str, loaded.classes_))
    if hasattr(loaded, "n_features_in_"):
        facts["features"] = loaded.n_features_in_
    for entry in file.entries:
        facts[f"array {entry.name}"] = f"{entry.dtype} {list(entry.shape)} {size(entry.nbytes)}"
    report(facts, as_json=as_json)

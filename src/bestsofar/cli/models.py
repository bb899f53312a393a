"""Models from files, as the verbs use them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bestsofar.base import AnytimeClassifier
from bestsofar.base.classifier import NAMES
from bestsofar.errors import InvalidFile, Verbatim
from bestsofar.storage import load


def opened(path: Path) -> tuple[AnytimeClassifier, list[str] | None]:
    """Load a fitted classifier of table rows, and return it with the names of its columns, if it has any.

    The names are removed from the model: with them, scikit-learn would warn that arrays have none.
    """
    model = load(path)
    if lacking := _lacks(model):
        must_be = "a file that holds a fitted classifier of the rows of a table"
        raise InvalidFile("bestsofar", "model", must_be, Verbatim(f"{str(path)!r}: {lacking}"))
    return model, model._forget_names()  # noqa: SLF001 - library users keep them


def put_names(model: Any, names: Sequence[str] | None) -> None:
    """Let a model remember the names of its columns, unless two are equal."""
    if names is not None and len(set(names)) == len(names):
        setattr(model, NAMES, np.array(names, dtype=object))


def _lacks(model: Any) -> str | None:
    kind = type(model).__name__
    if not isinstance(model, AnytimeClassifier):
        return f"{kind} is no classifier"
    if not hasattr(model, "classes_"):
        return f"this {kind} is not fitted"
    return None if hasattr(model, "n_features_in_") else f"this {kind} takes no rows of a table"

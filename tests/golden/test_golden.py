"""What was ever saved opens for ever."""

import json
from pathlib import Path

import numpy as np
import pytest

from bestsofar import load
from bestsofar.storage.file import FORMAT

FILES = sorted(Path(__file__).parent.glob("format-*/*.bsf"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_old_file_answers_as_it_did(path):
    """Labels, shares and suspended queries of the day it was saved."""
    model, then = load(path, verify=True), json.loads(path.with_suffix(".json").read_text())
    queries = then["queries"]
    assert model.predict(queries).tolist() == then["labels"]
    assert model.predict_proba(queries, steps=5) == pytest.approx(np.array(then["proba after 5 steps"]))
    assert model.resume(bytes.fromhex(then["suspended"])).refine().answer.label == then["labels"][0]


def test_there_are_files_of_every_format():
    """A new format comes with its files."""
    assert {path.parent.name for path in FILES} == {f"format-{number}" for number in range(1, FORMAT + 1)}

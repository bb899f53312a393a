"""Labels as tables tell them, compared with those that the model knows."""

import json

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from bestsofar import LazyTreeClassifier, load, save
from bestsofar.cli import app
from bestsofar.cli.labels import Labels

VALUES = [0.0, 0.1, 5.0, 5.1, 9.0, 9.1]


def shell(*words, stdin=None):
    """Run the command with these words."""
    return CliRunner().invoke(app, [str(word) for word in words], input=stdin)


def write(path, labels):
    """Write a table with these labels, in the format that the name tells."""
    values = VALUES[: len(labels)]
    if path.suffix == ".parquet":
        pl.DataFrame({"x": values, "label": labels}).write_parquet(path)
    else:
        path.write_text("".join(["x,label\n", *(f"{x},{label}\n" for x, label in zip(values, labels, strict=True))]))
    return path


def shares(model, table):
    """Tell how many labels predict, curve and stream counted, and which share of them was right."""
    said = shell("predict", model, table).stderr.split()
    streamed = json.loads(shell("stream", "--model", model, table, "--json").stderr.splitlines()[-1])
    curve = json.loads(shell("curve", model, table, "--steps", 100, "--json").stdout)
    return [(int(said[3]), float(said[0]) / 100), (streamed["labelled"], streamed["accuracy"]), curve["accuracy"][0]]


@pytest.mark.parametrize(
    ("trained", "asked", "name"),
    [
        (["1", "1", "2", "2", "A", "A"], ["1", "1", "2", "2"], "t.csv"),
        (["01", "01", "02", "02", "A", "A"], ["01", "01", "02", "02"], "t.csv"),
        (["007", "007", "7", "7"], ["007", "007", "7", "7"], "t.csv"),
        ([1, 1, 2, 2], ["1.0", "01", "2", "2"], "t.csv"),
        ([1, 1, 2, 2], ["1", "1", "2", ""], "t.csv"),
        ([True, True, False, False], [True, True, False, False], "t.parquet"),
        ([True, True, False, False], ["True", "true", "0", "False"], "t.csv"),
        ([1.0, 1.0, 2.0, 2.0], ["1", "1", "2", "2"], "t.csv"),
        ([1, 1, 2, 2], [1.0, 1.0, None, 2.0], "t.parquet"),
        (["12345678901234567890"] * 2 + ["1"] * 2, ["12345678901234567890"] * 2 + ["1"] * 2, "t.csv"),
    ],
)
def test_labels_are_read_as_the_model_knows_them(trained, asked, name, tmp_path):
    """By their text, else as what they are; where there is none, nothing is compared."""
    typed = not isinstance(trained[0], str)
    table = write(tmp_path / ("train.parquet" if typed else "train.csv"), trained)
    assert shell("fit", table, tmp_path / "m.bsf").exit_code == 0
    told = sum(label not in {"", None} for label in asked)
    assert shares(tmp_path / "m.bsf", write(tmp_path / name, asked)) == [(told, 1.0), (told, 1.0), 1.0]


def test_a_label_that_fits_nowhere_is_wrong(tmp_path):
    """It is counted, and changes nothing for the others."""
    shell("fit", write(tmp_path / "train.csv", ["1", "1", "2", "2"]), tmp_path / "m.bsf")
    table = write(tmp_path / "t.csv", ["1", "?", "2", "2"])
    assert shares(tmp_path / "m.bsf", table) == [(4, 0.75), (4, 0.75), 0.75]


def test_many_that_fit_nowhere_are_wrong(tmp_path):
    """A stretch of them is measured like any other part of a curve."""
    shell("fit", write(tmp_path / "train.csv", [0, 0, 1, 1]), tmp_path / "m.bsf")
    known = "".join(f"{x},{label}\n" for x, label in zip([0.0, 5.0], [0, 1], strict=True))
    (tmp_path / "t.csv").write_text("x,label\n" + 250 * known + 500 * "0.0,unknown\n")
    assert "50.00 %" in shell("curve", tmp_path / "m.bsf", tmp_path / "t.csv", "--steps", 100).stdout


def test_a_table_whose_labels_all_fit_nowhere(tmp_path):
    """It is refused: nothing in it can be compared."""
    shell("fit", write(tmp_path / "train.csv", ["1", "1", "2", "2"]), tmp_path / "m.bsf")
    result = shell("curve", tmp_path / "m.bsf", write(tmp_path / "t.csv", ["a", "b"]))
    assert result.exit_code == 2
    assert "'data' must be labels as the model learned them, numbers" in result.stderr


def test_what_is_never_equal():
    """A number that is no int is no int, and what is missing is nothing."""
    labels = Labels(np.array([0, 1]))
    assert [labels.read(cell) for cell in ("1.5", "inf", None, float("nan"), True)] == ["1.5", "inf", None, None, 1]
    assert [Labels(np.array([False, True])).read(cell) for cell in ("yes", 1, "0")] == ["yes", True, False]


def test_truth_values_are_learned_on_the_way(tmp_path):
    """`stream --learn` takes them as the model does."""
    save(LazyTreeClassifier(capacity=50).fit([[0.0], [5.0]], [True, False]), tmp_path / "m.bsf")
    table = write(tmp_path / "t.parquet", [True, True, False, False])
    result = shell("stream", "--model", tmp_path / "m.bsf", table, "--learn", "--output", tmp_path / "n.bsf")
    assert result.exit_code == 0, result.output
    assert "learned    4 labels" in result.stderr
    assert load(tmp_path / "n.bsf").classes_.tolist() == [False, True]


@pytest.mark.parametrize("verb", ["fit", "rank"])
@pytest.mark.parametrize("name", ["t.csv", "t.parquet"])
def test_missing_labels_cannot_be_learned(verb, name, tmp_path):
    """The sentence names the row."""
    table = write(tmp_path / name, ["a", "b", None if name.endswith("t") else "", "a"])
    result = shell(verb, table, *([tmp_path / "m.bsf"] if verb == "fit" else []))
    assert result.exit_code == 4
    assert "a label in every row, got none in row 2" in result.stderr

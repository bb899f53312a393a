"""Columns by name, headers, and what models take them."""

import json

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from bestsofar import NeighborsClassifier, SimpleRank, load, save
from bestsofar.cli import app
from bestsofar.cli.models import opened

RNG = np.random.default_rng(0)
X = RNG.normal(size=(40, 3)).round(3)
Y = np.array(["lo", "hi"])[(X[:, 0] > 0).astype(int)]


def shell(*words, stdin=None):
    """Run the command with these words."""
    return CliRunner().invoke(app, [str(word) for word in words], input=stdin)


def write(path, names):
    """Write the table with its columns in another order."""
    columns = {"a": X[:, 0], "b": X[:, 1], "c": X[:, 2], "label": Y, "z": X[:, 0], "label2": Y}
    frame = pl.DataFrame({name: columns[name] for name in names})
    frame.write_parquet(path) if path.suffix.lower() == ".parquet" else frame.write_csv(path)
    return path


@pytest.fixture
def model(tmp_path):
    """A model that knows the names of its columns."""
    assert shell("fit", write(tmp_path / "train.csv", ["a", "b", "c", "label"]), tmp_path / "m.bsf").exit_code == 0
    return tmp_path / "m.bsf"


@pytest.mark.parametrize("names", [["c", "label", "a", "b"], ["label", "b", "c", "a"], ["a", "b", "c", "label"]])
@pytest.mark.parametrize("name", ["t.csv", "T.PARQUET"])
def test_columns_are_taken_by_name(names, name, model, tmp_path):
    """In whatever order they stand."""
    table = write(tmp_path / name, names)
    assert "100.00 % of 40" in shell("predict", model, table).stderr
    assert "100.00 % of 40" in shell("stream", "--model", model, table).stderr
    assert json.loads(shell("curve", model, table, "--steps", 100, "--json").stdout)["accuracy"] == [1.0]
    if name == "t.csv":
        assert "100.00 % of 40" in shell("predict", model, stdin=table.read_text()).stderr


@pytest.mark.parametrize("words", [["predict"], ["curve"], ["stream", "--model"]])
@pytest.mark.parametrize("name", ["t.csv", "t.parquet"])
def test_other_columns_are_refused(words, name, model, tmp_path):
    """One sentence names them."""
    table = write(tmp_path / name, ["a", "z", "c", "label"])
    result = shell(*words, model, table)
    assert result.exit_code == 4
    assert "bestsofar: 'data' must be the columns a, b, c, got no 'b' and unknown 'z'.\n" in result.stderr


def test_without_names_columns_are_taken_by_place(model, tmp_path):
    """A pipe without a header, NumPy's arrays, and a model that knows no names."""
    rows = "".join(f"{a},{b},{c},{y}\n" for (a, b, c), y in zip(X.tolist(), Y, strict=True))
    assert "100.00 % of 40" in shell("predict", model, stdin=rows).stderr
    np.savez(tmp_path / "t.npz", X=X, y=Y)
    assert "100.00 % of 40" in shell("predict", model, tmp_path / "t.npz").stderr
    shell("fit", tmp_path / "t.npz", tmp_path / "n.bsf")
    assert not hasattr(load(tmp_path / "n.bsf"), "feature_names_in_")
    (tmp_path / "named.csv").write_text("p,q,r,label\n" + rows)
    assert "100.00 % of 40" in shell("predict", tmp_path / "n.bsf", tmp_path / "named.csv").stderr


@pytest.mark.parametrize("name", ["neighbors", "parzen", "bayestree", "lazytree"])
def test_names_are_kept(name, tmp_path):
    """In the file, also in one that has learned more, but not while the verbs run."""
    table = write(tmp_path / "train.csv", ["a", "b", "c", "label"])
    assert shell("fit", table, tmp_path / "m.bsf", "--model", name).exit_code == 0
    assert load(tmp_path / "m.bsf").feature_names_in_.tolist() == ["a", "b", "c"]
    loaded, names = opened(tmp_path / "m.bsf")
    assert names == ["a", "b", "c"]
    assert loaded.predict(X).tolist() == shell("predict", tmp_path / "m.bsf", table).stdout.split()[1:]
    if hasattr(loaded, "partial_fit"):
        result = shell("stream", "--model", tmp_path / "m.bsf", table, "--learn", "--output", tmp_path / "n.bsf")
        assert result.exit_code == 0, result.output
        assert load(tmp_path / "n.bsf").feature_names_in_.tolist() == ["a", "b", "c"]


def test_equal_names_are_no_names(tmp_path):
    """Then columns are taken by place."""
    (tmp_path / "t.csv").write_text("a,a,label\n1,2,x\n3,4,y\n")
    shell("fit", tmp_path / "t.csv", tmp_path / "m.bsf")
    assert not hasattr(load(tmp_path / "m.bsf"), "feature_names_in_")
    assert "100.00 % of 2" in shell("predict", tmp_path / "m.bsf", tmp_path / "t.csv").stderr


@pytest.mark.parametrize("words", [["predict"], ["stream", "--model"]])
def test_files_need_no_header(words, model, tmp_path):
    """Their first line is a reading, as on standard input; or not, if it is said so."""
    (tmp_path / "t.csv").write_text("1,2,3\n-1,2,3\n")
    (tmp_path / "names.csv").write_text("1,2,3\n-1,2,3\n")
    assert len(shell(*words, model, tmp_path / "t.csv").stdout.splitlines()) == 3
    assert len(shell(*words, model, tmp_path / "t.csv", "--no-header").stdout.splitlines()) == 3
    told = shell(*words, model, tmp_path / "names.csv", "--header")
    assert told.exit_code == 4
    assert "must be the columns a, b, c" in told.stderr


@pytest.mark.parametrize("words", [["predict"], ["stream", "--model"]])
def test_a_byte_order_mark_is_no_name(words, model, tmp_path):
    """Neither in files nor on standard input."""
    text = "\ufeffa,b,c\n1,2,3\n"
    (tmp_path / "t.csv").write_text(text, encoding="utf-8")
    assert shell(*words, model, tmp_path / "t.csv").exit_code == 0
    assert shell(*words, model, "-", stdin=text).exit_code == 0


@pytest.mark.parametrize(
    ("thing", "why"),
    [
        (SimpleRank(), "SimpleRank is no classifier"),
        (NeighborsClassifier(), "this NeighborsClassifier is not fitted"),
        (NeighborsClassifier(metric="edit").fit(["ab", "cd"], [0, 1]), "takes no rows of a table"),
    ],
)
@pytest.mark.parametrize("words", [["predict"], ["curve"], ["stream", "--model"]])
def test_models_that_take_no_tables(thing, why, words, tmp_path):
    """They are refused as model files, with one sentence."""
    save(thing, tmp_path / "m.bsf")
    result = shell(*words, tmp_path / "m.bsf", write(tmp_path / "t.csv", ["a", "b", "c", "label"]))
    assert result.exit_code == 3
    assert why in result.stderr


def test_lines_that_are_quoted_stay_whole(tmp_path):
    """What is quoted may hold the end of a line; an unclosed quote is refused."""
    (tmp_path / "t.csv").write_text('w,label\n"one\ntwo",x\nthree,y\n')
    shell("fit", tmp_path / "t.csv", tmp_path / "m.bsf")
    assert "100.00 % of 2" in shell("predict", tmp_path / "m.bsf", tmp_path / "t.csv").stderr
    (tmp_path / "open.csv").write_text('w,label\nthree,y\n"open,y\n')
    result = shell("predict", tmp_path / "m.bsf", tmp_path / "open.csv")
    assert (result.exit_code, result.stdout.split()) == (4, ["label", "y"])
    assert "line 3 is refused" in result.stderr
    assert shell("fit", tmp_path / "open.csv", tmp_path / "n.bsf").exit_code == 4


def test_words_that_only_python_takes_for_numbers(tmp_path):
    """They are categories, each of its own."""
    (tmp_path / "t.csv").write_text("station,label\n1_1,a\n1_2,b\n11,c\n12,d\n\u0663,e\n3,f\n", encoding="utf-8")
    assert shell("fit", tmp_path / "t.csv", tmp_path / "m.bsf").exit_code == 0
    assert "100.00 % of 6 right" in shell("predict", tmp_path / "m.bsf", tmp_path / "t.csv").stderr


@pytest.mark.parametrize(
    "words", ["fit t.csv n.bsf", "rank t.csv", "predict m.bsf t.csv", "stream t.csv --model m.bsf"]
)
def test_two_columns_of_labels(words, model, monkeypatch):
    """Nobody can tell which is meant; the other would be a feature that tells all."""
    monkeypatch.chdir(model.parent)
    (model.parent / "t.csv").write_text("a,label,b,c,label\n1,x,2,3,x\n4,y,5,6,y\n")
    result = shell(*words.split())
    assert result.exit_code == 4
    must_be = "bestsofar: 'data' must be a table with one column 'label', got 2 columns of that name."
    assert must_be in result.stderr

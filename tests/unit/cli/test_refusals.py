"""Whatever is wrong with files, options and outputs is told in one sentence."""

import gzip
import json
import sys
from datetime import date

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from bestsofar import NeighborsClassifier, load, save
from bestsofar.cli import app
from bestsofar.cli.options import report
from bestsofar.cli.units import parse_duration

CSV = "a,b,label\n" + "".join(f"{n},{n * n % 7},{n % 2}\n" for n in range(40))
NUMBERS = "NeighborsClassifier: 'X' must be numbers (metric='mixed' takes categories as well)"


def shell(*words, stdin=None):
    """Run the command with these words."""
    return CliRunner().invoke(app, [str(word) for word in words], input=stdin)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder with a table and a model."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(CSV)
    save(NeighborsClassifier().fit([[0.0, 0.0], [5.0, 5.0]], [0, 1]), "m.bsf")
    return tmp_path


def save_array(path, array):
    """Write one array, not an archive of some."""
    with path.open("wb") as file:
        np.save(file, array)


X = np.zeros((2, 2))
BROKEN = {
    "cut.csv.gz": lambda path: path.write_bytes(gzip.compress(CSV.encode())[:-20]),
    "crc.csv.gz": lambda path: path.write_bytes(gzip.compress(CSV.encode())[:-8] + b"12345678"),
    "no.csv.gz": lambda path: path.write_text(CSV),
    "empty.csv": lambda path: path.write_text(""),
    "latin.csv": lambda path: path.write_bytes("é,b,label\n1,2,0\n".encode("latin-1")),
    "ragged.csv": lambda path: path.write_text("a,b,label\n1,2,0\n1,2\n"),
    "long.csv": lambda path: path.write_text("a,b,label\n" + "x" * 200_000 + ",2,0\n"),
    "array.npz": lambda path: save_array(path, X),
    "text.npz": lambda path: np.savez(path, X=X.astype(str), y=[0, 1]),
    "flat.npz": lambda path: np.savez(path, X=X[0], y=[0, 1]),
    "complex.npz": lambda path: np.savez(path, X=X * 1j, y=[0, 1]),
    "bytes.npz": lambda path: np.savez(path, X=X, y=[b"a", b"b"]),
    "unlike.npz": lambda path: np.savez(path, X=X, y=[0, 1, 0]),
    "objects.npz": lambda path: np.savez(path, X=X.astype(object), y=[0, 1]),
    "zip.npz": lambda path: path.write_bytes(b"PK\x03\x04 and nothing more"),
    "no.parquet": lambda path: path.write_text(CSV),
    "no.arrow": lambda path: path.write_text(CSV),
    "date.parquet": lambda path: pl.DataFrame({"a": [date(2020, 1, 1)], "label": [1]}).write_parquet(path),
    "struct.parquet": lambda path: pl.DataFrame({"a": [{"x": 1}], "label": [1]}).write_parquet(path),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_tables(name, folder):
    """They are refused as data, and the sentence names the file."""
    BROKEN[name](folder / name)
    result = shell("fit", name, "n.bsf")
    assert result.exit_code == 4, result.output
    assert result.stderr.startswith("bestsofar: 'data' must be ")
    assert name in result.stderr
    assert "bestsofar: bestsofar" not in result.stderr
    for words in (["predict", "m.bsf"], ["stream", "--model", "m.bsf"], ["curve", "m.bsf"]):
        other = shell(*words, name)
        assert isinstance(other.exception, SystemExit | None), (words, other.exception)


LABELS_ALONE = {
    "l.csv": lambda path: path.write_text("label\nx\ny\n"),
    "l.npz": lambda path: np.savez(path, X=np.zeros((2, 0)), y=["x", "y"]),
    "l.parquet": lambda path: pl.DataFrame({"label": ["x", "y"]}).write_parquet(path),
}


@pytest.mark.parametrize("name", LABELS_ALONE)
@pytest.mark.parametrize("words", [["fit", "{}", "n.bsf"], ["rank", "{}"], ["curve", "m.bsf", "{}"]])
def test_labels_without_features(name, words, folder):
    """There are rows, but nothing to tell them apart."""
    LABELS_ALONE[name](folder / name)
    result = shell(*(word.format(name) for word in words))
    assert result.exit_code == 4
    assert result.stderr == f"bestsofar: 'data' must be a table with at least one feature, got {name!r}.\n"


@pytest.mark.parametrize("keep", ["inf", "nan", "2.7", "0", "-1", "0.0", "many"])
def test_what_cannot_be_kept(keep):
    """A count is at least one, a share at most all."""
    result = shell("rank", "t.csv", "--keep", keep)
    assert result.exit_code == 2
    assert "neither a number of rows" in " ".join(result.stderr.replace("│", " ").split())


def test_what_is_kept():
    """A number, a share, all; or what a parameter says."""
    kept = {"1": 1, "1.0": 40, "1e-1": 4, "5": 5}
    assert {keep: len(shell("rank", "t.csv", "--keep", keep).stdout.split()) for keep in kept} == kept
    assert len(shell("rank", "t.csv", "--set", "n_exemplars=3").stdout.split()) == 3


def test_schemes():
    """All are listed, and a wrong one is told as such."""
    help_text = shell("rank", "--help").output
    assert all(name in help_text for name in ("MarginRank", "Drop3", "EBEL"))
    assert "bestsofar: '--scheme' must be one of" in shell("rank", "t.csv", "--scheme", "best").stderr


def test_a_metric_that_was_set_stays(folder):
    """Though there are categories, which it refuses."""
    (folder / "words.csv").write_text("a,label\nred,x\nblue,y\n")
    for words in (["fit", "words.csv", "n.bsf"], ["rank", "words.csv"]):
        assert shell(*words, "--set", "metric=euclidean").exit_code == 4
        assert shell(*words).exit_code == 0


def test_budgets_are_checked_first():
    """With reasons as without."""
    for words in ([], ["--why"]):
        result = shell("predict", "m.bsf", "t.csv", "--steps", "-1", *words)
        assert result.exit_code == 2
        assert "'steps' must be an int >= 0" in result.stderr


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_closed_streams(stream, monkeypatch, capfd):
    """Python has none then."""
    monkeypatch.setattr(sys, stream, None)
    with pytest.raises(SystemExit) as caught:
        app(["predict", "m.bsf"])
    assert caught.value.code == 1
    assert "is closed" in capfd.readouterr().err


def test_no_markup(capsys):
    """What looks like markup is printed as it is."""
    report({"classes": "[/b], :rocket:", "file": "model [v2].bsf"}, as_json=False)
    printed = capsys.readouterr().out
    assert "[/b], :rocket:" in printed
    assert "model [v2].bsf" in printed
    (refused,) = shell("stream", "--model", "m.bsf", "--no-header", stdin="1,[/b]:rocket:\n").stderr.splitlines()[:1]
    assert refused.endswith("got '[/b]:rocket:'.")


@pytest.mark.parametrize("place", ["none/n.bsf", "folder", "t.csv/n.bsf"])
@pytest.mark.parametrize(
    "words",
    [
        ["fit", "never-read.csv"],
        ["stream", "--model", "never-read.bsf", "--learn", "--output"],
        ["curve", "never-read.bsf", "never-read.csv", "--output"],
        ["demo", "--output"],
    ],
)
def test_outputs_are_checked_first(words, place, folder):
    """Nothing is read before, and the file asked for is named."""
    (folder / "folder").mkdir()
    result = shell(*words, place)
    assert result.exit_code == 1
    assert repr(place) in result.stderr
    assert "never-read" not in result.stderr


@pytest.mark.parametrize("place", ["t.csv", "./t.csv", "link.csv"])
@pytest.mark.parametrize(
    "words",
    [
        ["fit", "t.csv"],
        ["stream", "t.csv", "--model", "m.bsf", "--learn", "--output"],
        ["curve", "m.bsf", "t.csv", "--output"],
        ["curve", "t.csv", "never-read.csv", "--output"],
    ],
)
def test_no_input_is_written_over(words, place, folder):
    """Whatever it is called, it stays as it was."""
    (folder / "link.csv").symlink_to("t.csv")
    result = shell(*words, place)
    assert result.exit_code == 2
    assert result.stderr.startswith("bestsofar: 'output' must be another file than the input, got ")
    assert (folder / "t.csv").read_text() == CSV


def test_a_model_learns_in_place(folder):
    """What a stream learned may replace the model that it began with."""
    save(NeighborsClassifier(capacity=9).fit([[0.0], [5.0]], [0, 1]), "m.bsf")
    assert shell("stream", "--model", "m.bsf", "--learn", "--output", "m.bsf", stdin="9,2\n").exit_code == 0
    assert load("m.bsf").classes_.tolist() == [0, 1, 2]


def test_pictures_of_no_format():
    """They are refused before the curve is measured."""
    result = shell("curve", "never-read.bsf", "never-read.csv", "--output", "c.strange")
    assert result.exit_code == 1
    assert "png" in result.stderr


@pytest.mark.parametrize(("text", "seconds"), [("1E-3", 1e-3), ("1e+3", 1e3), (".5ms", 5e-4), ("1.", 1.0)])
def test_durations(text, seconds):
    """Numbers as they are written elsewhere."""
    assert parse_duration(text) == pytest.approx(seconds)


def test_durations_that_are_none():
    """They are refused as options are."""
    assert shell("predict", "m.bsf", "t.csv", "--seconds", "1.2.3").exit_code == 2


def test_refused_lines_as_json():
    """Each is an object, as the report is."""
    result = shell("stream", "--model", "m.bsf", "--json", stdin="1,2\n1,x\n")
    refused, facts = map(json.loads, result.stderr.splitlines())
    assert refused == {"line": 2, "refused": f"{NUMBERS}, got 'x'."}
    assert facts["refused"] == 1


def test_suffixes_in_any_case(folder):
    """As other systems write them."""
    (folder / "T.CSV.GZ").write_bytes(gzip.compress(CSV.encode()))
    assert shell("fit", "T.CSV.GZ", "n.bsf").exit_code == 0
    assert load("n.bsf").n_features_in_ == 2


def test_a_bad_line_of_many(folder):
    """It is refused under its number, far into the file; the others are answered."""
    lines = ["a,b,label", *("1,2,0" for _ in range(30_000))]
    lines[20_000] = "1,x,0"
    (folder / "many.csv").write_text("\n".join(lines))
    result = shell("predict", "m.bsf", "many.csv")
    assert result.exit_code == 4
    assert f"line 20001 is refused: {NUMBERS}, got 'x'." in result.stderr
    assert "100.00 % of 29999 right" in result.stderr

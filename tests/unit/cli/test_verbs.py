"""The verbs that learn, answer and tell."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from bestsofar import NeighborsClassifier, anytime_curve, load, save
from bestsofar.cli import app
from bestsofar.cli.models import opened
from bestsofar.cli.units import format_size, parse_duration

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 3)).round(3)
Y = np.array(["lo", "hi"])[(X[:, 0] > 0).astype(int)]
CSV = "\n".join(["a,label,b,c", *(f"{a},{y},{b},{c}" for (a, b, c), y in zip(X.tolist(), Y, strict=True))]) + "\n"


def shell(*words, stdin=None):
    """Run the command with these words."""
    return CliRunner().invoke(app, [str(word) for word in words], input=stdin)


@pytest.fixture
def model(tmp_path):
    """A model file."""
    save(NeighborsClassifier().fit(X, Y), tmp_path / "model.bsf")
    return tmp_path / "model.bsf"


@pytest.fixture
def table(tmp_path):
    """The same objects, with their labels in between."""
    path = tmp_path / "table.csv"
    path.write_text(CSV)
    return path


def write(path):
    """Write the table in the format that the name tells."""
    frame = pl.DataFrame({"a": X[:, 0], "label": Y, "b": X[:, 1], "c": X[:, 2]})
    {
        ".csv": lambda: path.write_text(CSV),
        ".gz": lambda: path.write_bytes(gzip.compress(CSV.encode())),
        ".parquet": lambda: frame.write_parquet(path),
        ".arrow": lambda: frame.write_ipc(path),
        ".npz": lambda: np.savez(path, X=X, y=Y),
    }[path.suffix]()
    return path


@pytest.mark.parametrize("name", ["t.csv", "t.csv.gz", "t.parquet", "t.arrow", "t.npz"])
def test_every_format_gives_the_same_model(name, tmp_path, model):
    """A table is the same in every format, for learning and for asking."""
    path = write(tmp_path / name)
    result = shell("fit", path, tmp_path / "m.bsf", "--json")
    assert result.exit_code == 0, result.output
    facts = json.loads(result.stdout)
    assert (facts["objects"], facts["features"], facts["classes"]) == (60, 3, 2)
    assert facts["bytes"] == (tmp_path / "m.bsf").stat().st_size
    assert (opened(tmp_path / "m.bsf")[0].predict(X + 0.1) == load(model).predict(X + 0.1)).all()
    result = shell("predict", model, path)
    assert result.stdout.split() == ["label", *Y]
    assert result.stderr == "100.00 % of 60 right\n"


@pytest.mark.parametrize("name", ["neighbors", "NeighborsClassifier", "parzen"])
def test_models_and_settings(name, table, tmp_path):
    """A model by name, its parameters as JSON, as schemes, or as words."""
    words = ["--set", "order=SimpleRank", "--set", "metric=minkowski", "--set", 'metric_params={"p": 3}']
    assert shell("fit", table, tmp_path / "m.bsf", "--model", name, *words).exit_code == 0
    made = load(tmp_path / "m.bsf")
    assert (type(made.order).__name__, made.metric, made.metric_params) == ("SimpleRank", "minkowski", {"p": 3})


def test_categories_and_missing_values(tmp_path):
    """Verbatim and gaps are learned with the metric that knows them, and asked from a pipe."""
    table = tmp_path / "t.csv"
    table.write_text("colour,size,label\nred,1,x\nblue,,y\nred,2,x\n,9,y\n")
    assert shell("fit", table, tmp_path / "m.bsf").exit_code == 0
    assert load(tmp_path / "m.bsf").metric == "mixed"
    assert len(shell("rank", table).stdout.split()) == 4
    result = shell("predict", tmp_path / "m.bsf", stdin="colour,size\nblue,\nred,1.5\n")
    assert result.stdout.split() == ["label", "y", "x"]


def test_lines_as_they_come(model):
    """What comes through a pipe is answered like a file; a last line need not end."""
    plain = shell("predict", model, "-", "--steps", 9, stdin=CSV[:-1])
    assert plain.stdout == "\n".join(["label", *load(model).predict(X, steps=9)]) + "\n"
    assert shell("predict", model, stdin="").stdout == "label\n"


def test_an_answer_before_the_next_line(model):
    """Whoever writes one line and waits gets its answer: `tail -f readings.csv | bestsofar predict` works."""
    command = [sys.executable, "-c", "from bestsofar.cli import main; main()", "predict", str(model)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as shell:  # noqa: S603
        shell.stdin.write("a,b,c\n")
        assert shell.stdout.readline() == "label\n"
        for row, label in zip(X[:5].tolist(), Y, strict=False):
            shell.stdin.write(",".join(map(str, row)) + "\n")
            assert shell.stdout.readline() == f"{label}\n"


@pytest.mark.parametrize("odd", ["1,2", "1,2,3,4", "1,2,x", "1,,3", "1,2,3 4", "1;2;3", '"1,5",2,3'])
def test_odd_lines(model, odd):
    """A line that is not three numbers is refused and reported, never read as part of another; the others go on."""
    result = shell("predict", model, stdin=f"a,b,c\n1,2,3\n{odd}\n4,5\n4,5,6\n")
    assert result.exit_code == 4
    assert result.stdout.count("\n") == 3
    assert "bestsofar: line 3 is refused: " in result.stderr
    assert "bestsofar: line 4 is refused: 'data' must be 3 values, got 2" in result.stderr
    assert shell("predict", model, stdin='a,b,c\n1,2,3\n"4",5,6\n 1, 2,\t3\n').stdout.count("\n") == 4


def test_shares_and_reasons(model):
    """`--proba` and `--why` add columns; as JSON every line is an object."""
    result = shell("predict", model, "--proba", "--why", "--steps", 9, stdin=CSV)
    header, first, *_ = result.stdout.splitlines()
    assert header == "label,confidence,steps,why,hi,lo"
    assert first.split(",")[2:4] == ["9", "steps"]
    lines = shell("predict", model, "--proba", "--json", "--seconds", "5ms", stdin=CSV).stdout.splitlines()
    assert [json.loads(line)["label"] for line in lines] == Y.tolist()
    assert json.loads(lines[0])["proba"].keys() == {"hi", "lo"}


def test_curve(model, table, tmp_path):
    """Accuracy by steps, as a table, as JSON, as a picture; to the end if nothing is said."""
    result = shell("curve", model, table, "--output", tmp_path / "c.png")
    assert "100.00 %" in result.stdout
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")
    curve = json.loads(shell("curve", model, table, "--json").stdout)
    assert curve["steps"] == [1, 2, 4, 8, 16, 32, 60]
    assert curve["accuracy"][-1] == 1


def test_a_curve_of_many_parts(model, tmp_path):
    """Objects are measured part after part, and all count alike."""
    many = np.tile(X, (20, 1))[:1100] + 0.3
    truth = np.tile(Y, 20)[:1100]
    np.savez(tmp_path / "many.npz", X=many, y=truth)
    curve = json.loads(shell("curve", model, tmp_path / "many.npz", "--json").stdout)
    wanted = anytime_curve(load(model), many, truth, steps=curve["steps"])
    assert curve["accuracy"] == pytest.approx(wanted.accuracy.tolist())


def test_rank(table):
    """All rows, or those to keep."""
    rows = shell("rank", table).stdout.split()
    assert sorted(map(int, rows)) == list(range(60))
    assert shell("rank", table, "--keep", 5).stdout.split() == rows[:5]
    assert len(json.loads(shell("rank", table, "--keep", 0.1, "--scheme", "drop3", "--json").stdout)) == 6


def test_info(model):
    """A file tells its class, parameters and arrays."""
    facts = json.loads(shell("info", model, "--json").stdout)
    assert facts["model"] == "NeighborsClassifier()"
    assert facts["classes"] == ["hi", "lo"]
    assert facts["file"] == model.stat().st_size
    assert "F64 [4, 3, 16]" in shell("info", model).stdout


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["predict", "none.bsf", "t.csv"], 3, "which is not there"),
        (["info", "t.csv"], 3, "must be a model file"),
        (["predict", "m.bsf", "none.csv"], 1, "none.csv"),
        (["predict", "m.bsf", "none.parquet"], 1, "none.parquet"),
        (["reproduce", "none"], 2, "bestsofar: 'paper' must be one of"),
        (["fit", "t.csv", "no/such/folder.bsf"], 1, "No such file"),
        (["fit", "t.csv", "m.bsf", "--label", "colour"], 2, "must be a column of t.csv (a, label, b, c), got 'colour'"),
        (
            ["fit", "wide.csv", "m.bsf"],
            2,
            "a column of wide.csv (c0, c1, c2, c3, c4, c5, c6, c7, ..., c20), got 'label'",
        ),
        (["fit", "no_y.npz", "m.bsf"], 4, "'data' must be a file with an array y, got 'no_y.npz'"),
        (["fit", "t.csv", "m.bsf", "--model", "forest"], 2, "'forest'"),
        (["fit", "t.csv", "m.bsf", "--set", "k=3"], 2, "'--set' must be a parameter of NeighborsClassifier"),
        (["fit", "t.csv", "m.bsf", "--set", "n_neighbors"], 2, "must be NAME=VALUE"),
        (["fit", "t.csv", "m.bsf", "--set", "n_neighbors=0"], 2, "'n_neighbors' must be an int >= 1"),
        (["predict", "m.bsf", "t.csv", "--seconds", "soon"], 2, "no duration"),
        (["predict", "m.bsf", "t.csv", "--steps", "-1"], 2, "'steps' must be an int >= 0"),
        (["predict", "m.bsf", "narrow.csv"], 4, "3 features"),
        (["predict", "m.bsf", "ragged.csv"], 4, "line 3 is refused: 'data' must be 3 values, got 2"),
        (["fit", "header.csv", "m.bsf"], 4, "a table with rows"),
        (["curve", "m.bsf", "header.csv"], 4, "a table with rows"),
        (["predict", "m.bsf", "broken.npz"], 4, "zip"),
        (["predict", "m.bsf", "empty.npz"], 4, "an array X"),
    ],
)
def test_failures(words, code, sentence, tmp_path, monkeypatch):
    """One sentence on standard error, and an exit code that tells what kind it is; a failed fit leaves the old file."""
    monkeypatch.chdir(tmp_path)
    save(NeighborsClassifier().fit(X, Y), "m.bsf")
    write(tmp_path / "t.csv")
    (tmp_path / "narrow.csv").write_text("a,b\n1,2\n")
    (tmp_path / "header.csv").write_text("a,b,label\n\n")
    (tmp_path / "ragged.csv").write_text("a,b,c\n1,2,3\n1,2\n")
    (tmp_path / "broken.npz").write_bytes(b"PK\x03\x04 and nothing more")
    (tmp_path / "wide.csv").write_text(",".join(f"c{place}" for place in range(21)) + "\n")
    np.savez("empty.npz", Z=X)
    np.savez("no_y.npz", X=X)
    before = (tmp_path / "m.bsf").read_bytes()
    result = shell(*words)
    assert result.exit_code == code, result.output
    assert sentence in " ".join(result.stderr.split())
    assert "Traceback" not in result.output
    assert (tmp_path / "m.bsf").read_bytes() == before


@pytest.mark.parametrize(("text", "seconds"), [("5ms", 0.005), ("500us", 5e-4), ("7µs", 7e-6), ("1e-3", 1e-3)])
def test_durations(text, seconds):
    """With a unit or without."""
    assert parse_duration(text) == pytest.approx(seconds)


def test_sizes():
    """Bytes for people."""
    assert [format_size(count) for count in (9, 12_345, 12_345_678, 12_345_678_901)] == [
        "9 bytes",
        "12 kB",
        "12 MB",
        "12 GB",
    ]


@pytest.mark.skipif(os.name == "nt", reason="pipes of another kind")
@pytest.mark.parametrize(
    "words",
    [
        "info model.bsf",
        "curve model.bsf table.csv",
        "fit table.csv new.bsf",
        "predict model.bsf table.csv",
        "stream table.csv --model model.bsf",
        "--help",
        "--version",
        "stream --help",
        "fly",
    ],
)
def test_nobody_reads(words, tmp_path, model, table):
    """When the reader of all that is printed has gone, the exit code says so."""
    reader, pipe = os.pipe()
    os.close(reader)
    command = [sys.executable, "-c", "from bestsofar.cli import main; main()", *words.split()]
    done = subprocess.run(command, cwd=tmp_path, stdout=pipe, stderr=pipe, timeout=60, check=False)  # noqa: S603
    os.close(pipe)
    assert done.returncode == 141


@pytest.mark.parametrize(
    "words", ["fit letters.csv new.bsf", "predict letters.bsf letters.csv", "info letters.bsf", "--help"]
)
def test_letters_that_the_locale_has_not(words, tmp_path):
    """Tables are UTF-8 whatever the locale says, and so is what is printed, in columns of any width."""
    (tmp_path / "letters.csv").write_text("breite,label\n" + "1,weiß\n2,grün\n" * 9, encoding="utf-8")
    save(NeighborsClassifier().fit([[1.0], [2.0]], ["weiß", "grün"]), tmp_path / "letters.bsf")
    command = [sys.executable, "-c", "from bestsofar.cli import main; main()", *words.split()]
    strange = os.environ | {"PYTHONIOENCODING": "ascii", "COLUMNS": "20"}
    done = subprocess.run(command, cwd=tmp_path, env=strange, capture_output=True, timeout=60, check=True)  # noqa: S603
    letters = "grün" if words.startswith("predict") else "…"
    assert letters in done.stdout.decode("utf-8")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    "words", ["info model.bsf", "predict model.bsf table.csv", "", "--help", "--version", "fit --help"]
)
def test_no_room(words, tmp_path, model, table):
    """Where nothing can be written, one sentence says so."""
    command = [sys.executable, "-c", "from bestsofar.cli import main; main()", *words.split()]
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(  # noqa: S603
            command, cwd=tmp_path, env=usual, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, "bestsofar: [Errno 28] No space left on device")
    assert "Traceback" not in done.stderr

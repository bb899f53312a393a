"""The verb that answers lines as they come."""

import csv
import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from itertools import islice, repeat

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from bestsofar import LazyTreeClassifier, NeighborsClassifier, Scheduler, load, save
from bestsofar.cli import app
from bestsofar.cli.label_count import LabelCount
from bestsofar.cli.stream import pace
from bestsofar.cli.stream.learner import AHEAD
from bestsofar.cli.stream.ledger import Ledger
from bestsofar.cli.stream.view import View

RNG = np.random.default_rng(0)
X = RNG.normal(size=(200, 3)).round(3)
Y = np.array(["lo", "hi"])[(X[:, 0] > 0).astype(int)]
LINES = [f"{a},{y},{b},{c}" for (a, b, c), y in zip(X.tolist(), Y, strict=True)]
CSV = "\n".join(["a,label,b,c", *LINES]) + "\n"
FIELDS = "line,label,confidence,steps,why"


@pytest.fixture
def model(tmp_path):
    """A model file."""
    save(NeighborsClassifier().fit(X, Y), tmp_path / "model.bsf")
    return tmp_path / "model.bsf"


def stream(model, *words, stdin=None):
    """Run the verb with these words."""
    return CliRunner().invoke(app, ["stream", "--model", str(model), *map(str, words)], input=stdin)


def rows(result):
    """Give the answers by their lines, and check that each came once."""
    header, *lines = csv.reader(result.stdout.splitlines())
    assert ",".join(header) == FIELDS
    answers = {int(line): rest for line, *rest in lines}
    assert len(answers) == len(lines)
    return answers


@contextmanager
def running(model, *words, **pipes):
    """Run the verb in a process of its own, with a pipe held open."""
    command = [sys.executable, "-c", "from bestsofar.cli import main; main()", "stream", "--model", str(model), *words]
    pipe = subprocess.PIPE
    streams = {"stdin": pipe, "stdout": pipe, "stderr": pipe} | pipes
    with subprocess.Popen(command, text=True, bufsize=1, **streams) as process:  # noqa: S603
        assert process.stdout.readline() == FIELDS + "\n"
        yield process


def write(path):
    """Write the table in the format that the name tells."""
    frame = pl.DataFrame({"a": X[:, 0], "label": Y, "b": X[:, 1], "c": X[:, 2]})
    {
        ".csv": lambda: path.write_text(CSV),
        ".parquet": lambda: frame.write_parquet(path),
        ".npz": lambda: np.savez(path, X=X, y=Y),
    }[path.suffix]()
    return path


@pytest.mark.parametrize("name", ["t.csv", "t.parquet", "t.npz"])
def test_a_table_is_replayed(name, tmp_path, model):
    """Each line is answered once, under its number, and compared with the label it tells."""
    result = stream(model, write(tmp_path / name), "--rate", 1e5)
    assert result.exit_code == 0, result.output
    answers = rows(result)
    assert {line: answer[0] for line, answer in answers.items()} == dict(enumerate(Y, 2))
    assert all(answer[1:] == ["1.0", "200", "complete"] for answer in answers.values())
    assert "answered   200 of 200 lines" in result.stderr
    assert "100.00 % of 200" in result.stderr


def test_json(model, tmp_path):
    """Answers and the report are objects, a line for each."""
    result = stream(model, write(tmp_path / "t.csv"), "--json", "--policy", "round-robin", "--poisson", "--rate", 1e5)
    assert {json.loads(line)["label"] for line in result.stdout.splitlines()} == {"hi", "lo"}
    facts = json.loads(result.stderr)
    assert (facts["lines"], facts["answered"], facts["complete"], facts["accuracy"]) == (200, 200, 200, 1.0)
    assert facts["memory"] == load(model).nbytes


def test_deadlines_and_capacity(model):
    """A deadline ends the work; where there is no room for one more, one is answered at once."""
    now = stream(model, "--deadline", "0s", "--json", stdin=CSV)
    facts = json.loads(now.stderr)
    assert facts["deadline"] + facts["complete"] == 200
    assert facts["deadline"] > 0
    crowded = stream(model, "--capacity", 1, "--policy", "serial", stdin=CSV)
    assert len(rows(crowded)) == 200


@pytest.mark.parametrize("header", ["a,label,b,c\n", ""])
def test_headers_need_not_be(model, header):
    """Without a header, as from `tail -f`, the first line is a reading, and a label may stand last."""
    order = (0, 1, 2, 3) if header else (0, 2, 3, 1)
    lines = [",".join(line.split(",")[place] for place in order) for line in LINES]
    answers = rows(stream(model, stdin=header + "\n".join(lines)))
    assert [answers[line][0] for line in sorted(answers)] == Y.tolist()
    assert min(answers) == (2 if header else 1)


def test_unlabelled_lines_in_between(model):
    """Where the label is missing, the line is answered, and nothing is compared."""
    result = stream(model, "--json", stdin="1,2,3\n1,2,3,hi\n\n1,2,3,\n")
    assert sorted(json.loads(line)["line"] for line in result.stdout.splitlines()) == [1, 2, 4]
    assert json.loads(result.stderr)["labelled"] == 1


def test_a_header_that_is_told(tmp_path):
    """Where all features are words, only the user knows whether the first line is a header."""
    table = tmp_path / "t.csv"
    table.write_text("colour,size,label\nred,big,x\nblue,big,y\nred,small,x\n")
    CliRunner().invoke(app, ["fit", str(table), str(tmp_path / "m.bsf")])
    lines = "red,big\nblue,big\n"
    taken_for_a_header = stream(tmp_path / "m.bsf", stdin=lines)
    assert taken_for_a_header.exit_code == 4
    assert "'data' must be the columns colour, size" in taken_for_a_header.stderr
    answers = rows(stream(tmp_path / "m.bsf", "--no-header", stdin=lines))
    assert {line: answer[0] for line, answer in answers.items()} == {1: "x", 2: "y"}
    piped = CliRunner().invoke(app, ["predict", str(tmp_path / "m.bsf"), "--no-header"], input=lines)
    assert piped.stdout.split() == ["label", "x", "y"]


@pytest.mark.parametrize(
    ("odd", "why"),
    [
        ("1,2", "must be 4 values, got 2"),
        ("1,x,2,3,4", "must be 4 values, got 5"),
        ("1,x,2,three", "'X' must be numbers (metric='mixed' takes categories as well), got 'three'"),
        ("1,x,2,", "must be finite numbers, got NaN"),
        ("1,x,2,\udcff", "can't decode byte 0xff"),
        ("1,x,inf,3", "must be finite numbers, got infinity"),
    ],
)
def test_lines_that_cannot_be_read(model, tmp_path, odd, why):
    """They are reported under their numbers, the others are answered, and the exit code tells."""
    table = tmp_path / "t.csv"
    table.write_text(f"a,label,b,c\n1,hi,2,3\n{odd}\n4,hi,5,6\n", errors="surrogateescape")
    result = stream(model, table)
    assert result.exit_code == 4
    assert sorted(rows(result)) == [2, 4]
    assert "bestsofar: line 3 is refused: " in result.stderr
    assert why in result.stderr
    assert "answered   2 of 3 lines" in result.stderr
    assert json.loads(stream(model, table, "--json").stderr.splitlines()[-1])["refused"] == 1


def test_learning_on_the_way(tmp_path):
    """Labels are learned as they come, the model is saved, and what cannot be learned is reported."""
    X, y = RNG.normal(size=(500, 2)).round(3), np.arange(500) % 3
    table, path, learned = tmp_path / "t.csv", tmp_path / "m.bsf", tmp_path / "learned.bsf"
    save(LazyTreeClassifier(capacity=400).fit(X[:10], y[:10]), path)
    lines = [f"{a},{b},{label}" for (a, b), label in zip(X[10:].tolist(), y[10:], strict=True)]
    table.write_text("\n".join(["a,b,label", *lines, "1,2,", "1,2,odd"]))
    result = stream(path, table, "--learn", "--output", learned)
    assert result.exit_code == 4
    assert len(rows(result)) == 492
    assert "line 493 is not learned" in result.stderr
    assert "learned    490 labels, 1 could not be" in result.stderr
    assert (load(learned).predict(X[250:]) == y[250:]).mean() > (load(path).predict(X[250:]) == y[250:]).mean()


def test_a_new_class_is_learned(tmp_path):
    """What came first answers what comes after it."""
    save(NeighborsClassifier(capacity=50).fit([[0.0], [1.0]], ["a", "b"]), tmp_path / "m.bsf")
    lines = "\n".join(["x,label", *repeat("9,c", 20)])
    stream(tmp_path / "m.bsf", "--learn", "--output", tmp_path / "n.bsf", stdin=lines)
    assert load(tmp_path / "n.bsf").predict([[8.0]]) == ["c"]


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["--rate", "5", "-"], 2, "'--rate' must be given together with a table"),
        (["--rate", "0", "t.csv"], 2, "--rate"),
        (["--poisson", "t.csv"], 2, "'--poisson' must be given together with --rate"),
        (["--policy", "best", "t.csv"], 2, "'policy' must be one of serial"),
        (["--capacity", "0", "t.csv"], 2, "'capacity'"),
        (["--deadline", "soon", "t.csv"], 2, "no duration"),
        (["--learn", "t.csv"], 2, "'--learn' must be used with a model that"),
        (["--output", "n.bsf", "t.csv"], 2, "together with --learn"),
        (["none.csv"], 1, "none.csv"),
        (["narrow.csv"], 4, "'data' must be 3 features, got 2"),
    ],
)
def test_failures(words, code, sentence, model, tmp_path, monkeypatch):
    """What makes no sense as a whole ends the stream, with one sentence."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "t.csv")
    (tmp_path / "narrow.csv").write_text("a,b\n1,2\n")
    result = stream(model, *words)
    assert result.exit_code == code, result.output
    assert sentence in " ".join(result.stderr.split())
    assert "Traceback" not in result.output


def test_an_answer_before_the_next_line(model):
    """Whoever writes one line and waits gets its answer: `tail -f readings.csv | bestsofar stream` works."""
    with running(model, "--deadline", "5ms") as process:
        for number, (line, label) in enumerate(zip(LINES[:5], Y, strict=False), 2):
            if number == 2:
                process.stdin.write("a,label,b,c\n")
            process.stdin.write(line + "\n")
            assert process.stdout.readline().startswith(f"{number},{label},")
        process.stdin.write("1,hi,two,3\n")
        assert process.stderr.readline().startswith("bestsofar: line 7 is refused: ")
        process.stdin.close()
        assert "answered   5 of 6 lines" in process.stderr.read()
        assert process.wait() == 4


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_interrupted(model):
    """Ctrl-C ends the stream, with the report, though the pipe is open."""
    with running(model) as process:
        process.stdin.write("1,2,3\n")
        assert process.stdout.readline().startswith("1,")
        process.send_signal(signal.SIGINT)
        assert process.wait() == 128 + signal.SIGINT
        assert "answered   1 of 1 lines" in process.stderr.read()


@pytest.mark.skipif(os.name == "nt", reason="pipes of another kind")
def test_nobody_reads(model):
    """When the reader of the answers has gone, as `head` does, the stream ends, with the report."""
    with running(model) as process:
        process.stdout.close()
        process.stdin.write("1,2,3\n")
        assert process.wait() == 141
        said = process.stderr.read()
        assert "answered   0 of 1 lines" in said
        assert "Traceback" not in said


@pytest.mark.skipif(os.name == "nt", reason="pipes of another kind")
def test_nobody_reads_what_cannot_be_learned(tmp_path):
    """The stream ends, however many labels follow, and what was learned is saved."""
    save(LazyTreeClassifier(capacity=50).fit(X, X[:, 0] > 0), tmp_path / "m.bsf")
    (tmp_path / "t.csv").write_text("a,b,c,label\n1,2,3,?\n" + "1,2,3,True\n" * (3 * AHEAD))
    reader, pipe = os.pipe()
    os.close(reader)
    words = ["stream", "t.csv", "--model", "m.bsf", "--learn", "--output", "n.bsf"]
    command = [sys.executable, "-c", "from bestsofar.cli import main; main()", *words]
    out = subprocess.DEVNULL
    done = subprocess.run(command, cwd=tmp_path, stdout=out, stderr=pipe, timeout=60, check=False)  # noqa: S603
    os.close(pipe)
    assert done.returncode == 141
    assert load(tmp_path / "n.bsf").classes_.tolist() == [False, True]


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no terminals")
def test_live_view(model):
    """On a terminal there is a view of the stream until it ends; nothing of it is among the answers."""
    terminal, its_end = os.openpty()
    with running(model, stderr=its_end) as process:
        os.close(its_end)
        seen = os.read(terminal, 10_000)
        process.stdin.write("1,2,3\n")
        assert process.stdout.readline().startswith("1,")
        process.terminate()
        with suppress(OSError):  # this is how the end of a terminal looks
            while more := os.read(terminal, 10_000):
                seen += more
        assert process.wait() == 128 + signal.SIGTERM
        assert process.stdout.read() == ""
    os.close(terminal)
    assert b"waiting" in seen
    assert b"answered   1 of 1 lines" in seen


def test_what_the_view_shows():
    """Rate, queue, accuracy and memory."""
    model = NeighborsClassifier().fit(X, Y)
    ledger = Ledger(print, refused=7, answered=1234, count=LabelCount(200, 100))
    with Scheduler(model) as scheduler:
        table = View(scheduler, 1024, ledger, model).__rich__()
    cells = [next(iter(column.cells)) for column in table.columns]
    assert cells[0] == "0"
    assert [cells[place] for place in (1, 3, 6, 7)] == ["0", "1,234", "7", "50.0%"]


def test_pace(monkeypatch):
    """Things come at their times; who is late catches up."""
    clock = [0.0]
    slept = []

    def sleep(seconds):
        slept.append(round(seconds, 6))
        clock[0] += seconds

    monkeypatch.setattr(pace, "perf_counter", lambda: clock[0])
    monkeypatch.setattr(pace, "sleep", sleep)
    for thing in pace.paced("abcd", repeat(1.0)):
        clock[0] += 1.5 if thing == "b" else 0.25
    assert slept == [0.75, 0.25]


def test_gaps():
    """Equal ones, or exponential ones of the same mean."""
    assert list(islice(pace.gaps(4, poisson=False), 3)) == [0.25] * 3
    some = list(islice(pace.gaps(4, poisson=True), 4000))
    assert np.mean(some) == pytest.approx(0.25, rel=0.05)
    assert np.std(some) == pytest.approx(0.25, rel=0.1)

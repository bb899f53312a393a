"""What is quoted may be of many lines, in a file as in a pipe."""

import csv
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from bestsofar.cli import app
from bestsofar.cli.records import LONGEST, first_record, numbered, records, whole_records

TABLE = 'a,b,label\n1,"two\nlines",x\n2,z,y\n3,5" wide,y\n'


def shell(*words, stdin=None):
    """Run the command with these words."""
    return CliRunner().invoke(app, [str(word) for word in words], input=stdin)


def parsed(text):
    """Split a text as the standard library does, or return None if that refuses it."""
    try:
        return [row for row in csv.reader(StringIO(text, newline=""), strict=True) if row]
    except csv.Error:
        return None


texts = st.text('",ab\n', min_size=1).filter(parsed)


@given(texts)
def test_records_are_those_of_the_standard_library(text):
    """Wherever quotes stand; nothing of a text is lost."""
    parts = [record.decode() for record in records(text.encode())]
    assert "".join(parts) == text
    assert [row for part in parts for row in parsed(part)] == parsed(text)
    assert first_record(text.encode()).decode() == parts[0]


@given(texts)
def test_texts_line_by_line(text):
    """Each text that is passed on can be read alone, and together they are all that came."""
    parts = [part.decode() for part in whole_records(text.encode().splitlines(keepends=True))]
    assert "".join(parts) == text
    assert all(parsed(part) is not None for part in parts)


def test_nothing_waits_for_a_quote_within_a_cell():
    """Only one at the beginning of a cell opens."""
    lines = [b'5",1\n', b'6" wide,2\n', b'"7""",3\n']
    assert list(whole_records(lines)) == lines


def test_numbers_are_those_of_lines():
    """A record has the number of its first line, from text to text."""
    texts = [b'1\n"2\n3"\n', b"4\n\n6\n"]
    assert [number for number, _ in numbered(texts)] == [1, 2, 4, 5, 6]


def test_a_quote_that_is_never_closed():
    """What waits for its end is bounded; then its line stands alone, and those after it are read."""
    line = b"1,2\n"
    many = 3 * LONGEST // len(line)
    lines = iter([b'1,"2\n', *([line] * many)])
    first = next(whole_records(lines))
    assert len(first) <= LONGEST + len(line)
    assert many - len(list(lines)) <= LONGEST // len(line)
    assert list(records(first)) == [b'1,"2\n', *([line] * (first.count(b"\n") - 1))]


@pytest.mark.parametrize("piped", [False, True])
def test_cells_of_many_lines(piped, tmp_path):
    """What can be learned can be asked."""
    table, model = tmp_path / "t.csv", tmp_path / "m.bsf"
    table.write_text(TABLE)
    assert shell("fit", table, model, "--set", "n_neighbors=1").exit_code == 0
    source, stdin = ("-", TABLE) if piped else (table, None)
    answers = shell("predict", model, source, stdin=stdin)
    assert (answers.exit_code, answers.stdout.split()) == (0, ["label", "x", "y", "y"])
    streamed = shell("stream", "--model", model, source, stdin=stdin)
    assert streamed.exit_code == 0
    assert sorted(line.split(",")[:2] for line in streamed.stdout.splitlines()[1:]) == [
        ["2", "x"],
        ["4", "y"],
        ["5", "y"],
    ]


@pytest.mark.parametrize("verb", [["predict"], ["stream", "--model"]])
def test_a_line_whose_quote_is_not_closed(verb, tmp_path):
    """It is refused alone."""
    table, model = tmp_path / "t.csv", tmp_path / "m.bsf"
    table.write_text(TABLE)
    shell("fit", table, model)
    result = shell(*verb, model, stdin=TABLE + '1,"two,x\n2,z,y\n')
    assert result.exit_code == 4
    assert result.stderr.count("is refused") == 1
    assert "line 6 is refused: unexpected end of data" in result.stderr


def test_names_of_many_lines(tmp_path):
    """A header is a record as well."""
    table, model = tmp_path / "t.csv", tmp_path / "m.bsf"
    table.write_text('"a\n(m)",label\n1,x\n9,y\n')
    assert shell("fit", table, model, "--set", "n_neighbors=1").exit_code == 0
    assert shell("predict", model, table).stdout.split() == ["label", "x", "y"]
    assert shell("stream", "--model", model, table).exit_code == 0


RETURNS = "x,y\r0.5,0.5\r0.1,0.1\r"


@pytest.mark.parametrize("text", [RETURNS, RETURNS.partition("\r")[2], "x,y\n0.5,0.5\r0.1,0.1\n"])
def test_no_reading_is_lost_at_a_lone_return(text, tmp_path):
    """It ends no line, and a line that holds one is refused, from a file as from a pipe; the others are answered."""
    (tmp_path / "train.csv").write_text("x,y,label\n0.5,0.5,a\n0.1,0.1,b\n")
    (tmp_path / "t.csv").write_text(text + "\n0.1,0.1\n", newline="")
    model = tmp_path / "m.bsf"
    assert shell("fit", tmp_path / "train.csv", model).exit_code == 0
    verbs = {"predict": ["predict", model], "stream": ["stream", "--model", model]}
    for name, verb in verbs.items():
        for result in (shell(*verb, tmp_path / "t.csv"), shell(*verb, stdin=text + "\n0.1,0.1\n")):
            assert "a carriage return within a line" in result.stderr, name
            assert result.stdout.splitlines()[1:]  # the last line
    for verb in (["fit", tmp_path / "t.csv", tmp_path / "n.bsf"], ["rank", tmp_path / "t.csv"]):
        assert shell(*verb).exit_code == 4


def test_returns_at_the_ends_of_lines(tmp_path):
    """They belong to the ends, even after a last line that has nothing else, and where words are."""
    (tmp_path / "t.csv").write_text('x,label\r\nred,"a"\r\nblue,b\r\n\r\n', newline="")
    assert shell("fit", tmp_path / "t.csv", tmp_path / "m.bsf").exit_code == 0
    assert "100.00 % of 2 right" in shell("predict", tmp_path / "m.bsf", tmp_path / "t.csv").stderr
    assert shell("predict", tmp_path / "m.bsf", "--no-header", stdin="red\r").stdout.split() == ["label", "a"]

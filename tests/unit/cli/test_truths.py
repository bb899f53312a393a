"""Truth values, as the formats of tables hold them."""

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from bestsofar import NeighborsClassifier, load, save
from bestsofar.cli import app

RNG = np.random.default_rng(0)
FRAME = pl.DataFrame({"x": RNG.random(40), "wet": RNG.random(40) < 0.5}).with_columns(label=pl.col("wet"))
SPELLINGS = ["True,False", "true,false", "TRUE,FALSE"]


def shell(*words, stdin=None):
    """Run the command with these words."""
    return CliRunner().invoke(app, [str(word) for word in words], input=stdin)


def text(frame, spelling):
    """Give a table as CSV, with truth values spelled like this."""
    true, false = spelling.split(",")
    return frame.write_csv().replace("true", true).replace("false", false)


@pytest.fixture(params=["t.parquet", "t.arrow", *SPELLINGS])
def table(tmp_path, request):
    """The same table in all ways of telling truth values."""
    path = tmp_path / (request.param if request.param.startswith("t.") else "t.csv")
    if path.suffix == ".csv":
        path.write_text(text(FRAME, request.param))
    else:
        {".parquet": FRAME.write_parquet, ".arrow": FRAME.write_ipc}[path.suffix](path)
    return path


def test_the_same_is_learned_from_all_formats(table, tmp_path):
    """To the last byte of the model."""
    FRAME.write_parquet(tmp_path / "other.parquet")
    for path, model in ((table, "m.bsf"), (tmp_path / "other.parquet", "n.bsf")):
        assert shell("fit", path, tmp_path / model).exit_code == 0
    assert (tmp_path / "m.bsf").read_bytes() == (tmp_path / "n.bsf").read_bytes()
    assert load(tmp_path / "m.bsf").classes_.tolist() == [False, True]


@pytest.mark.parametrize("metric", ["mixed", "euclidean", "hamming"])
def test_models_of_all_formats_answer_all(metric, table, tmp_path):
    """Whole tables and single lines, with a header or without."""
    assert shell("fit", table, tmp_path / "m.bsf", "--set", f"metric={metric}").exit_code == 0
    for spelling in SPELLINGS:
        lines = text(FRAME, spelling)
        for stdin in (lines, lines.partition("\n")[2]):
            assert "100.00 % of 40" in shell("predict", tmp_path / "m.bsf", stdin=stdin).stderr
            assert "100.00 % of 40" in shell("stream", "--model", tmp_path / "m.bsf", stdin=stdin).stderr


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_among_words_they_are_words(spelling, tmp_path):
    """A column may say that nothing is known; each line of it says only one thing."""
    words = [*spelling.split(","), "unknown"]
    frame = pl.DataFrame({"x": [0.1, 0.2, 0.3] * 5, "wet": words * 5, "label": ["a", "b", "c"] * 5})
    frame.write_csv(tmp_path / "t.csv")
    frame.write_parquet(tmp_path / "t.parquet")
    assert shell("fit", tmp_path / "t.csv", tmp_path / "m.bsf").exit_code == 0
    for word, label in zip(words, "abc", strict=True):
        assert shell("predict", tmp_path / "m.bsf", stdin=f"0.2,{word}\n" * 2).stdout.split() == ["label", *label * 2]
    for name in ("t.csv", "t.parquet"):
        assert "100.00 % of 15" in shell("predict", tmp_path / "m.bsf", tmp_path / name).stderr


def test_what_was_learned_as_words_is_still_known(tmp_path):
    """A model from before has them as categories."""
    save(NeighborsClassifier(metric="mixed").fit([[0.5, "true"], [0.5, "false"]], ["y", "n"]), tmp_path / "m.bsf")
    assert shell("predict", tmp_path / "m.bsf", stdin="0.5,true\n0.5,false\n").stdout.split() == ["label", "y", "n"]

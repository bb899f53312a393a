import numpy as np
import pytest
from sklearn.utils import Bunch

from bestsofar.datasets import openml
from bestsofar.errors import InvalidParameter


@pytest.fixture
def openml_answers(monkeypatch):
    """Stand in for the server: say what it answers, get what it was asked."""
    asked = []

    def answer(target):
        def fetch_openml(name, **how):
            asked.append((name, how["data_home"]))
            return Bunch(
                data=np.array([[1.0, 0.5], [0.0, 2.0], [np.nan, 3.0]]),
                target=np.array(target, dtype=object if isinstance(target[0], str) else float),
                feature_names=["colour", "size"],
                categories={"colour": ["red", "blue"]},
            )

        monkeypatch.setattr(openml, "fetch_openml", fetch_openml)
        return asked

    return answer


def test_categories_are_sorted(openml_answers, tmp_path):
    """OpenML's codes are renumbered, as if the set had come from a file."""
    asked = openml_answers(["yes", "no", "yes"])
    toys = openml.fetch("toys", "float32", tmp_path)
    np.testing.assert_array_equal(toys.X, np.array([[0, 0.5], [1, 2], [np.nan, 3]], dtype=np.float32))
    assert toys.X.dtype == np.float32
    assert toys.categories == (("blue", "red"), ())
    assert toys.feature_names == ("colour", "size")
    assert toys.y.tolist() == ["yes", "no", "yes"]
    assert asked == [("toys", tmp_path)]


@pytest.mark.parametrize("target", [["1", "2", "1"], [1.0, 2.0, 1.0]])
def test_integer_labels(openml_answers, tmp_path, target):
    """Integers are integers, whether OpenML sends them as text or as numbers."""
    openml_answers(target)
    assert openml.fetch("toys", "float64", tmp_path).y.tolist() == [1, 2, 1]


def test_names_are_left_alone(openml_answers, tmp_path):
    """Only numbers are written as integers: a version is a name."""
    openml_answers(["v1.0", "v1", "v2.0"])
    assert openml.fetch("toys", "float64", tmp_path).y.tolist() == ["v1.0", "v1", "v2.0"]


@pytest.mark.parametrize("target", [["a", None, "b"], ["a", float("nan"), "b"], [1.0, float("nan"), 2.0]])
def test_missing_labels(openml_answers, tmp_path, target):
    """A row without a label is refused, as in a file."""
    openml_answers(target)
    with pytest.raises(InvalidParameter, match=r"'name' must be a set with a label in every row, got 'toys'\."):
        openml.fetch("toys", "float64", tmp_path)

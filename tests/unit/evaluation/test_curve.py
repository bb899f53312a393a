import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestsofar import NeighborsClassifier, RandomRank, anytime_curve, datasets
from bestsofar.errors import InvalidParameter
from bestsofar.evaluation import AnytimeCurve

X, Y = datasets.japanese_flag(160, random_state=0)
MODEL = NeighborsClassifier(RandomRank(random_state=0)).fit(X[:60], Y[:60])


@given(steps=st.lists(st.integers(0, 70), min_size=1, max_size=8))
def test_one_pass_equals_many(steps):
    """Accuracies are those of `predict` with each number of steps, in whatever order these are given."""
    curve = anytime_curve(MODEL, X[60:], Y[60:], steps=steps)
    assert curve.steps.tolist() == sorted(set(steps))
    assert curve.accuracy.tolist() == [
        (MODEL.predict(X[60:], steps=count) == Y[60:]).mean() for count in curve.steps.tolist()
    ]


@given(accuracy=st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_summaries(accuracy):
    """The mean, the best, and one minus the mean loss against the best so far."""
    curve = AnytimeCurve(np.arange(len(accuracy)), np.array(accuracy))
    losses = [max(accuracy[: place + 1]) - value for place, value in enumerate(accuracy)]
    assert curve.avg == pytest.approx(sum(accuracy) / len(accuracy))
    assert curve.max == max(accuracy)
    assert curve.mon == pytest.approx(1 - sum(losses) / len(losses))


def test_a_curve_that_never_falls_is_monotonic():
    """1 is as monotonic as it gets."""
    assert AnytimeCurve(np.arange(3), np.array([0.2, 0.2, 0.9])).mon == 1
    assert AnytimeCurve(np.arange(2), np.array([0.5, 0.25])).mon == 0.875


def test_plot():
    """The curve is drawn into given axes, or into new ones, and styled."""
    curve = anytime_curve(MODEL, X[60:], Y[60:], steps=[2, 10, 60])
    axes = curve.plot(label="random")
    assert axes.get_xscale() == "log"
    assert axes.get_lines()[0].get_label() == "random"
    assert curve.plot(axes) is axes
    assert axes.get_lines()[1].get_ydata().tolist() == curve.accuracy.tolist()
    plt.close("all")


def test_a_curve_cannot_be_changed():
    """A measurement stays what it was."""
    curve = AnytimeCurve(np.arange(1), np.ones(1))
    with pytest.raises(AttributeError):
        curve.steps = np.arange(2)


@pytest.mark.parametrize(
    "steps",
    [[], [-1], [1.5], ["one"], [None], [1, None], None, [True], [2**63 + 1], [2**70], [[1], [2, 3]]],
    ids=str,
)
def test_bad_steps(steps):
    """Steps that are none are refused in one sentence."""
    with pytest.raises(InvalidParameter, match=r"^anytime_curve: 'steps' must be ints >= 0.*, got .*\.$"):
        anytime_curve(MODEL, X, Y, steps=steps)


def test_labels_of_another_number():
    """As many labels as objects."""
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        anytime_curve(MODEL, X[60:], Y[61:], steps=[1])


@pytest.mark.parametrize("model", [5, None, "model", NeighborsClassifier])
def test_not_a_model(model):
    """What is no model is refused in one sentence."""
    with pytest.raises(InvalidParameter, match=r"^anytime_curve: 'model' must be .*, got .*\.$"):
        anytime_curve(model, X, Y, steps=[1])

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestsofar import NeighborsClassifier, RandomRank, load, save
from bestsofar.errors import InvalidRecords

X = np.arange(24.0).reshape(12, 2)
Y = np.arange(12) % 3


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows,
        lambda rows: rows.tolist(),
        lambda rows: rows.astype(np.int32),
        lambda rows: rows.astype(np.float64),
        lambda rows: rows.astype(np.float32),
        lambda rows: rows.astype(">f8"),
        lambda rows: rows.astype(object),
        np.asfortranarray,
        lambda rows: np.repeat(rows, 2, axis=1)[:, ::2],
        lambda rows: np.lib.stride_tricks.as_strided(rows, writeable=False),
    ],
)
def test_queries_of_any_layout(dtype, change):
    """Queries may come in another type, byte order or layout than the training rows; the answers are the same."""
    model = NeighborsClassifier(n_neighbors=3).fit(X.astype(dtype), Y)
    expected = model.predict_proba(X.astype(dtype))
    rows = change(X.astype(dtype))
    assert (model.predict_proba(rows) == expected).all()
    assert [model.begin(row).refine().answer.label for row in rows] == expected.argmax(axis=1).tolist()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_floats_are_kept(dtype):
    """Rows are held in the type that they came in."""
    small, large = (NeighborsClassifier().fit(X.astype(kind), Y).nbytes for kind in (np.float32, np.float64))
    assert small < large
    exact = NeighborsClassifier().fit(X.astype(dtype), Y)
    assert exact.nbytes == {np.float32: small, np.float64: large}[dtype]


def test_integers_become_float64():
    """Whole numbers lose nothing."""
    rows = np.array([[2**53 - 1], [2**53 - 2]])
    assert NeighborsClassifier().fit(rows, [0, 1]).predict(rows).tolist() == [0, 1]


@given(row=st.integers(0, 11), feature=st.integers(0, 1), value=st.sampled_from([np.nan, np.inf, -np.inf]))
def test_the_strange_number_is_named(row, feature, value):
    """What is not finite is refused, and the sentence says where it stands."""
    strange = X.copy()
    strange[row, feature] = value
    name = "NaN" if np.isnan(value) else "infinity"
    message = rf"^NeighborsClassifier: 'X' must be finite .*, got {name} in row {row}, feature {feature}\.$"
    with pytest.raises(InvalidRecords, match=message):
        NeighborsClassifier().fit(strange, Y)
    with pytest.raises(InvalidRecords, match=message):
        NeighborsClassifier().fit(X, Y).predict(strange)


def test_names_of_features_are_watched():
    """A model that learned names warns of rows without, as scikit-learn asks, and refuses others."""
    frame = pd.DataFrame(X, columns=["a", "b"])
    model = NeighborsClassifier().fit(frame, Y)
    assert model.predict(frame).tolist() == Y.tolist()
    with pytest.warns(UserWarning, match="valid feature names"):
        model.predict(X)
    with pytest.raises(ValueError, match="feature names should match"):
        model.predict(frame.rename(columns={"a": "z"}))


@pytest.mark.parametrize("load_again", [False, True])
def test_the_old_model_answers_while_a_new_one_is_learned(load_again, tmp_path):
    """Rows of the width that was learned are read as such until those of another one are learned."""
    asked, learning = [], False

    def metric(a, b):
        if learning:
            asked.append(model.predict([[0.0], [5.0]]).tolist())
        return float(abs(a - b).sum())

    model = NeighborsClassifier(RandomRank(random_state=0)).fit([[0.0], [5.0]], [0, 1])
    if load_again:
        save(model, tmp_path / "model.bsf")
        model = load(tmp_path / "model.bsf")
    learning = True
    model.set_params(metric=metric).fit([[0.0, 1.0], [5.0, 1.0], [6.0, 1.0]], [0, 1, 1])
    learning = False
    assert asked
    assert all(labels == [0, 1] for labels in asked)
    assert model.predict([[5.5, 1.0]]).tolist() == [1]

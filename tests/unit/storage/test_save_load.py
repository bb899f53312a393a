"""What is saved comes back as it was."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from safetensors.numpy import load_file
from sklearn.base import BaseEstimator, clone

import bestsofar
from bestsofar import (
    EBEL,
    BayesTreeClassifier,
    Drop3,
    GreedyRank,
    HeirRank,
    LazyTreeClassifier,
    NeighborsClassifier,
    ParzenClassifier,
    RandomRank,
    load,
    save,
)
from bestsofar.base.storable import STORABLE
from bestsofar.distances import pairwise
from bestsofar.errors import InvalidParameter
from bestsofar.storage import file

X = np.random.default_rng(0).normal(size=(60, 3))
Y = np.array(["a", "b", "c"])[np.arange(60) % 3]

ESTIMATORS = [
    kind
    for kind in (getattr(bestsofar, name) for name in bestsofar.__all__)
    if isinstance(kind, type) and issubclass(kind, BaseEstimator)
]


@pytest.fixture
def path(tmp_path):
    """Where to save."""
    return tmp_path / "model.bsf"


@pytest.fixture
def again(path):
    """Save and load."""

    def through_a_file(model):
        save(model, path)
        return load(path)

    return through_a_file


def same(a, b):
    """Tell whether two values are alike, and of one type."""
    if isinstance(a, pd.DataFrame):
        return a.reset_index(drop=True).equals(b.reset_index(drop=True))  # of a frame only the columns are saved
    if isinstance(a, pl.DataFrame):
        return a.equals(b)
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and a.tolist() == b.tolist()
    return type(a) is type(b) and a == b


@pytest.mark.parametrize("kind", ESTIMATORS)
def test_every_estimator_can_be_saved(kind, again):
    """All that is public takes part, and need not be fitted."""
    assert STORABLE[kind.__name__] is kind
    assert repr(again(kind())) == repr(kind())


@pytest.mark.parametrize(
    "model",
    [
        NeighborsClassifier(Drop3(0.5, n_neighbors=2), n_neighbors=np.int64(5), metric_params={}),
        NeighborsClassifier(metric="mixed", metric_params={"categorical": np.array([True, False, False])}),
        NeighborsClassifier(metric="minkowski", metric_params={"p": 3.5}, forget=HeirRank(3)),
        ParzenClassifier(GreedyRank(sharpness=None), bandwidth=float("inf")),
        EBEL(7, bandwidth=0.1 + 0.2),
    ],
)
def test_parameters_come_back(model, again):
    """Nested estimators, arrays and odd numbers among them."""
    assert repr(again(model)) == repr(model).replace("np.int64(5)", "5")


CONTAINERS = {
    "float64": (X, Y),
    "float32": (X.astype(np.float32), Y.tolist()),
    "lists": (X.tolist(), Y.astype(object)),
    "whole numbers": (X.round().astype(int).tolist(), np.arange(60) % 3),
    "pandas": (pd.DataFrame(X, columns=[*"abc"]), np.arange(60) % 2 == 0),
    "polars": (pl.DataFrame(X, schema=[*"abc"]), Y),
    "columns without names": (pd.DataFrame(X), Y),
}


@pytest.mark.parametrize(("X", "y"), CONTAINERS.values(), ids=CONTAINERS)
def test_a_learner_goes_on(X, y, again):
    """What learns batch after batch learns the next as if it had never been saved, whatever it was given."""
    for model in (HeirRank(9), EBEL(9, bandwidth=1.0), NeighborsClassifier(capacity=9), ParzenClassifier(capacity=9)):
        first, second = model.partial_fit(X[:40], y[:40]), again(model)
        for learner in (first, second):
            learner.partial_fit(X[40:], y[40:])
        for name in ("exemplars_", "labels_", "classes_"):
            assert same(getattr(first, name), getattr(second, name))
        if hasattr(model, "predict_proba"):
            assert (first.predict_proba(X[:9]) == second.predict_proba(X[:9])).all()
            assert first.nbytes == second.nbytes


NAMES = ["x", None, "y", "x"]
FRAMES = {
    "polars categorical": pl.DataFrame({"c": pl.Series(NAMES, dtype=pl.Categorical)}),
    "polars enum": pl.DataFrame({"c": pl.Series(NAMES, dtype=pl.Enum(["x", "y"]))}),
    "polars booleans": pl.DataFrame({"c": [True, None, False, True]}),
    "polars whole numbers": pl.DataFrame({"c": [1, None, 2, 4]}),
    "polars nothing": pl.DataFrame({"c": [None] * 4}),
    "arrow dictionary": pa.table({"c": pa.array(NAMES).dictionary_encode()}),
    "arrow dictionary of numbers": pa.table({"c": pa.array([1, None, 2, 4]).dictionary_encode()}),
    "arrow large text": pa.table({"c": pa.array(NAMES, pa.large_string())}),
    "arrow booleans": pa.table({"c": [True, None, False, True]}),
    "arrow whole numbers": pa.table({"c": [1, None, 2, 4]}),
    "pandas categories": pd.DataFrame({"c": pd.Categorical(NAMES)}),
    "pandas categories of numbers": pd.DataFrame({"c": pd.Categorical([1, None, 2, 4])}),
    "pandas text": pd.DataFrame({"c": pd.Series(NAMES, dtype="string")}),
    "pandas booleans": pd.DataFrame({"c": pd.Series([True, None, False, True], dtype="boolean")}),
    "pandas whole numbers": pd.DataFrame({"c": pd.Series([1, None, 2, 4], dtype="Int64")}),
    "pandas objects": pd.DataFrame({"c": pd.Series(NAMES, dtype=object)}),
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_a_learner_of_tables_goes_on(frame, again):
    """Frames with categories and missing values are learned again, and a column that was categorical still is."""
    model = NeighborsClassifier(metric="mixed", capacity=5).partial_fit(frame, list("abca"))
    twin = again(model)
    assert pairwise(twin.exemplars_, metric="mixed").tolist() == pairwise(frame, metric="mixed").tolist()
    for learner in (model, twin):
        learner.partial_fit(frame, list("abca"))
    assert twin.labels_.tolist() == model.labels_.tolist()
    assert twin.predict_proba(frame).tolist() == model.predict_proba(frame).tolist()


def test_schemes_keep_what_they_noted(again):
    """The results of the last call are there."""
    scheme = Drop3()
    scheme.fit_resample(X, Y)
    twin = again(scheme)
    assert twin.n_survivors_ == scheme.n_survivors_
    assert same(twin.sample_indices_, scheme.sample_indices_)
    assert twin.n_features_in_ == 3


@pytest.mark.parametrize("metric", ["edit", "compression"])
def test_odd_strings(metric, again):
    """Strings that are empty, hold zeros, or are no proper text."""
    words = ["", "a\0", "\ud800", "ünï", "aa", "b"]
    words = words if metric == "edit" else [word.encode("utf-8", "surrogatepass") for word in words]
    model = NeighborsClassifier(metric=metric, capacity=5).partial_fit(words, list("xyxyxy"))
    twin = again(model)
    assert twin.exemplars_ == model.exemplars_
    assert twin.predict(words).tolist() == model.predict(words).tolist()


def test_categories_and_names(again):
    """A table's categories and the names of its columns are known again."""
    frame = pd.DataFrame({"size": [1.0, 2.0, None, 4.0], "colour": ["red", "blue", "red", None]})
    model = NeighborsClassifier(metric="mixed").fit(frame, ["x", "y", "x", "y"])
    twin = again(model)
    assert twin.feature_names_in_.tolist() == ["size", "colour"]
    assert (twin.predict_proba(frame) == model.predict_proba(frame)).all()
    with pytest.raises(ValueError, match="feature names"):
        twin.predict(frame[["colour", "size"]])


def test_parameters_changed_after_learning(again):
    """A model answers with the metric that it has learned with, not with one that it is to learn with next."""
    model = NeighborsClassifier(metric="manhattan").fit(X, Y).set_params(metric="cosine", n_neighbors=4)
    twin = again(model)
    assert twin.metric == "cosine"
    assert (twin.predict(X + 1) == model.predict(X + 1)).all()
    assert twin.resume(model.begin(X[0]).suspend()).steps == 3


@pytest.mark.parametrize(
    ("metric", "params"),
    [("minkowski", {"p": np.float64(3)}), ("mixed", {"categorical": [np.int64(0)]}), ("mixed", {"categorical": (0,)})],
)
@pytest.mark.parametrize("kind", [NeighborsClassifier, LazyTreeClassifier])
def test_parameters_of_numpy(again, kind, metric, params):
    """In a file they are numbers as any others; the model is the same to its suspended queries."""
    model = kind(metric=metric, metric_params=params).fit(X, Y)
    query = model.begin(X[0])
    assert again(model).resume(query.suspend()).steps == query.steps


@pytest.mark.parametrize("learn", [False, True])
def test_a_function_cannot_be_saved(learn, path):
    """Nothing executable is saved; the sentence says which parameter it is."""
    model = NeighborsClassifier(RandomRank(), metric=lambda a, b: float(abs(a - b).sum()))
    if learn:
        model.fit(X, Y).set_params(metric="euclidean")
    with pytest.raises(InvalidParameter, match=r"^save: 'metric.*' must be made of plain values, .* got <function"):
        save(model, path)
    assert not path.exists()


@pytest.mark.parametrize("model", [3, None, BaseEstimator(), NeighborsClassifier])
def test_what_is_no_model(model, path):
    """Only models and schemes are saved."""
    with pytest.raises(InvalidParameter, match="'model' must be a model or an exemplar scheme of bestsofar"):
        save(model, path)


def test_a_class_of_somebody_else(path):
    """A subclass has code of its own, which a file cannot hold."""

    class Mine(NeighborsClassifier):
        pass

    with pytest.raises(InvalidParameter, match="'model' must be made of plain values"):
        save(Mine(), path)
    with pytest.raises(InvalidParameter, match=r"'order\.random_state'"):
        save(NeighborsClassifier(RandomRank(random_state=np.random.RandomState(0))), path)


@pytest.mark.parametrize(
    "model", [NeighborsClassifier(), ParzenClassifier(), BayesTreeClassifier(), LazyTreeClassifier()], ids=repr
)
def test_the_same_model_is_the_same_file(model, tmp_path):
    """Nothing of the place or the moment is in a file, nor of what was in memory before."""
    save(clone(model).fit(X, Y), tmp_path / "a")
    save(clone(model).fit(X, Y), tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_any_tool_can_open_it(path):
    """It is plain safetensors, rows in blocks that begin at a cache line."""
    model = NeighborsClassifier(RandomRank(random_state=0)).fit(X, Y)
    save(model, path)
    rows, order = (load_file(path)[name] for name in ("index.rows", "index.order"))
    assert (rows.transpose(0, 2, 1).reshape(-1, 3)[:60] == X[order]).all()
    data = path.read_bytes()
    assert data.index(rows.tobytes()) % 64 == 0


@pytest.mark.parametrize(
    "model",
    [
        NeighborsClassifier(n_neighbors=3),
        NeighborsClassifier(metric="cosine"),
        NeighborsClassifier(metric="dtw"),
        ParzenClassifier(metric="manhattan"),
    ],
)
def test_large_arrays_are_mapped(model, path, monkeypatch):
    """A model whose arrays are in its file answers the same, outlives its old file, and is saved in its place."""
    monkeypatch.setattr(file, "LARGE", 0)
    model.fit(X, Y)
    save(model, path)
    twin = load(path)
    save(twin, path)
    third = load(path, verify=True)
    path.unlink()
    for other in (twin, third):
        assert (other.predict_proba(X[:9] + 0.1, steps=20) == model.predict_proba(X[:9] + 0.1, steps=20)).all()
        assert other.resume(model.begin(X[0]).suspend()).steps == 3


def test_labels_of_the_other_byte_order(again):
    """They come back as the same texts."""
    model = NeighborsClassifier(capacity=9).fit(X, Y.astype(">U2"))
    twin = again(model)
    assert twin.classes_.tolist() == ["a", "b", "c"]
    assert twin.labels_.tolist() == model.labels_.tolist()
    assert twin.predict(X).tolist() == model.predict(X).tolist()


@pytest.mark.parametrize("model", [HeirRank(9), NeighborsClassifier(capacity=9)])
@pytest.mark.parametrize("objects", [X[:0], [], pd.DataFrame(X)[:0]], ids=["array", "list", "frame"])
def test_nothing_learned_yet(model, objects, again):
    """A learner that was given no objects goes on when there are some."""
    twin = again(clone(model).partial_fit(objects, np.array([], dtype="U3")))
    assert twin.labels_.dtype.kind == "U"
    assert twin.partial_fit(X, Y).labels_.tolist() == clone(model).partial_fit(X, Y).labels_.tolist()


@pytest.mark.parametrize("kind", [pd.Series, pl.Series, np.array, list])
@pytest.mark.parametrize("metric", ["edit", "compression"])
def test_sequences_of_strings(kind, metric, again):
    """Whatever they come in, they are known again."""
    words = ["a", "bb", "abc", "b"]
    words = kind(words if metric == "edit" else [word.encode() for word in words])
    model = NeighborsClassifier(metric=metric, capacity=3).partial_fit(words, list("xyxy"))
    twin = again(model)
    assert same(twin.exemplars_, model.exemplars_)
    assert twin.partial_fit(words, list("xyxy")).labels_.tolist() == list(
        model.partial_fit(words, list("xyxy")).labels_
    )


@pytest.mark.parametrize("weights", [{"count"}, frozenset({"count", "distance"}), set()])
def test_sets(weights, again):
    """They are sets again."""
    assert same(again(LazyTreeClassifier(weights=weights)).weights, weights)


def test_a_set_of_functions(path):
    """It is refused as a function is."""
    with pytest.raises(InvalidParameter, match=r"^save: 'weights\.0' must be made of plain values"):
        save(LazyTreeClassifier(weights={len}), path)
    assert not path.exists()


def test_arrays_without_elements_have_no_order(tmp_path):
    """Several that take no room lie at one place of an older file; which is said to come first means nothing."""
    arrays = {f"array {number}": np.empty((0, number)) for number in range(8)} | {"some": np.arange(3.0)}
    path = tmp_path / "arrays"
    path.write_bytes(b"".join(bytes(piece) for piece in file.contents({}, arrays, ())))
    for _ in range(20):
        read = file.ModelFile.open(path).arrays(verify=True)
        assert {name: array.shape for name, array in read.items()} == {k: v.shape for k, v in arrays.items()}


def test_keys_with_dots(again):
    """A key that is called like a place elsewhere does not take its array."""
    odd = {"a": {"b": np.arange(3)}, "a.b": np.arange(5)}
    back = again(NeighborsClassifier(metric_params=odd)).metric_params
    assert same(back["a"]["b"], odd["a"]["b"])
    assert same(back["a.b"], odd["a.b"])

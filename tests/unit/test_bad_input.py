"""Bad input gets one clear sentence: who, which argument, what it must be, what it was. Nothing crashes."""

import numpy as np
import pytest

from bestsofar import (
    EBEL,
    BayesTreeClassifier,
    ConstantArrivals,
    Drop2,
    GreedyRank,
    NeighborsClassifier,
    ParzenClassifier,
    RandomRank,
    Scheduler,
    SimpleRank,
    anytime_curve,
    simulate,
)
from bestsofar.errors import InvalidParameter, InvalidRecords, InvalidSuspension

X = np.array([[0.0, 0.0], [1.0, 1.0], [5.0, 5.0], [6.0, 6.0]])
Y = ["low", "low", "high", "high"]
NAN = np.array([[0.0, np.nan]])
MODEL = NeighborsClassifier().fit(X, Y)
WORDS = NeighborsClassifier(metric="edit").fit(["a", "b", "xyz", "xy"], Y)


def fit(*data, **params):
    """A call that learns."""
    return lambda: NeighborsClassifier(**params).fit(*data)


BAD = {
    # NaN where the metric has no rule for it
    "nan in fit": (
        fit(np.vstack([X[:3], NAN]), Y),
        InvalidRecords,
        "NeighborsClassifier: 'X'",
        "NaN in row 3, feature 1",
    ),
    "nan in predict": (
        lambda: MODEL.predict(NAN),
        InvalidRecords,
        "NeighborsClassifier: 'X'",
        "NaN in row 0, feature 1",
    ),
    "nan in proba": (lambda: MODEL.predict_proba(NAN), InvalidRecords, "NeighborsClassifier: 'X'", "NaN in row 0"),
    "nan in begin": (lambda: MODEL.begin(NAN[0]), InvalidRecords, "NeighborsClassifier", "NaN"),
    "infinity": (
        lambda: MODEL.predict([[0, -np.inf]]),
        InvalidRecords,
        "NeighborsClassifier: 'X'",
        "infinity in row 0",
    ),
    "word in fit": (fit([["a", 0], *X[1:]], Y), InvalidRecords, "'X' must be numbers .metric='mixed' takes", "got 'a'"),
    "word in an array": (fit(np.array([["a"]] * 4), Y), InvalidRecords, "NeighborsClassifier: 'X'", "got 'a'"),
    "word in predict": (lambda: MODEL.predict([["a", 0]]), InvalidRecords, "NeighborsClassifier: 'X'", "got 'a'"),
    "word in begin": (lambda: MODEL.begin([0, "a"]), InvalidRecords, "NeighborsClassifier: 'X'", "got 'a'"),
    "word in a tree": (lambda: BayesTreeClassifier().fit([["a"]], [0]), InvalidRecords, "BayesTree", "numbers, got .a"),
    "ragged": (fit([[0], *X[1:]], Y), InvalidRecords, "'X' must be rows of one width", "rows of several"),
    "huge in fit": (
        fit([[10**400, 0], *X[1:]], Y),
        InvalidRecords,
        "NeighborsClassifier: 'X'",
        "int too large for a float",
    ),
    "huge in predict": (
        lambda: MODEL.predict([[10**400, 0]]),
        InvalidRecords,
        "NeighborsClassifier: 'X'",
        "too large for a float",
    ),
    "huge in begin": (
        lambda: MODEL.begin([0, -(10**400)]),
        InvalidRecords,
        "NeighborsClassifier: 'X'",
        "too large for a float",
    ),
    "huge in a table": (
        fit([["a", 0], ["b", 1], ["b", 2], ["b", 10**400]], Y, metric="mixed"),
        InvalidRecords,
        "NeighborsClassifier: 'X'",
        "infinity in row 3, feature 1",
    ),
    "nan in rank": (lambda: SimpleRank().rank(np.vstack([X[:3], NAN]), Y), InvalidRecords, "SimpleRank: 'X'", "NaN"),
    # labels that are none
    "no name": (fit(X, ["low", None, "high", "high"]), InvalidParameter, "'y' must be all", "got NoneType and str"),
    # wrong width
    "narrow": (lambda: MODEL.predict(X[:, :1]), ValueError, "X has 1 features", "NeighborsClassifier is expecting 2"),
    "wide": (lambda: MODEL.predict(np.ones((3, 5))), ValueError, "X has 5 features", "expecting 2"),
    "wide and empty": (lambda: MODEL.predict(np.ones((0, 5))), ValueError, "X has 5 features", "expecting 2"),
    "wide begin": (lambda: MODEL.begin(np.ones(5)), ValueError, "X has 5 features", "expecting 2"),
    "a row for rows": (lambda: MODEL.predict(X[0]), ValueError, "Expected 2D array", "1D array"),
    "rows for a row": (lambda: MODEL.begin(X), InvalidRecords, "NeighborsClassifier.begin: 'x'", "2 dimensions"),
    "nothing for a row": (lambda: MODEL.begin(None), InvalidRecords, "NeighborsClassifier.begin: 'x'", "0 dimensions"),
    "a row for a text": (lambda: WORDS.begin(X[0]), InvalidRecords, "NeighborsClassifier", "array"),
    # empty sets
    "no rows": (fit(X[:0], []), ValueError, "0 sample", "minimum of 1"),
    "no features": (fit(X[:, :0], Y), ValueError, "0 feature", "minimum of 1"),
    "nothing": (fit([], []), InvalidRecords, "NeighborsClassifier: 'X' must be at least one row", "got none"),
    "nothing to rank": (lambda: SimpleRank().rank([], []), InvalidRecords, "SimpleRank: 'X'", "got none"),
    "no words": (fit([], [], metric="edit"), InvalidRecords, "NeighborsClassifier: 'X'", "at least one object"),
    "no labels": (fit(X, None), ValueError, "y", ""),
    "fewer labels": (fit(X, Y[:2]), ValueError, "inconsistent numbers of samples", "4, 2"),
    "numbers for classes": (fit(X, [0.1, 0.2, 0.3, 0.4]), ValueError, "Unknown label type: continuous", ""),
    # unknown metric and other parameters
    "metric": (fit(X, Y, metric="euklid"), InvalidParameter, "NeighborsClassifier: 'metric'", "got 'euklid'"),
    "metric_params": (
        fit(X, Y, metric_params={"p": 2}),
        InvalidParameter,
        "NeighborsClassifier: 'metric_params'",
        "'p'",
    ),
    "order": (fit(X, Y, order="best"), InvalidParameter, "NeighborsClassifier: 'order'", "got 'best'"),
    "order class": (fit(X, Y, order=GreedyRank), InvalidParameter, "NeighborsClassifier: 'order'", "GreedyRank"),
    "k": (fit(X, Y, n_neighbors=0), InvalidParameter, "NeighborsClassifier: 'n_neighbors'", "got 0"),
    "sharpness": (lambda: GreedyRank(sharpness=3).rank(X, Y), InvalidParameter, "GreedyRank: 'sharpness'", "got 3"),
    "k of Drop2": (
        lambda: Drop2(n_neighbors=0).rank(X, Y),
        InvalidParameter,
        "Drop2: 'n_neighbors'",
        "got 0",
    ),
    "bandwidth": (lambda: EBEL(bandwidth=0).rank(X, Y), InvalidParameter, "EBEL: 'bandwidth'", "got 0"),
    "parzen": (
        lambda: ParzenClassifier(bandwidth=np.inf).fit(X, Y),
        InvalidParameter,
        "ParzenClassifier: 'bandwidth'",
        "got inf",
    ),
    "huge bandwidth": (
        lambda: ParzenClassifier(bandwidth=10**400).fit(X, Y),
        InvalidParameter,
        "ParzenClassifier: 'bandwidth'",
        "got 1000",
    ),
    "huge alpha": (lambda: EBEL(alpha=10**400).rank(X, Y), InvalidParameter, "EBEL: 'alpha'", "got 1000"),
    "n_exemplars": (lambda: SimpleRank(0).fit_resample(X, Y), InvalidParameter, "SimpleRank: 'n_exemplars'", "got 0"),
    "random share": (lambda: RandomRank(2.0).fit_resample(X, Y), InvalidParameter, "RandomRank: 'n_exemplars'", "2.0"),
    "curve steps": (lambda: anytime_curve(MODEL, X, Y, steps=[]), InvalidParameter, "anytime_curve: 'steps'", r"\[\]"),
    "sets": (
        lambda: NeighborsClassifier(metric=lambda a, b: len(a ^ b)).fit([{1}, {2}], Y[:2]),
        InvalidRecords,
        "NeighborsClassifier: 'X' must be rows of numbers, strings or bytes",
        r"got \{1\}",
    ),
    "a set of words": (
        fit({"a"}, Y[:1], metric="edit"),
        InvalidRecords,
        "NeighborsClassifier: 'X' must be a sequence of str",
        r"got \{'a'\}",
    ),
    # labels that equal none of the model's
    "numbers for names": (lambda: anytime_curve(MODEL, X, [0, 1, 1, 1], steps=[1]), InvalidParameter, "'y'", "names"),
    "names for numbers": (
        lambda: simulate(NeighborsClassifier().fit(X, [0, 0, 1, 1]), X, Y, arrivals=ConstantArrivals(1)),
        InvalidParameter,
        "simulate: 'y' must be labels as the model learned them, numbers",
        "low",
    ),
    # negative budgets
    "steps": (lambda: MODEL.predict(X, steps=-1), InvalidParameter, "NeighborsClassifier.predict: 'steps'", "-1"),
    "seconds": (
        lambda: MODEL.predict(X, seconds=-0.5),
        InvalidParameter,
        "NeighborsClassifier.predict: 'seconds'",
        "-0.5",
    ),
    "proba steps": (lambda: MODEL.predict_proba(X, steps=-1), InvalidParameter, "predict_proba: 'steps'", "got -1"),
    "refine steps": (lambda: MODEL.begin(X[0]).refine(steps=-1), InvalidParameter, "Query.refine: 'steps'", "got -1"),
    "refine nan": (
        lambda: MODEL.begin(X[0]).refine(seconds=np.nan),
        InvalidParameter,
        "Query.refine: 'seconds'",
        "nan",
    ),
    # suspended queries
    "truncated": (
        lambda: MODEL.resume(MODEL.begin(X[0]).suspend()[:-3]),
        InvalidSuspension,
        "NeighborsClassifier.resume: 'data'",
        "cut short or changed",
    ),
    "empty": (lambda: MODEL.resume(b""), InvalidSuspension, "NeighborsClassifier.resume: 'data'", "only 0 bytes"),
    "foreign": (
        lambda: MODEL.resume(WORDS.begin("a").suspend()),
        InvalidSuspension,
        "NeighborsClassifier.resume: 'data'",
        "a query of another model",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input(case):
    """The right exception, and a message that says whose argument it was and what it was."""
    call, kind, beginning, rest = BAD[case]
    with pytest.raises(kind, match=beginning) as caught:
        call()
    assert isinstance(caught.value, ValueError)
    assert caught.match(rest)


@pytest.mark.parametrize("case", [case for case, bad in BAD.items() if bad[1] is not ValueError])
def test_one_sentence(case):
    """Messages of this package are one sentence: who: 'which' must be this, got that."""
    with pytest.raises(ValueError, match=r"^[\w.]+: ['\"].+['\"] must be .+, got .+\.$"):
        BAD[case][0]()


def test_models_survive():
    """After all of this the models answer as before."""
    for call, kind, *_ in BAD.values():
        with pytest.raises(kind):
            call()
    assert MODEL.predict(X).tolist() == Y
    assert WORDS.predict(["a", "xyz"]).tolist() == ["low", "high"]


@pytest.mark.parametrize("method", ["predict", "predict_proba", "begin", "resume", "labels_after", "nbytes"])
def test_not_fitted(method):
    """A model that has learned nothing says so, and what to do."""
    model = NeighborsClassifier()
    arguments = {"begin": (X[0],), "resume": (b"",), "labels_after": (X, [1]), "nbytes": ()}.get(method, (X,))
    with pytest.raises(ValueError, match=rf"^NeighborsClassifier.{method}: .* not fitted yet; call fit first\.$"):
        getattr(model, method)(*arguments)


@pytest.mark.parametrize(
    ("who", "call"),
    [
        ("simulate", lambda model: simulate(model, X, Y, arrivals=ConstantArrivals(1))),
        ("Scheduler", Scheduler),
        ("anytime_curve", lambda model: anytime_curve(model, X, Y, steps=[1])),
    ],
)
def test_given_a_model_that_is_not_fitted(who, call):
    """Whoever is given a model that has learned nothing says so in its own name."""
    with pytest.raises(ValueError, match=rf"^{who}: this NeighborsClassifier is not fitted yet; call fit first\.$"):
        call(NeighborsClassifier())

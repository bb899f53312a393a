import numpy as np
import pytest

from bestsofar.distances import METRICS, pairwise
from bestsofar.errors import InvalidParameter

ROWS = np.eye(3)


@pytest.mark.parametrize("metric", ["euklid", "", None, 5, ["euclidean"]])
def test_unknown_metric(metric):
    """What is no metric is refused, and the message lists those that are."""
    with pytest.raises(InvalidParameter, match=r"'metric' must be one of euclidean, .*compression.*, got "):
        pairwise(ROWS, metric=metric)


@pytest.mark.parametrize(
    ("metric", "params"),
    [
        ("euclidean", {"p": 3}),
        ("euclidean", {"estimator": 3}),
        ("minkowski", {"q": 3}),
        ("minkowski", {"p": 0.5}),
        ("minkowski", {"p": np.inf}),
        ("minkowski", {"p": "2"}),
        ("mixed", {"categorical": [3]}),
        ("mixed", {"categorical": [True]}),
        ("mixed", {"categorical": ["colour"]}),
        ("dtw", {"band": -0.1}),
        ("dtw", {"band": 1.1}),
        ("dtw", {"band": np.nan}),
        ("dtw", {"band": None}),
        ("rotation", {"mirror": 1}),
        ("compression", {"compressor": "zip"}),
        ("compression", {"compressor": ["zlib"]}),
        ("edit", {"weight": 2}),
        ("euclidean", 3),
        ("euclidean", ["p"]),
    ],
)
def test_bad_parameters(metric, params):
    """Parameters that a metric does not have, or cannot take, are refused in one sentence."""
    objects = {"edit": ["a"], "compression": [b"a"]}.get(metric, ROWS)
    with pytest.raises(InvalidParameter, match=r"^_Pairwise: .*metric_params.* must be .*, got .*\.$"):
        pairwise(objects, metric=metric, metric_params=params)


def test_parameters_there_are_are_named():
    """Who gives another one is told which a metric takes."""
    for metric, names in {"dtw": "band", "euclidean": "none"}.items():
        with pytest.raises(InvalidParameter, match=f"the metric '{metric}', which takes {names}, got {{'window': 3}}"):
            pairwise(ROWS, metric=metric, metric_params={"window": 3})


def test_every_metric_has_a_name():
    """The names are those of the documentation."""
    assert set(METRICS) == {
        *("euclidean", "manhattan", "minkowski", "hamming", "cosine", "mixed", "dtw", "rotation", "edit", "compression")
    }

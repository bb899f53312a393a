"""`nbytes` against what the process really allocates, as the C library counts it."""

import ctypes
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from audits import audit

from bestsofar import LazyTreeClassifier, prequential
from bestsofar.errors import InvalidParameter

ROOT = Path(__file__).parents[3]
COUNTED = sys.platform == "linux" and hasattr(ctypes.CDLL(None), "mallinfo2")

# In a process of its own: here other tests leave holes, and other threads allocate.
MEASURE = """
import json, sys
import numpy as np
from benchmarks.race.allocated import allocated
from bestsofar import LazyTreeClassifier

def grown(X, y, **parameters):
    before = allocated()
    model = LazyTreeClassifier(**parameters).fit(X[:3000], y[:3000])
    model.partial_fit(X[3000:], y[3000:])
    return model.nbytes, allocated() - before

rng = np.random.default_rng(0)
X, y = rng.random((6000, 16)), rng.integers(0, 5, 6000)
grown(X, y)  # what is allocated once and for all
trees = json.load(sys.stdin)
print(json.dumps([grown(X[:, :width].astype(dtype), y, **parameters) for width, dtype, parameters in trees]))
"""
TREES = [
    (width, dtype, {"gamma": gamma, **caps})
    for width, dtype in [(3, "float64"), (16, "float32")]
    for gamma in ["auto", 0, 0.05]
    for caps in [{"capacity": 200}, {"capacity": 2000}, {"capacity": 1000, "max_bytes": 100_000}]
] + [(16, "float32", {"gamma": gamma, "capacity": 1000, "scale": "within"}) for gamma in ["auto", 0]]


@pytest.mark.skipif(not COUNTED, reason="needs mallinfo2 of the C library of GNU")
def test_nbytes_is_what_the_process_allocates():
    """Whatever the radius and the caps, `nbytes` is true to within 5 %."""
    command = [sys.executable, "-c", MEASURE]
    # What a thread keeps for later is free.
    environment = os.environ | {"GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"}
    measured = subprocess.run(  # noqa: S603
        command, input=json.dumps(TREES), cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    for tree, (told, allocated) in zip(TREES, json.loads(measured.stdout), strict=True):
        assert told == pytest.approx(allocated, rel=0.05), tree


def least_bytes(X, y, gamma):
    """Ask how low `max_bytes` may be."""
    with pytest.raises(InvalidParameter, match="max_bytes") as refused:
        LazyTreeClassifier(gamma, max_bytes=1).fit(X, y)
    return int(re.search(r">= (\d+)", str(refused.value))[1])


@pytest.mark.parametrize("gamma", ["auto", 0, 0.05])
@pytest.mark.parametrize("spare", [*range(0, 2_000, 200), 6_000])
def test_low_cap_holds_and_leaves_a_block_of_exemplars(gamma, spare):
    """However low `max_bytes` is, it holds after every record, and tables that grow do not push the exemplars out."""
    rng = np.random.default_rng(0)
    X, y = rng.random((150, 3)), rng.integers(0, 5, 150)
    model = LazyTreeClassifier(gamma, max_bytes=least_bytes(X, y, gamma) + spare)
    for place in range(len(y)):
        model.partial_fit(X[place : place + 1], y[place : place + 1])
        assert model.nbytes <= model.max_bytes
    assert len(model.exemplars_.times) >= 16


def test_bytes_are_room_as_exemplars_are():
    """A tree that has only a cap in bytes has two memories, too: the older records are merged, not thrown away."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 20, 3_000)
    X = rng.normal(size=(20, 4))[y] + rng.normal(scale=0.3, size=(3_000, 4))
    auto, window = (LazyTreeClassifier(gamma, capacity=10**6, max_bytes=20_000) for gamma in ["auto", 0])
    assert prequential(auto, X, y).accuracy > prequential(window, X, y).accuracy + 0.02
    assert 0.1 < auto.exemplars_.recent.mean() < 0.5
    assert auto.exemplars_.counts.sum() > 1_000


def test_records_of_the_short_memory_cost_less():
    """When the latest records count for more, what the long memory had beside its exemplars is room again."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 2_400)
    place = (y + np.maximum(0, np.arange(2_400) - 800) // 40) % 3  # it drifts after 800 records
    X = rng.normal(scale=0.1, size=(2_400, 2))
    X[:, 0] += place
    model, held = LazyTreeClassifier(capacity=10**6, max_bytes=30_000, n_neighbors=1), []
    for rows in np.split(np.arange(2_400), 240):
        model.partial_fit(X[rows], y[rows])
        audit(model)
        held.append((model.exemplars_.recent.mean(), len(model.exemplars_.times)))
    (settled_share, settled_size), (drifting_share, drifting_size) = held[79], held[-1]
    assert drifting_share > settled_share + 0.1
    assert drifting_size > 1.05 * settled_size

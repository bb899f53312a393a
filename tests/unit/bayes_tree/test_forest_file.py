import mmap
import os
import sys
from pathlib import Path

import numpy as np
import pytest
from forests import exported, shape

from bestsofar import _core
from bestsofar.bayes_tree.recipe import Bandwidth, Recipe, grow

X = np.random.default_rng(0).normal(size=(4000, 16))
Y = np.arange(4000, dtype=np.uint32) % 2
BANDWIDTH = Bandwidth("factor", 0.05, kernel_variance=False)


def forest_of(dtype=np.float64, build="em", rows=4000):
    """Two trees."""
    return grow(X[:rows].astype(dtype), Y[:rows], 2, 7, build)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("build", ["em", "r"])
def test_what_is_written_is_read(dtype, build):
    """A forest is the same after it was written and opened, and goes on learning."""
    forest = forest_of(dtype, build, rows=500)
    again = type(forest).opened(forest.flat())
    assert len(again) == 500
    assert again.flat().tolist() == forest.flat().tolist()
    more = [old.inserted(X[500:].astype(dtype), Y[500:], np.arange(2, dtype=np.uint32), 2) for old in (forest, again)]
    assert shape(exported(more[0], 1)) == shape(exported(more[1], 1))


def test_a_class_without_rows():
    """It takes no room, and is there all the same."""
    forest = grow(X[:9], np.full(9, 1, np.uint32), 3, 7, "em")
    again = _core.Forest64.opened(forest.flat())
    assert [again.root(label)[1] for label in range(3)] == [0, 9, 0]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which pages were read")
def test_a_mapped_file_is_read_where_it_is_needed(tmp_path):
    """A query of a mapped tree answers as one in memory does, and reads a small part of the file."""
    forest = forest_of()
    data = mapped(tmp_path / "forest", forest.flat())
    assert data[0] >= 0
    if resident(data) > 2 * mmap.PAGESIZE:
        pytest.skip("this file system keeps files in memory")
    models = [Recipe(some, BANDWIDTH, "ens").model() for some in (_core.Forest64.opened(data), forest)]
    queries = [model.begin(X[0]) for model in models]
    for query in queries:
        query.refine(30, None)
    assert queries[0].answer() == queries[1].answer()
    assert resident(data) < 0.4 * len(data)
    assert (data[:: mmap.PAGESIZE] >= 0).all()
    assert resident(data) > 0.9 * len(data)


def mapped(file, data):
    """Bytes in a file that is mapped, none of it in memory, each page to be read alone."""
    with file.open("wb+") as written:
        data.tofile(written)
        written.flush()
        os.fsync(written.fileno())
        os.posix_fadvise(written.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        mapping = mmap.mmap(written.fileno(), 0, access=mmap.ACCESS_READ)
    mapping.madvise(mmap.MADV_RANDOM)
    return np.frombuffer(mapping, np.uint8)


def resident(data):
    """How many bytes of a mapping this process has in memory."""
    lines = iter(Path("/proc/self/smaps").read_text().splitlines())
    next(line for line in lines if line.startswith(f"{data.ctypes.data:x}-"))
    return 1024 * int(next(line for line in lines if line.startswith("Rss:")).split()[1])


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda data: data[:8], "only 8 bytes"),
        (lambda data: data[:1000], "cut short"),
        (lambda data: data[:-5000], "cut short"),
        (lambda data: np.concatenate([data[:100] + 1, data[100:]]), "another kind"),
        (lambda data: np.concatenate([data[:100], data[100:200] ^ 255, data[200:]]), "cut short or changed"),
    ],
)
def test_a_spoiled_file_is_refused(spoil, words):
    """A file that is too short, or none of ours, is told from one that is."""
    with pytest.raises(_core.InvalidBytes, match=words):
        _core.Forest64.opened(np.ascontiguousarray(spoil(forest_of(rows=500).flat())))


def test_numbers_of_another_size():
    """A forest of float64 is none of float32."""
    with pytest.raises(_core.InvalidBytes, match="other numbers"):
        _core.Forest32.opened(forest_of(rows=500).flat())

import mmap
import os
import sys
from pathlib import Path

import numpy as np
import pytest
from forests import exported, shape

from bestsofar import BayesTreeClassifier, _core, load, save
from bestsofar.bayes_tree.plan import Plan
from bestsofar.bayes_tree.recipe import Bandwidth, Recipe, grow
from bestsofar.errors import InvalidFile
from bestsofar.storage import file

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


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which pages were read")
def test_a_loaded_model_is_read_where_it_is_needed(tmp_path, monkeypatch):
    """`load` maps a tree: a query answers as before it was saved, and reads a small part of the file."""
    monkeypatch.setattr(file, "LARGE", 0)
    model, path = BayesTreeClassifier(block_size=2, bandwidth=0.3).fit(X, Y), tmp_path / "model.bsf"
    save(model, path)
    with path.open("rb") as saved:
        os.posix_fadvise(saved.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    again = load(path)
    before = resident_of(path)
    if before > 0.2 * path.stat().st_size:
        pytest.skip("this file system keeps files in memory")
    assert (again.predict_proba(X[:1], steps=8) == model.predict_proba(X[:1], steps=8)).all()
    assert before < resident_of(path) < 0.4 * path.stat().st_size
    again.partial_fit(X[:5], Y[:5])  # which looks at everything once
    assert resident_of(path) > 0.8 * path.stat().st_size


def resident_of(path):
    """How many bytes of a mapped file this process has in memory."""
    lines = Path("/proc/self/smaps").read_text().splitlines()
    begins = [place for place, line in enumerate(lines) if line.endswith(str(path))]
    sizes = [next(line for line in lines[begin:] if line.startswith("Rss:")) for begin in begins]
    return sum(1024 * int(size.split()[1]) for size in sizes)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("build", ["em", "r"])
def test_damaged_pages_do_no_harm(build, seed):
    """Whatever stands in the nodes, a query comes to an end with shares, and learning is refused or goes on."""
    data = Plan(build, 4, 2, 2).grow(X[:300], Y[:300], 2).flat()
    rng = np.random.default_rng(seed)
    begin = 4096 * (1 + int(np.frombuffer(data[8:16], np.uint64)[0]) // 4096)
    some = rng.integers(begin, len(data), 400) // 8 * 8
    if seed % 2:
        data[some] = rng.integers(0, 256, 400)
    else:  # words from elsewhere: addresses that lead astray
        for place in some:
            data[place : place + 8] = data[(source := rng.integers(begin, len(data) - 8) // 8 * 8) : source + 8]
    forest = _core.Forest64.opened(data)
    for decision in ("bt", "ens", "nn"):
        shares = Recipe(forest, BANDWIDTH, decision).model().predict_proba(X[:20], None, None)
        assert np.isfinite(shares).all()
    if forest.sound:
        assert len(forest.inserted(X[300:400], Y[300:400], np.arange(2, dtype=np.uint32), 2)) == 400


def test_forged_counts_are_told():
    """Rows that nobody counted would take memory without end, where they are collected."""
    data = forest_of(rows=500).flat()
    counts = np.flatnonzero(data[4096:].view(np.uint32) == 1)  # of kernels, as groups have more rows
    refused = 0
    for place in counts[:: len(counts) // 50]:
        forged = data.copy()
        forged[4096:].view(np.uint32)[place] = 2**31
        forest = _core.Forest64.opened(forged)
        refused += not forest.sound
        assert not forest.sound or len(forest.table()[1]) == 500
    assert refused
    assert _core.Forest64.opened(data).sound


def test_no_learning_from_damaged_files(tmp_path, monkeypatch):
    """A model whose nodes cannot be read says so when it should learn, and still answers."""
    monkeypatch.setattr(file, "LARGE", 0)
    path = tmp_path / "model.bsf"
    save(BayesTreeClassifier().fit(X[:500], Y[:500]), path)
    data = bytearray(path.read_bytes())
    forest = data.index(b"BTFORST")
    data[forest + 8192 : forest + 60000] = bytes(60000 - 8192)
    path.write_bytes(data)
    model = load(path)
    with pytest.raises(InvalidFile, match="nodes that cannot be read"):
        model.partial_fit(X[:2], Y[:2])
    assert set(model.predict(X[:50])) <= {0, 1}
    with pytest.raises(InvalidFile, match="not as it was saved"):
        load(path, verify=True)


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


def test_trees_of_many_levels_are_sound():
    """With two entries to a node and rows ever nearer to each other, there are thousands."""
    rows = (1.3 ** -np.arange(2100.0))[:, None]
    forest = grow(rows, np.zeros(2100, np.uint32), 1, 2, "r")
    assert _core.Forest64.opened(forest.flat()).sound

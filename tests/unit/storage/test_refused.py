"""Files that are no models, or not any more."""

import json
import pickle
import struct
import tracemalloc
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest
from damage import damages
from safetensors.numpy import save_file

from bestsofar import NeighborsClassifier, load, save
from bestsofar.errors import InvalidFile
from bestsofar.storage import file

GOLDEN = sorted((Path(__file__).parents[2] / "golden" / f"format-{file.FORMAT}").glob("*.bsf"))


@pytest.fixture
def path(tmp_path):
    """A model file."""
    model = NeighborsClassifier(n_neighbors=2).fit(np.arange(60.0).reshape(20, 3), list("ab") * 10)
    save(model, tmp_path / "model.bsf")
    return tmp_path / "model.bsf"


def refused(path, why):
    """The one error, with its reason."""
    sentence = rf"^load: 'path' must be a model file of bestsofar.* got .*{why}.*\.$"
    with pytest.raises(InvalidFile, match=sentence) as caught:
        load(path)
    assert repr(str(path)) in str(caught.value)


def rewritten(path, change):
    """Change what a file says of itself, checksum and all."""
    data = path.read_bytes()
    (size,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + size])
    document = json.loads(header["__metadata__"]["bestsofar"])
    change(document)
    text = json.dumps(document)
    header["__metadata__"] = {"bestsofar": text, "checksum": f"{crc32(text.encode()):08x}"}
    new = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(new)) + new + data[8 + size :])


def test_nothing_there(tmp_path):
    """A missing file is called missing."""
    refused(tmp_path / "none.bsf", "which is not there")


@pytest.mark.parametrize("data", [b"", b"\0" * 8, b"a,b,label\n1,2,x\n", pickle.dumps(NeighborsClassifier())])
def test_another_kind_of_file(path, data):
    """Nothing is read of a pickle."""
    path.write_bytes(data)
    refused(path, "")


def test_a_folder(tmp_path):
    """A folder is no file."""
    refused(tmp_path, "")


def test_tensors_of_somebody_else(path):
    """A safetensors file that is not ours."""
    save_file({"weights": np.zeros(3)}, path)
    refused(path, "another kind of file")


def test_a_later_format(path):
    """The sentence says what to do: get a later version."""
    rewritten(path, lambda document: document.update(format=file.FORMAT + 1))
    refused(path, f"of format {file.FORMAT + 1}: a later version of bestsofar wrote it")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda learned: learned.pop("classes"),
        lambda learned: learned["index"]["named"].update(setting=0),
        lambda learned: learned["index"]["named"].update(setting="many"),
        lambda learned: learned["index"]["named"].update(order={"array": "index.confidence"}),
        lambda learned: learned["index"]["named"].update(rows={"array": "index.confidence"}),
        lambda learned: learned["index"]["named"].update(labels={"array": "index.order"}),
        lambda learned: learned.update(n_features_in_=2),
        lambda learned: learned.update(classes=["a"]),
        lambda learned: learned["metric"]["named"].update(name="dtw"),
        lambda learned: learned["metric"]["named"].update(name="none"),
        lambda learned: learned["index"].update({"named": {}}),
        lambda learned: learned.update(index={"no such kind": 0}),
    ],
)
def test_parts_that_do_not_belong_together(path, wrong):
    """Even a file with the right checksums is not believed: what is wrong is refused, not executed."""
    rewritten(path, lambda document: wrong(document["model"]["estimator"]["learned"]))
    try:
        model = load(path)
    except InvalidFile as error:
        assert "parts that do not belong together" in str(error)  # noqa: PT017 - some may open, and must answer
    else:
        assert model.predict([[1.0, 2.0, 3.0]]).shape == (1,)


def test_a_class_that_is_none_of_ours(path):
    """No name in a file leads to other code."""
    rewritten(path, lambda document: document["model"]["estimator"].update({"class": "Popen"}))
    refused(path, "KeyError")


def test_every_flipped_byte_of_a_small_model(path):
    """A changed byte is found wherever it is, but for the spaces that fill the header up."""
    data = path.read_bytes()
    (size,) = struct.unpack("<Q", data[:8])
    padding = range(8 + len(data[8 : 8 + size].rstrip()), 8 + size)
    for place in sorted({*range(0, len(data), 7)} - {*padding}):
        path.write_bytes(data[:place] + bytes([data[place] ^ 0x10]) + data[place + 1 :])
        refused(path, "")


@pytest.mark.parametrize("mapped", [False, True])
@pytest.mark.parametrize("original", GOLDEN, ids=lambda path: path.stem)
def test_damaged_files(original, mapped, tmp_path, monkeypatch):
    """Whatever happens to a file, it is refused or makes a model that answers, in about as much memory as it takes."""
    if mapped:
        monkeypatch.setattr(file, "LARGE", 0)
    queries = json.loads(original.with_suffix(".json").read_text())["queries"]
    path, opened = tmp_path / "damaged.bsf", 0
    for damaged in damages(original.read_bytes(), 40, seed=int(mapped)):
        path.write_bytes(damaged)
        try:
            model = load(path)
        except InvalidFile:
            continue
        opened += 1
        assert np.isin(model.predict(queries), model.classes_).all()
        assert np.isfinite(model.predict_proba(queries, steps=7)).all()
    assert opened == 0 or mapped


def test_a_file_that_claims_to_be_large(path):
    """No memory is asked for that the file does not have."""
    data = path.read_bytes()
    tracemalloc.start()
    for size in (10**8 - 9, 10**12, 2**64 - 1):
        path.write_bytes(struct.pack("<Q", size) + data[8:])
        refused(path, "")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10**6

"""Model files: safetensors with a document and checksums in the header."""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, TypeAlias
from zlib import crc32

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError, safe_open

from bestsofar.errors import InvalidFile, Verbatim

Described: TypeAlias = tuple[str, str, tuple[int, ...]]  # an array's name, type and shape

FORMAT = 1
MUST_BE = "a model file of bestsofar"

# Names of the types in safetensors; little endian.
TYPES = {
    "F64": "<f8",
    "F32": "<f4",
    "F16": "<f2",
    "I64": "<i8",
    "I32": "<i4",
    "I16": "<i2",
    "I8": "<i1",
    "U64": "<u8",
    "U32": "<u4",
    "U16": "<u2",
    "U8": "<u1",
    "BOOL": "?",
}
NAMES = {np.dtype(code): name for name, code in TYPES.items()}

# Arrays begin at multiples of a cache line, as the core requires of memory that it does not copy.
ALIGNMENT = 64
# An array of at least this size is mapped if it may be, and its checksum is compared only on request.
LARGE = 4 * 2**20


@dataclass(frozen=True, slots=True)
class Entry:
    """An array in a file."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    checksum: int
    may_be_mapped: bool

    @property
    def nbytes(self) -> int:
        """How many bytes it takes."""
        return int(np.prod(self.shape, dtype=object)) * np.dtype(TYPES[self.dtype]).itemsize

    @property
    def is_mapped(self) -> bool:
        """Whether it is read only when needed."""
        return self.may_be_mapped and self.nbytes >= LARGE


def contents(
    model: Any, arrays: Mapping[str, npt.NDArray[Any]], mapped: Collection[str]
) -> Iterator[bytes | memoryview]:
    """Yield the contents of a file, piece by piece.

    Parameters
    ----------
    model : its description, for the document
    arrays : the arrays that belong to it
    mapped : which of these may be mapped
    """
    # Whole cache lines first, so that each array of these begins at one; then the widest numbers.
    ordered = sorted(arrays, key=lambda name: (arrays[name].nbytes % ALIGNMENT > 0, -arrays[name].itemsize))
    data = [_bytes_of(arrays[name]) for name in ordered]
    entries = [
        Entry(name, NAMES[arrays[name].dtype], arrays[name].shape, crc32(piece), name in mapped)
        for name, piece in zip(ordered, data, strict=True)
    ]
    header = _header(model, entries)
    yield len(header).to_bytes(8, "little")
    yield header
    yield from data


def _bytes_of(array: npt.NDArray[Any]) -> memoryview:
    flat: Any = array.reshape(-1).view(np.uint8)
    return memoryview(flat)


def _header(model: Any, entries: list[Entry]) -> bytes:
    table = [astuple(entry) for entry in entries]
    document = json.dumps({"format": FORMAT, "model": model, "arrays": table}, allow_nan=False)
    header: dict[str, Any] = {"__metadata__": {"bestsofar": document, "checksum": _checksum(document)}}
    end = 0
    for entry in entries:
        start, end = end, end + entry.nbytes
        header[entry.name] = {"dtype": entry.dtype, "shape": entry.shape, "data_offsets": [start, end]}
    text = json.dumps(header).encode()
    return text + b" " * (-(8 + len(text)) % ALIGNMENT)


def _checksum(document: str) -> str:
    return f"{crc32(document.encode()):08x}"


@dataclass(frozen=True, slots=True)
class ModelFile:
    """What the header of a file says; the file has the size that follows from it."""

    path: Path
    format: int
    model: Any
    entries: tuple[Entry, ...]
    size: int

    @classmethod
    def open(cls, path: Path) -> "ModelFile":
        """Read and check the header."""
        if path.is_dir():
            raise damaged(path, "a folder")
        try:
            with safe_open(path, framework="np") as tensors:
                metadata = tensors.metadata() or {}
                described = [_seen(tensors, name) for name in tensors.offset_keys()]
        except FileNotFoundError:
            raise InvalidFile("load", "path", MUST_BE, Verbatim(f"{str(path)!r}, which is not there")) from None
        except (OSError, ValueError, SafetensorError) as error:
            raise damaged(path, error) from error
        document = _document(path, metadata)
        entries = tuple(Entry(name, dtype, tuple(shape), *rest) for name, dtype, shape, *rest in document["arrays"])
        if _in_order([(entry.name, entry.dtype, entry.shape) for entry in entries]) != _in_order(described):
            raise damaged(path, "other arrays than were saved")
        return cls(path, document["format"], document["model"], entries, path.stat().st_size)

    def arrays(self, *, verify: bool) -> dict[str, npt.NDArray[Any]]:
        """Read the small arrays, and map the large ones.

        Parameters
        ----------
        verify : whether to read the large ones as well, and compare them with their checksums
        """
        start = self.size - sum(entry.nbytes for entry in self.entries)
        arrays = {}
        with self.path.open("rb") as file:
            for entry in self.entries:
                get = _map if entry.is_mapped else _read
                arrays[entry.name] = array = get(file, entry, start)
                if (verify or not entry.is_mapped) and crc32(_bytes_of(array)) != entry.checksum:
                    raise damaged(self.path, f"an array {entry.name!r} that is not as it was saved")
                start += entry.nbytes
        return arrays


def _in_order(described: list[Described]) -> list[Described]:
    """Move empty arrays, which older files have, to the end, sorted: several may be at one place, in no order."""
    return [array for array in described if 0 not in array[2]] + sorted(array for array in described if 0 in array[2])


def _seen(tensors: Any, name: str) -> Described:
    array = tensors.get_slice(name)
    return name, array.get_dtype(), tuple(array.get_shape())


def _document(path: Path, metadata: Mapping[str, str]) -> Any:
    text = metadata.get("bestsofar", "")
    if _checksum(text) != metadata.get("checksum"):
        raise damaged(path, "a header that is not as it was saved" if text else "another kind of file")
    document = json.loads(text)
    if document["format"] > FORMAT:
        later = Verbatim(f"{str(path)!r}, of format {document['format']}: a later version of bestsofar wrote it")
        raise InvalidFile("load", "path", f"{MUST_BE} of format {FORMAT} or older", later)
    return document


def _map(file: Any, entry: Entry, start: int) -> npt.NDArray[Any]:
    return np.asarray(np.memmap(file, TYPES[entry.dtype], "r", start, entry.shape))


def _read(file: Any, entry: Entry, start: int) -> npt.NDArray[Any]:
    file.seek(start)
    count = entry.nbytes // np.dtype(TYPES[entry.dtype]).itemsize
    return np.fromfile(file, TYPES[entry.dtype], count).reshape(entry.shape)


def damaged(path: Path, why: object) -> InvalidFile:
    """Return the error for a file that is refused."""
    return InvalidFile("load", "path", MUST_BE, Verbatim(f"{str(path)!r}: {why}"))

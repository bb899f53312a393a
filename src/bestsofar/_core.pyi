from collections.abc import Callable, Sequence
import enum
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray


class InvalidRecord(ValueError):
    pass

class VectorMetric(enum.Enum):
    euclidean = 0

    manhattan = 1

    minkowski = 2

    hamming = 3

    cosine = 4

    mixed = 5

class Space:
    def __len__(self) -> int: ...

    @property
    def nbytes(self) -> int: ...

    def select(self, rows: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Space: ...

    @overload
    def distances(self, record: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @overload
    def distances(self, record: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @overload
    def distances(self, record: bytes) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def reduced(self, row: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

@overload
def vector_space(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], metric: VectorMetric, power: float, scale: Sequence[float]) -> Space: ...

@overload
def vector_space(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], metric: VectorMetric, power: float, scale: Sequence[float]) -> Space: ...

@overload
def dtw_space(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], radius: int) -> Space: ...

@overload
def dtw_space(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], radius: int) -> Space: ...

@overload
def rotation_space(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], mirror: bool) -> Space: ...

@overload
def rotation_space(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], mirror: bool) -> Space: ...

def edit_space(strings: Sequence[bytes]) -> Space: ...

def foreign_space(records: Sequence[bytes], measure: Callable[[bytes, bytes], float]) -> Space: ...

class InvalidBytes(ValueError):
    pass

class Query:
    def refine(self, steps: int | None, seconds: float | None) -> None: ...

    def answer(self) -> tuple[int, bytes, float, int, bool, str, bytes]: ...

    @property
    def done(self) -> bool: ...

    @property
    def steps(self) -> int: ...

    def suspend(self) -> bytes: ...

class Model:
    @property
    def nbytes(self) -> int: ...

    def resume(self, data: bytes) -> Query: ...

    @overload
    def begin(self, record: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Query: ...

    @overload
    def begin(self, record: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Query: ...

    @overload
    def begin(self, record: bytes) -> Query: ...

    @overload
    def predict(self, records: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], steps: int | None, seconds: float | None) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

    @overload
    def predict(self, records: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], steps: int | None, seconds: float | None) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

    @overload
    def predict(self, records: Sequence[bytes], steps: int | None, seconds: float | None) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

    @overload
    def predict_proba(self, records: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], steps: int | None, seconds: float | None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    @overload
    def predict_proba(self, records: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], steps: int | None, seconds: float | None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    @overload
    def predict_proba(self, records: Sequence[bytes], steps: int | None, seconds: float | None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    @overload
    def trace(self, records: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], checkpoints: Sequence[int]) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None, None))], Annotated[NDArray[numpy.float64], dict(shape=(None, None))]]: ...

    @overload
    def trace(self, records: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], checkpoints: Sequence[int]) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None, None))], Annotated[NDArray[numpy.float64], dict(shape=(None, None))]]: ...

    @overload
    def trace(self, records: Sequence[bytes], checkpoints: Sequence[int]) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None, None))], Annotated[NDArray[numpy.float64], dict(shape=(None, None))]]: ...

class NeighborIndex(Model):
    def __len__(self) -> int: ...

    def record(self, place: int) -> bytes: ...

    @property
    def order(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

    @property
    def labels(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

    @property
    def n_neighbors(self) -> int: ...

    @property
    def identity(self) -> str: ...

    @property
    def confidence(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

def neighbor_index(space: Space, labels: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_classes: int, n_neighbors: int, confidence: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], identity: str) -> NeighborIndex: ...

def simple_rank(space: Space, labels: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_classes: int) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

def heir_rank(space: Space, labels: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_classes: int) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

def heirs(space: Space, labels: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], counts: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu', writable=False)], keep: int) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None, None))]]: ...

def greedy_rank(space: Space, labels: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_classes: int, squarings: int | None) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

def drop_rank(space: Space, labels: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_classes: int, n_neighbors: int, number: int) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], int]: ...

def ebel_rank(space: Space, labels: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_classes: int, bandwidth: tuple[float, int], alpha: float) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

def leave_one_out_bandwidth(space: Space, labels: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_classes: int) -> float: ...

class Build(enum.Enum):
    em = 0

    r = 1

class Decision(enum.Enum):
    bt = 0

    ens = 1

    nn = 2

class BandwidthRule(enum.Enum):
    haerdle = 0

    langley = 1

    factor = 2

class Forest32:
    @staticmethod
    def built(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], labels: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_classes: int, fanout: int, build: Build) -> Forest32: ...

    @staticmethod
    def opened(bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Forest32: ...

    def inserted(self, rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], labels: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], codes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_classes: int) -> Forest32: ...

    def model(self, bandwidth: tuple[BandwidthRule, float], kernel_variance: bool, decision: Decision, confidence: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], identity: str) -> Model: ...

    def root(self, label: int) -> tuple[int, int, int, Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))]]: ...

    def node(self, label: int, address: int) -> list[tuple[int, int, int, Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))]]]: ...

    def table(self) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]: ...

    def flat(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

    def __len__(self) -> int: ...

    @property
    def n_nodes(self) -> int: ...

    @property
    def nbytes(self) -> int: ...

class Forest64:
    @staticmethod
    def built(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], labels: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_classes: int, fanout: int, build: Build) -> Forest64: ...

    @staticmethod
    def opened(bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Forest64: ...

    def inserted(self, rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], labels: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], codes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_classes: int) -> Forest64: ...

    def model(self, bandwidth: tuple[BandwidthRule, float], kernel_variance: bool, decision: Decision, confidence: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], identity: str) -> Model: ...

    def root(self, label: int) -> tuple[int, int, int, Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]: ...

    def node(self, label: int, address: int) -> list[tuple[int, int, int, Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]]: ...

    def table(self) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None, None))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]: ...

    def flat(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

    def __len__(self) -> int: ...

    @property
    def n_nodes(self) -> int: ...

    @property
    def nbytes(self) -> int: ...

class BayesTree32(Model):
    pass

class BayesTree64(Model):
    pass

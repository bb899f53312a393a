"""The distances, as the textbook writes them."""

import math
import zlib
from collections.abc import Iterator, Sequence

Row = Sequence[float]


def euclidean(a: Row, b: Row) -> float:
    """Root of the summed squared differences of `a` and `b`."""
    return math.sqrt(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)))


def manhattan(a: Row, b: Row) -> float:
    """Sum of the absolute differences of `a` and `b`."""
    return sum(abs(x - y) for x, y in zip(a, b, strict=True))


def minkowski(a: Row, b: Row, p: float) -> float:
    """p-th root of the summed p-th powers of the absolute differences of `a` and `b`."""
    return float(sum(abs(x - y) ** p for x, y in zip(a, b, strict=True)) ** (1 / p))


def hamming(a: Row, b: Row) -> float:
    """Share of the positions at which `a` and `b` differ."""
    return sum(x != y for x, y in zip(a, b, strict=True)) / len(a)


def cosine(a: Row, b: Row) -> float:
    """One minus the cosine of the angle between `a` and `b`; the zero vector is a direction of its own."""
    if not any(a) or not any(b):
        return 0.0 if any(a) == any(b) else 1.0
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    return 1 - dot / (math.hypot(*a) * math.hypot(*b))


def ranges(training_rows: Sequence[Row]) -> list[float]:
    """Largest minus smallest value of every column, missing values left out; 0 where none is left."""
    columns = ([x for x in column if not math.isnan(x)] for column in zip(*training_rows, strict=True))
    return [max(column, default=0.0) - min(column, default=0.0) for column in columns]


def mixed(a: Row, b: Row, column_ranges: Row, categorical: Sequence[bool]) -> float:
    """Root of the summed squares of one difference in 0..1 per feature.

    column_ranges: of the training set, as `ranges` gives them.
    categorical: which features are codes, for which only sameness counts.
    """
    features = zip(a, b, column_ranges, categorical, strict=True)
    return math.sqrt(sum(_feature_difference(*feature) ** 2 for feature in features))


def _feature_difference(x: float, y: float, column_range: float, is_categorical: bool) -> float:  # noqa: FBT001
    if math.isnan(x) or math.isnan(y):
        return 0.0 if math.isnan(x) and math.isnan(y) else 1.0
    if is_categorical:
        return 0.0 if x == y else 1.0
    if column_range == 0:
        return 0.0
    return min(1.0, abs(x - y) / column_range)


def dtw(a: Row, b: Row, band: float) -> float:
    """Root of the cheapest warping path's summed squared point differences.

    band: how far the path may leave the diagonal, as a share of the (longer) length.
    """
    radius = int(round(band * max(len(a), len(b)), 9))  # of a share as it was meant, not as floats have it
    cost = [[math.inf] * (len(b) + 1) for _ in range(len(a) + 1)]
    cost[0][0] = 0.0
    for i, x in enumerate(a, start=1):
        for j, y in enumerate(b, start=1):
            if abs(i - j) <= radius:
                cost[i][j] = (x - y) ** 2 + min(cost[i - 1][j - 1], cost[i - 1][j], cost[i][j - 1])
    return math.sqrt(cost[-1][-1])


def rotation(a: Row, b: Row, *, mirror: bool = False) -> float:
    """Least Euclidean distance from `a` to any circular shift of `b`.

    mirror: whether the shifts of the reversed `b` count as well.
    """
    return min(euclidean(a, turned) for turned in _rotations(b, mirror=mirror))


def _rotations(b: Row, *, mirror: bool) -> Iterator[Row]:
    for start in range(len(b)):
        turned = [*b[start:], *b[:start]]
        yield turned
        if mirror:
            yield turned[::-1]


def edit(a: str, b: str) -> float:
    """Fewest insertions, deletions and replacements of code points that turn `a` into `b`."""
    cost = [[i + j for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i, x in enumerate(a, start=1):
        for j, y in enumerate(b, start=1):
            cost[i][j] = min(cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (x != y))
    return float(cost[-1][-1])


def compression(a: bytes, b: bytes) -> float:
    """Compressed size of both together over the sum of their compressed sizes."""
    first, second = sorted((a, b))
    return _compressed(first + second) / (_compressed(first) + _compressed(second))


def _compressed(data: bytes) -> int:
    return len(zlib.compress(data, 9))

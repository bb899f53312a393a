"""EBEL: again and again, remove the instance whose class the remaining others are surest of."""

import math
import sys
from collections.abc import Mapping, Sequence

Matrix = Sequence[Sequence[float]]

TIE = 1e-12
MIN_POWER = -700
WIDEST = 6
RATIO = 1.5


def ebel(
    squared: Matrix, y: Sequence[int], bandwidth: float, *, alpha: float = 2.0, balanced: bool = False
) -> list[int]:
    """Order the training instances, the one removed last first.

    squared: distances between every two training instances, squared.
    y: their classes, from 0 on.
    bandwidth: what is right for all of them.
    balanced: whether an instance weighs n / (C n_c), for n_c of n instances in its class at the start, instead of 1.
    """
    weights = class_weights(y) if balanced else [1.0] * (max(y) + 1)
    remaining = list(range(len(y)))
    last = len(y)
    kernels = kernel_matrix(squared, bandwidth)
    removed = []
    while remaining:
        sums = {x: class_sums(kernels, y, remaining, x, len(weights)) for x in remaining}
        gone = next_to_go(sums, y, weights)
        remaining.remove(gone)
        removed.append(gone)
        if remaining and last / len(remaining) > math.sqrt(last) / alpha:
            last = len(remaining)
            kernels = kernel_matrix(squared, bandwidth * (len(y) / last) ** 0.2)
    return removed[::-1]


def class_weights(y: Sequence[int]) -> list[float]:
    """Give every class the same weight altogether, and an instance a weight of 1 on average."""
    classes = max(y) + 1
    return [len(y) / (classes * list(y).count(c)) for c in range(classes)]


def next_to_go(sums: Mapping[int, Sequence[float]], y: Sequence[int], weights: Sequence[float]) -> int:
    """Give the smallest weight times entropy; of equal ones the largest mass, of these the lowest index."""
    weighted = {x: [part * weight for part, weight in zip(sums[x], weights, strict=True)] for x in sums}
    entropies = {x: weights[y[x]] * entropy(weighted[x]) for x in sums}
    least = min(entropies.values())
    masses = {x: math.fsum(weighted[x]) for x in sums if entropies[x] <= least + TIE}
    return min(x for x in masses if masses[x] >= max(masses.values()) * (1 - TIE))


def class_sums(kernels: Matrix, y: Sequence[int], remaining: Sequence[int], x: int, classes: int) -> list[float]:
    """Add up, class by class, the kernels of the others: a column of the nu-matrix, always afresh."""
    return [math.fsum(kernels[x][other] for other in remaining if other != x and y[other] == c) for c in range(classes)]


def entropy(sums: Sequence[float]) -> float:
    """Give the entropy of the posterior; without any mass all classes are alike."""
    return -sum(share * math.log(share) for share in posterior(sums) if share > 0)


def posterior(sums: Sequence[float]) -> list[float]:
    """Give each class its share of the mass; without any mass all classes are alike."""
    mass = math.fsum(sums)
    return [part / mass if mass > 0 else 1 / len(sums) for part in sums]


def following_ebel(squared: Matrix, y: Sequence[int], bandwidth: float, *, balanced: bool = False) -> list[int]:
    """Order as `ebel` does, with a bandwidth that follows every removal.

    Kernels are counted for two bandwidths, one for as many instances as there are, the other of 1.5 times its square.
    In between, the logarithms of their sums are interpolated, linearly in 1 / bandwidth^2. Where the wider one would
    not do any more, two are chosen again.
    """
    weights = class_weights(y) if balanced else [1.0] * (max(y) + 1)
    remaining = list(range(len(y)))
    removed, narrow = [], math.inf
    while remaining:
        scale = scale_of(bandwidth * (len(y) / len(remaining)) ** 0.2)
        if not removed or scale < narrow / RATIO:
            narrow = scale
            nodes = [[[kernel_of(d, s) for d in row] for row in squared] for s in (narrow, narrow / RATIO)]
        share = (scale - narrow / RATIO) / (narrow - narrow / RATIO) if narrow > 0 else 1
        both = [{x: class_sums(kernels, y, remaining, x, len(weights)) for x in remaining} for kernels in nodes]
        sums = {x: [between(a, b, share) for a, b in zip(both[0][x], both[1][x], strict=True)] for x in remaining}
        gone = next_to_go(sums, y, weights)
        remaining.remove(gone)
        removed.append(gone)
    return removed[::-1]


def between(narrow: float, wide: float, share: float) -> float:
    """Give the geometric mean with this share of the narrow sum; nothing where that is nothing."""
    return narrow**share * wide ** (1 - share) if narrow > 0 else 0.0


def kernel_matrix(squared: Matrix, bandwidth: float) -> list[list[float]]:
    """Turn squared distances into Gaussian kernels."""
    return [[kernel(distance, bandwidth) for distance in row] for row in squared]


def kernel(squared: float, bandwidth: float) -> float:
    """Give a Gaussian kernel, its largest value 1, its tail cut where nothing of it is left."""
    return kernel_of(squared, scale_of(bandwidth))


def scale_of(bandwidth: float) -> float:
    """Give what a squared distance is multiplied by: never infinite, nor is it twice."""
    return min(0.5 / bandwidth / bandwidth, sys.float_info.max / 2)


def kernel_of(squared: float, scale: float) -> float:
    """Give a kernel by its scale."""
    power = -squared * scale
    return math.exp(power) if power > MIN_POWER else 0.0


def leave_one_out_errors(squared: Matrix, y: Sequence[int]) -> dict[float, float]:
    """Give, for every bandwidth that is tried, the mean squared error of the posteriors."""
    everyone = range(len(y))
    classes = max(y) + 1
    gaps = sorted(min((d for d in squared[x] if d > 0), default=math.inf) for x in everyone)
    middle = math.sqrt(gaps[(len(gaps) - 1) // 2])
    if middle == math.inf:
        return {1.0: 0.0}
    errors = {}
    for g in range(-WIDEST, WIDEST + 1):
        kernels = kernel_matrix(squared, middle * 2 ** (g / 2))
        shares = [posterior(class_sums(kernels, y, everyone, x, classes)) for x in everyone]
        wrong = [sum((shares[x][c] - (c == y[x])) ** 2 for c in range(classes)) for x in everyone]
        errors[middle * 2 ** (g / 2)] = math.fsum(wrong) / len(y)
    return errors


def leave_one_out_bandwidth(squared: Matrix, y: Sequence[int]) -> float:
    """Give the bandwidth with the least error; of equal ones the largest."""
    errors = leave_one_out_errors(squared, y)
    return max(bandwidth for bandwidth, error in errors.items() if error <= min(errors.values()) + TIE)

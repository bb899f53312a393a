"""The paper's single improvements of a Bayes tree, each against the tree without it; part of `bayes_tree`."""

from collections.abc import Mapping, Sequence

import numpy as np

from benchmarks.data import Split
from benchmarks.report import Figure
from bestsofar.bayes_tree.plan import Plan
from bestsofar.bayes_tree.recipe import Bandwidth, Forest, Recipe
from bestsofar.evaluation.curve import AnytimeCurve

REFINEMENTS = np.arange(1, 201)
MOST_QUERIES = 1_000  # of one fold
LANGLEY = Bandwidth("langley", 0, kernel_variance=False)
HAERDLE = Bandwidth("haerdle", 0, kernel_variance=False)
FACTORS = [Bandwidth("factor", factor, kernel_variance=False) for factor in (0.01, 0.05, 0.1, 0.5)]
BUILDS = {"R": "r", "EM": "em"}
Curves = Mapping[str, AnytimeCurve]


def measure(parts: Sequence[Split]) -> dict[str, Curves]:
    """Give the mean curve over the folds of every improvement of either build."""
    return {name: _mean([_curves(build, part) for part in parts]) for name, build in BUILDS.items()}


def _mean(folds: Sequence[Mapping[str, np.ndarray]]) -> Curves:
    """Give the mean curve of each; of several rows, as of the bandwidths in the paper, the best stands for all."""
    means = {name: np.mean([fold[name] for fold in folds], axis=0) for name in folds[0]}
    return {name: AnytimeCurve(REFINEMENTS, max(np.atleast_2d(mean), key=np.mean)) for name, mean in means.items()}


def _curves(build: str, part: Split) -> dict[str, np.ndarray]:
    """Grow the trees of one fold once, and ask them in every way."""
    classes, codes = np.unique(part.y, return_inverse=True)
    codes = codes.astype(np.uint32)
    plain = Plan(build, 7).grow(part.X, codes, len(classes))
    margins = Plan(build, 7, margin_levels=1).maximised(plain, LANGLEY, part.X, codes)
    asked, truth = part.X_test[:MOST_QUERIES], np.searchsorted(classes, part.y_test[:MOST_QUERIES])

    def accuracy(forest: Forest, bandwidth: Bandwidth = LANGLEY, decision: str = "bt") -> np.ndarray:
        labels, _ = Recipe(forest, bandwidth, decision).model().trace(asked, REFINEMENTS.tolist())
        return (labels == truth[:, None]).mean(axis=0)

    return {
        "": accuracy(plain),
        "BW": np.stack([accuracy(plain, bandwidth) for bandwidth in [LANGLEY, HAERDLE, *FACTORS]]),
        "BN": accuracy(plain.blocked(part.X.shape[1], 1)),
        "MM": accuracy(margins),
        "ENS": accuracy(plain, decision="ens"),
        "NN": accuracy(plain, decision="nn"),
    }


def differences(found: Mapping[str, Mapping[str, Curves]]) -> list[Figure]:
    """Lay out, in points, how far each improvement is ahead of its tree without it: on each set, and on average."""
    rows = []
    for build in BUILDS:
        for name in next(iter(found.values()))[build]:
            gains = {data: _gain(of[build][name], of[build][""]) for data, of in found.items()}
            if name:
                rows += [_figure(f"{data}: {build}+{name} - {build}", gain) for data, gain in gains.items()]
                rows.append(_figure(f"mean: {build}+{name} - {build}", np.mean(list(gains.values()), axis=0)))
    return rows


def _gain(better: AnytimeCurve, plain: AnytimeCurve) -> np.ndarray:
    return 100 * np.array([better.avg - plain.avg, better.max - plain.max, better.mon - plain.mon])


def _figure(what: str, gain: np.ndarray) -> Figure:
    return Figure(what, gain[0], None, {"max": gain[1], "mon": gain[2]})

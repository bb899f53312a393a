"""The paper's single improvements of a Bayes tree, each against the tree without it; part of `bayes_tree`."""

from collections.abc import Mapping, Sequence

import numpy as np

from benchmarks.data import Split
from benchmarks.report import Figure
from bestsofar.evaluation.curve import AnytimeCurve
from bestsofar.reproduce.bayes_tree.trees import BUILDS, HAERDLE, LANGLEY, REFINEMENTS, Trees, factor

FACTORS = [factor(alpha) for alpha in (0.01, 0.05, 0.1, 0.5)]
Curves = Mapping[str, AnytimeCurve]


def measure(parts: Sequence[Split]) -> dict[str, Curves]:
    """Return the mean curve over the folds of every improvement of either build."""
    return {name: _mean([_curves(name, part) for part in parts]) for name in BUILDS}


def _mean(folds: Sequence[Mapping[str, np.ndarray]]) -> Curves:
    """Return the mean curve of each; of several rows, as of the bandwidths in the paper, the best stands for all."""
    means = {name: np.mean([fold[name] for fold in folds], axis=0) for name in folds[0]}
    steps = np.array(REFINEMENTS)
    return {name: AnytimeCurve(steps, max(np.atleast_2d(mean), key=np.mean)) for name, mean in means.items()}


def _curves(build: str, part: Split) -> dict[str, np.ndarray]:
    """Grow the trees of one fold once, and ask them in every way."""
    plain = Trees.grown(build, part)
    curves = {
        "": plain.curve(),
        "BW": [plain.curve(bandwidth) for bandwidth in [LANGLEY, HAERDLE, *FACTORS]],
        "BN": plain.blocked().curve(),
        "MM": plain.maximised(1).curve(),
        "ENS": plain.curve(decision="ens"),
        "NN": plain.curve(decision="nn"),
    }
    return {name: np.array(curve) / 100 for name, curve in curves.items()}


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

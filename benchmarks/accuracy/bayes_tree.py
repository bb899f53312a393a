"""Bayes trees over 200 refinements: mean accuracy in %, the best, and how monotonic it is (mon, in %)."""

from collections.abc import Mapping

import numpy as np

from benchmarks.accuracy import improvements
from benchmarks.data import Split, tenths
from benchmarks.report import Figure, at_least
from bestsofar import BayesTreeClassifier
from bestsofar.evaluation.curve import AnytimeCurve
from bestsofar.reproduce.bayes_tree.measures import curve
from bestsofar.reproduce.bayes_tree.trees import REFINEMENTS, Trees, factor

SETS = ["letter", "pendigits", "optdigits", "vowel", "spambase", "kr-vs-kp", "satimage", "covtype.every10"]
QUICK_SETS = ["vowel", "kr-vs-kp", "pendigits"]


def run(*, quick: bool) -> list[Figure]:
    """Measure all variants on all sets, compare BT* with EM and auto with BT*; then every single improvement."""
    curves, single = {}, {}
    for name in QUICK_SETS if quick else SETS:
        parts = list(tenths(name, folds=1 if quick else 10))
        curves[name], single[name] = measure(parts), improvements.measure(parts)
    rows = [figure(f"{name}: {variant}", curve) for name, of in curves.items() for variant, curve in of.items()]
    return [*rows, *comparison(curves), *improvements.differences(single)]


def measure(parts: list[Split]) -> dict[str, AnytimeCurve]:
    """Return the mean curve over the folds of each variant."""
    found = [variants(part) for part in parts]
    means = {variant: np.mean([curves[variant] for curves in found], axis=0) / 100 for variant in found[0]}
    return {variant: AnytimeCurve(np.array(REFINEMENTS), mean) for variant, mean in means.items()}


def variants(part: Split) -> dict[str, list[float]]:
    """Return the curves of one fold: `auto` chooses on the training data, so it is fitted; the others share trees."""
    grown = Trees.grown("EM", part)
    return {
        "R": Trees.grown("R", part).curve(),
        "EM": grown.curve(),
        "EM+ENS": grown.curve(decision="ens"),
        "BT*": grown.curve(factor(0.05), "ens"),
        "auto": curve(BayesTreeClassifier(bandwidth="auto"), part),
    }


def figure(what: str, curve: AnytimeCurve) -> Figure:
    """Lay out one curve."""
    return Figure(what, 100 * curve.avg, None, {"max": 100 * curve.max, "mon": 100 * curve.mon})


def comparison(curves: Mapping[str, Mapping[str, AnytimeCurve]]) -> list[Figure]:
    """Say how far BT* is ahead of EM, how monotonic it is, and how far auto is ahead of BT*, in points."""
    better = {name: 100 * (of["BT*"].avg - of["EM"].avg) for name, of in curves.items()}
    steadier = {name: 100 * (of["BT*"].mon - of["EM"].mon) for name, of in curves.items()}
    chosen = {name: 100 * (of["auto"].avg - of["BT*"].avg) for name, of in curves.items()}
    return [
        Figure("BT* - EM, avg, worst set", min(better.values()), at_least(0), better),
        Figure("BT* - EM, mon, worst set", min(steadier.values()), at_least(0), steadier),
        Figure("BT*, mon, worst set", min(100 * of["BT*"].mon for of in curves.values()), at_least(99)),
        Figure("auto - BT*, avg, worst set", min(chosen.values()), at_least(-0.5), chosen),
        Figure("auto - BT*, avg, mean", float(np.mean(list(chosen.values()))), at_least(0)),
    ]

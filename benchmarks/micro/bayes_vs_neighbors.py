"""Accuracy in % at equal wall-clock time per object: Bayes trees against neighbours, and a picture of both."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

from benchmarks.data import Split, splits
from benchmarks.report import Figure
from benchmarks.result_files import results_folder
from benchmarks.timing import MICROSECOND
from bestsofar import BayesTreeClassifier, NeighborsClassifier
from bestsofar.base import AnytimeClassifier

SETS = ["letter", "covtype"]
MICROSECONDS = [5, 10, 20, 40, 80, 160, 320, 640, 1280]
QUERIES, QUICK_QUERIES = 2_000, 300
QUICK_ROWS = 2_000
MODELS: dict[str, AnytimeClassifier] = {
    "neighbours": NeighborsClassifier(),
    "BT*": BayesTreeClassifier(),
    "auto": BayesTreeClassifier(bandwidth="auto"),
}
Curves = Mapping[str, Sequence[float]]


def run(*, quick: bool) -> list[Figure]:
    """Measure both sets, and draw."""
    found = {name: measure(next(splits(name)), quick=quick) for name in SETS}
    draw(found, results_folder(quick=quick) / "bayes_vs_neighbors.svg")
    return [at(name, place, curves) for name, curves in found.items() for place in range(len(MICROSECONDS))]


def at(name: str, place: int, curves: Curves) -> Figure:
    """Compare all models at one time."""
    here = {model: curve[place] for model, curve in curves.items()}
    return Figure(f"{name}, {MICROSECONDS[place]} us: auto - neighbours", here["auto"] - here["neighbours"], None, here)


def measure(part: Split, *, quick: bool) -> Curves:
    """Classify the same objects with each model, each with every time."""
    rng = np.random.default_rng(0)
    drawn = rng.permutation(len(part.y_test))[: QUICK_QUERIES if quick else QUERIES]
    learned = rng.permutation(len(part.y))[: QUICK_ROWS if quick else None]
    X, y = part.X_test[drawn], part.y_test[drawn]
    curves = {}
    for name, model in MODELS.items():
        model.fit(part.X[learned], part.y[learned])
        answers = [model.predict(X, seconds=MICROSECOND * budget) for budget in MICROSECONDS]
        curves[name] = [100 * float((labels == y).mean()) for labels in answers]
    return curves


def draw(found: Mapping[str, Curves], picture: Path) -> None:
    """Draw one panel for each set."""
    mpl.use("Agg")
    figure, panels = plt.subplots(1, len(found), figsize=(10, 4), layout="constrained")
    for axes, (name, curves) in zip(panels, found.items(), strict=True):
        for model, curve in curves.items():
            axes.plot(MICROSECONDS, curve, label=model, marker="o", markersize=3)
        axes.set(title=name, xscale="log", xlabel="microseconds per object", ylabel="accuracy, %")
    panels[0].legend()
    figure.savefig(picture)

"""Figures 3 to 5 of Shieh and Keogh (2010): accuracy, in percent, of streams that come too fast, by policy."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.data import Split
from benchmarks.report import Figure, at_least
from benchmarks.result_files import results_folder
from bestsofar import (
    BayesTreeClassifier,
    ConstantArrivals,
    GreedyRank,
    LazyTreeClassifier,
    NeighborsClassifier,
    PoissonArrivals,
    RandomRank,
    SimpleRank,
)
from bestsofar.reproduce.polishing import FOLDS, POLICIES, RATES, accuracies, stream_of

SETS = {
    "FaceAll": None,
    "TwoPatterns": None,
    "ionosphere": None,
    "australian": None,
    "vowel": None,
    "letter": 3000,
    "optdigits": 3000,
}
MODELS = {
    "random": lambda fold: NeighborsClassifier(RandomRank(random_state=fold)),
    "Bayes tree": lambda _: BayesTreeClassifier(),
    "lazy tree": lambda _: LazyTreeClassifier(),
    "simple": lambda _: NeighborsClassifier(SimpleRank()),
    "greedy": lambda _: NeighborsClassifier(GreedyRank()),
}
QUICK_MODELS = 2
ARRIVALS = {"constant": lambda _: ConstantArrivals, "Poisson": lambda fold: partial(PoissonArrivals, random_state=fold)}
FEW_ROWS = 1000  # a fold of fewer says nothing
QUICK_ROWS = 1500

Table = npt.NDArray[np.float64]  # a row for each policy, a column for each rate


def run(*, quick: bool) -> list[Figure]:
    """Measure every set, model (if it must be quick, two of them) and kind of arrival; draw what was measured."""
    measured = {}
    for name, size in SETS.items():
        for model in list(MODELS)[: QUICK_MODELS if quick else None]:
            tables = [one_fold(split, model, fold) for fold, split in enumerate(folds(name, size, quick=quick))]
            for kind in ARRIVALS:
                measured[name, model, kind] = np.mean([each[kind] for each in tables], axis=0)
    draw(measured, results_folder(quick=quick) / "scheduling.png")
    return [figure for key, table in measured.items() for figure in figures(" ".join(key), table)]


def folds(name: str, size: int | None, *, quick: bool) -> Iterator[Split]:
    """Yield ten seeded stratified folds, if it must be quick only two of large sets; the test part in random order."""
    rows = QUICK_ROWS if quick else size
    first = stream_of(name, 0, rows)
    yield first
    large = len(first.y) + len(first.y_test) >= FEW_ROWS
    yield from (stream_of(name, fold, rows) for fold in range(1, 2 if quick and large else FOLDS))


def one_fold(split: Split, name: str, fold: int) -> dict[str, Table]:
    """Return accuracies by kind of arrival."""
    model = MODELS[name](fold).fit(split.X, split.y)
    result = {kind: accuracies(model, split, make(fold)) for kind, make in ARRIVALS.items()}
    return {kind: np.array(list(lines.y.values())) for kind, lines in result.items()}


def figures(what: str, table: Table) -> list[Figure]:
    """Tell how each policy does, then compare gain, and for orientation evidence, with the best of the others."""
    table = table.round(9)  # means over folds of equal accuracies differ in their last bits
    gain, evidence = table[POLICIES.index("gain")], table[POLICIES.index("evidence")]
    fair, others = table[POLICIES.index("round-robin")], table[:-1].max(axis=0)
    return [
        *(over_rates(f"{what}: {policy}", line) for policy, line in zip(POLICIES, table, strict=True)),
        Figure(f"{what}: gain less the best other, worst rate", (gain - others).min(), at_least(-0.5)),
        Figure(f"{what}: gain less round robin, worst rate", (gain - fair).min(), at_least(0)),
        Figure(f"{what}: evidence less the best other, worst rate", (evidence - others).min()),
    ]


def over_rates(what: str, line: npt.NDArray[np.float64]) -> Figure:
    """Give the mean accuracy, and that at each rate."""
    return Figure(what, line.mean(), None, {f"r = {rate}": share for rate, share in zip(RATES, line, strict=True)})


def draw(measured: dict[tuple[str, str, str], Table], picture: Path) -> None:
    """Draw accuracy over the rate: a row for each set, a column for each model and kind of arrival."""
    import matplotlib.pyplot as plt

    columns = [(model, kind) for model in MODELS for kind in ARRIVALS]
    figure, grid = plt.subplots(len(SETS), len(columns), figsize=(3 * len(columns), 2.4 * len(SETS)), sharey="row")
    for (name, model, kind), table in measured.items():
        axes = grid[list(SETS).index(name), columns.index((model, kind))]
        for policy, line in zip(POLICIES, table, strict=True):
            axes.plot(RATES, line, marker=".", label=policy)
        axes.set(xscale="log", title=f"{name}, {model}, {kind}", xlabel="mean gap in whole queries")
    grid[0, 0].legend(fontsize="small")
    figure.tight_layout()
    figure.savefig(picture)

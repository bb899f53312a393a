"""Zhang, Gao, Zhu and Guo (2011): nearest neighbours of streams, in fixed memory."""

from collections.abc import Callable
from typing import Any

import numpy as np

from bestsofar.reproduce.claim import Claim, Quantity
from bestsofar.reproduce.experiment import Experiment, Paper, Scale
from bestsofar.reproduce.lazy_tree import tables
from bestsofar.reproduce.lazy_tree.measures import CHUNK, COLUMNS, SURFACE_ROWS, drift, eager, entries, gammas, lazy
from bestsofar.reproduce.lines import Lines

__all__ = ["PAPER"]

ACCURACY, MEMORY, TIME = COLUMNS
STREAMS = dict.fromkeys(tables.SETS, 1)
SURFACE = {"drifting surface": 1}
ALL, FEW = Scale(1), Scale(1, rows=10_000)
SURFACE_ALL, SURFACE_FEW = Scale(1, rows=SURFACE_ROWS), Scale(1, rows=15_000)
EAGER = ("decision tree", "naive Bayes")


def points(who: str, other: str) -> Quantity:
    """Return a quantity: the points of accuracy by which one contender is above another."""
    return lambda lines: lines.at(who, ACCURACY) - lines.at(other, ACCURACY)


def ratio(column: str, who: str, other: str) -> Quantity:
    """Return a quantity: one contender as a multiple of another."""
    return lambda lines: lines.at(who, column) / lines.at(other, column)


def ahead(summary: Callable[..., Any], other: str) -> Quantity:
    """Return a quantity: the points of a summary over time by which the tree is above another."""
    return lambda lines: float(summary(lines.line("L-tree")) - summary(lines.line(other)))


def trend(line: str) -> Quantity:
    """Return a quantity: the correlation of a line with its places."""
    return lambda lines: float(np.corrcoef(np.asarray(lines.x, dtype=float), lines.line(line))[0, 1])


def above_best(line: str, place: int) -> Quantity:
    """Return a quantity: a line at its first (0) or last (-1) place, as a multiple of its smallest value."""

    def quantity(lines: Lines) -> float:
        return float(lines.line(line)[place] / lines.line(line).min())

    return quantity


LAZY = Experiment(
    "lazy",
    "Three lazy learners (Table III): test then train, three neighbours",
    STREAMS,
    lazy,
    [
        Claim(
            "Table III", "The L-tree is about as accurate as the global k-NN.", "points above global k-NN",
            points("L-tree", "global k-NN"), least=-2, paper=tables.points("L-tree", "global k-NN"),
        ),
        Claim(
            "Table III", "... and more accurate than the local k-NN.", "points above local k-NN",
            points("L-tree", "local k-NN"), least=0, paper=tables.points("L-tree", "local k-NN"),
        ),
        Claim(
            "Table III", "It takes far less memory than the global k-NN.", "times the memory of global k-NN",
            ratio(MEMORY, "L-tree", "global k-NN"), most=0.5,
        ),
        Claim(
            "Table III", "It takes no more memory than the local k-NN.", "times the memory of local k-NN",
            ratio(MEMORY, "L-tree", "local k-NN"), most=1,
        ),
        Claim(
            "Table III", "It predicts faster than the global k-NN.", "times its time, learning included",
            ratio(TIME, "L-tree", "global k-NN"), most=1,
        ),
        Claim(
            "Table III", "It predicts faster than the local k-NN.", "times its time, learning included",
            ratio(TIME, "L-tree", "local k-NN"), most=1,
        ),
    ],
    full=ALL,
    quick=FEW,
    xlabel="learner",
    paper=tables.table_iii(),
)  # fmt: skip

EAGER_TABLE = Experiment(
    "eager",
    "The L-tree and eager learners (Table IV): test then train",
    STREAMS,
    eager,
    [
        *(
            Claim(
                "Table IV", f"The L-tree is about as accurate as the {who}.", f"points above the {who}",
                points("L-tree", who), least=-2, paper=tables.points("L-tree", who),
            )
            for who in EAGER
        ),
        *(
            Claim(
                "Table IV", f"Training and predicting together, it is faster than the {who}.",
                f"times the time of the {who}", ratio(TIME, "L-tree", who), most=1,
            )
            for who in EAGER
        ),
    ],
    full=ALL,
    quick=Scale(1, rows=2_500),
    xlabel="learner",
    packages=["river"],
    paper=tables.table_iv(),
)  # fmt: skip

DRIFT = Experiment(
    "drift",
    f"The drifting surface (Fig. 12): accuracy in % by chunks of {CHUNK:,} records",
    SURFACE,
    drift,
    [
        *(
            Claim(
                "Fig. 12", f"The L-tree outperforms the {who}.", "points above it, mean", ahead(np.mean, who), least=0,
            )
            for who in EAGER
        ),
        *(
            Claim(
                "Fig. 12", f"... and adapts faster than the {who}.", "points above it in the worst chunk of each",
                ahead(np.min, who), least=0,
            )
            for who in EAGER
        ),
    ],
    full=SURFACE_ALL,
    quick=SURFACE_FEW,
    xlabel="chunk",
    ylabel="accuracy, %",
    packages=["river"],
)  # fmt: skip

GAMMA = Experiment(
    "gamma",
    "The radius gamma (Fig. 10) on the drifting surface, M = 128",
    SURFACE,
    gammas,
    [
        Claim(
            "Fig. 10", f"With a larger gamma the {what.split(',')[0]} decreases.", "correlation with gamma",
            trend(what), most=0,
        )
        for what in (TIME, MEMORY, ACCURACY)
    ],
    full=SURFACE_ALL,
    quick=SURFACE_FEW,
    xlabel="gamma",
)  # fmt: skip

ENTRIES = Experiment(
    "entries",
    "Entries of a node (Fig. 11) on the drifting surface, gamma = 0.1, m = 1",
    SURFACE,
    entries,
    [
        Claim(
            "Fig. 11", f"With a larger M the {what.split(',')[0]} {how}.", f"{end}, times the least",
            above_best(what, place), least=1.05,
        )
        for what in (TIME, MEMORY)
        for how, end, place in (("decreases at first", "at M = 2", 0), ("increases in the end", "at M = 100", -1))
    ],
    full=SURFACE_ALL,
    quick=SURFACE_FEW,
    xlabel="M",
)  # fmt: skip

PAPER = Paper(
    "lazy-tree",
    "Enabling Fast Lazy Learning for Data Streams (ICDM 2011)",
    [LAZY, EAGER_TABLE, DRIFT, GAMMA, ENTRIES],
    {
        "Figs. 1 to 9": "drawings of the tree and examples",
        "Table I": "an example",
        "Table II": "the list of data sets; its numbers of records kept are used here",
    },
)

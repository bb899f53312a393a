"""Jain and Nikovski (2008): keeping few exemplars, of a whole set and of a stream."""

import numpy as np

from bestsofar.reproduce.claim import Claim, Quantity
from bestsofar.reproduce.experiment import Experiment, Paper, Scale
from bestsofar.reproduce.incremental_exemplars.measures import FOLDS, MAX_ROWS, THEIRS, cost, online, sizes, svm

TASKS = dict.fromkeys(["magic", "vehicle", "FaceAll", "satimage"], FOLDS)


def ahead(scheme: str, other: str, *, most: float = 50) -> Quantity:
    """Return a quantity: points by which one scheme leads, averaged over sizes up to a number of percent."""
    return lambda lines: float(lines.between(0, most).above(scheme, other).mean())


SIZES = Experiment(
    "sizes",
    "Exemplar sets of any size (Fig. 1): AUC in % of the Parzen classifier by the percentage kept",
    TASKS,
    sizes,
    [
        Claim(
            "Fig. 1", "With many exemplars the change is insignificant, for all schemes.",
            "points lost from 100 to 50 %, largest",
            lambda lines: max(lines.at(who, 100) - lines.at(who, 50) for who in THEIRS), most=2,
        ),
        Claim(
            "Fig. 1", "Accuracy drops rapidly below 10 %.", "points lost from 10 to 2 %, mean of the schemes",
            lambda lines: float(np.mean([lines.at(who, 10) - lines.at(who, 2) for who in THEIRS])), least=2,
        ),
        *(
            Claim(
                "Fig. 1c, d", f"{who} performs significantly better than DROP1.", "points above Drop1, mean up to 50 %",
                ahead(who, "Drop1"), least=0, sets=("FaceAll", "satimage"),
            )
            for who in ("EBEL", "ABEL")
        ),
        Claim(
            "Fig. 1a, b", "DROP2 is better than EBEL with small sets.", "points of Drop2 above EBEL up to 10 %",
            ahead("Drop2", "EBEL", most=10), least=0, sets=("magic", "vehicle"),
        ),
        Claim(
            "Fig. 1", "DROP2 is always worse than ABEL.", "points of ABEL above Drop2, mean up to 50 %",
            ahead("ABEL", "Drop2"), least=0,
        ),
        Claim(
            "Fig. 1c", "DROP1 becomes unstable on Face, as low as 50.", "AUC of Drop1 in %, least",
            lambda lines: lines.line("Drop1").min(), most=60, sets=("FaceAll",), paper=50,
        ),
    ],
    full=Scale(FOLDS, rows=MAX_ROWS),
    quick=Scale(1, rows=1_000),
    xlabel="kept, %",
    ylabel="AUC, %",
)  # fmt: skip

SVM = Experiment(
    "svm",
    "A support vector machine on a tenth (Fig. 2): AUC in %",
    TASKS,
    svm,
    [
        *(
            Claim(
                "Fig. 2", f"With an SVM on 10 %, {who} outperforms {drop.upper()}.", f"points of {who} above {drop}",
                ahead(who, drop), least=0,
            )
            for who in ("EBEL", "ABEL")
            for drop in ("Drop1", "Drop2")
        ),
        Claim(
            "Fig. 2c", "On Face EBEL is better than ABEL, as in Fig. 1c.", "points of EBEL above ABEL",
            ahead("EBEL", "ABEL"), least=0, sets=("FaceAll",),
        ),
    ],
    full=Scale(FOLDS, rows=MAX_ROWS),
    quick=Scale(2, rows=1_500),
    xlabel="kept, %",
    ylabel="AUC, %",
)  # fmt: skip

COST = Experiment(
    "cost",
    "What a removal takes (Table 1), bandwidth and first neighbours included",
    TASKS,
    cost,
    [
        Claim(
            "Table 1", "On larger problems EBEL is the most efficient.", "EBEL, times the fastest",
            lambda lines: lines.at("EBEL", "times the fastest"), most=1, sets=("magic", "satimage"), paper=1,
        ),
        Claim(
            "Table 1", "On small problems DROP1 and DROP2 are more efficient than EBEL.", "EBEL, times Drop1",
            lambda lines: lines.at("EBEL", "us per removal") / lines.at("Drop1", "us per removal"), least=1,
            sets=("FaceAll", "vehicle"), paper={"FaceAll": 5.6, "vehicle": 6.1},
        ),
        Claim(
            "Table 1", "ABEL is significantly more intensive than all others.", "ABEL, times the fastest",
            lambda lines: lines.at("ABEL", "times the fastest"), least=2,
            paper={"magic": 126, "vehicle": 141, "FaceAll": 252, "satimage": 125},
        ),
    ],
    full=Scale(1, rows=MAX_ROWS),
    quick=Scale(1, rows=MAX_ROWS),
    xlabel="scheme",
    paper={
        "FaceAll": {"Drop1": [180, 1], "Drop2": [288, 1.6], "EBEL": [1008, 5.6], "ABEL": [45360, 252]},
        "vehicle": {"Drop1": [59, 1], "Drop2": [106, 1.8], "EBEL": [360, 6.1], "ABEL": [8319, 141]},
        "magic": {"Drop1": [5720, 2.2], "Drop2": [10660, 4.1], "EBEL": [2600, 1], "ABEL": [327600, 126]},
        "satimage": {"Drop1": [2200, 1], "Drop2": [3960, 1.8], "EBEL": [2200, 1], "ABEL": [275000, 125]},
    },
)  # fmt: skip

ONLINE = Experiment(
    "online",
    "250 exemplars of a stream (Fig. 3): AUC in % by updates",
    TASKS,
    online,
    [
        Claim(
            "Fig. 3", "EBEL consistently outperforms DROP1.", "share of the updates after which it is ahead, %",
            lambda lines: 100 * (lines.above("EBEL", "Drop1") >= 0).mean(), least=90,
        ),
        Claim(
            "Fig. 3c", "EBEL on Face is consistently near 100 %.", "AUC of EBEL in %, mean",
            lambda lines: lines.line("EBEL").mean(), least=98, sets=("FaceAll",), paper=100,
        ),
    ],
    full=Scale(FOLDS, rows=MAX_ROWS),
    quick=Scale(1, rows=1_500),
    xlabel="updates",
    ylabel="AUC, %",
)  # fmt: skip

PAPER = Paper(
    "incremental-exemplars",
    "Incremental Exemplar Learning Schemes for Classification on Embedded Devices (ECML PKDD 2008)",
    [SIZES, SVM, COST, ONLINE],
    {
        "Algorithms 1, 2": "what EBEL and ABEL are",
        "Table 1, memory": "orders of growth, not measured: the classes' pages give them",
    },
)

"""Ueno, Xi, Keogh and Lee (2006): the value of the order of the exemplars."""

import numpy as np
import numpy.typing as npt

from bestsofar.reproduce.anytime_nn.measures import CROSS_VALIDATED, TEN, fish, flag, ordering, orders, warped
from bestsofar.reproduce.claim import Claim
from bestsofar.reproduce.experiment import Experiment, Paper, Scale
from bestsofar.reproduce.lines import Lines

# Leaf is taken for the set that is OSULeaf today.
ORDER_SETS = CROSS_VALIDATED | dict.fromkeys(["letter", "pendigits", "covtype", "FaceAll", "TwoPatterns", "OSULeaf"], 1)
FALLING = ("australian", "ionosphere", "OSULeaf")
RISING = ("letter", "pendigits", "covtype")


def lead(lines: Lines, high: float = 90) -> npt.NDArray[np.float64]:
    """Return SimpleRank minus random up to a share; at 100 % all orders are the same."""
    return lines.between(0, high).above("SimpleRank", "random")


def straightness(lines: Lines) -> float:
    """Return how much of the rise from 200 of 11,340 rows onwards a straight line explains."""
    rise = lines.between(200 / 113.40, 100)
    return float(np.corrcoef(np.asarray(rise.x, dtype=float), rise.line("SimpleRank"))[0, 1] ** 2)


FLAG = Experiment(
    "flag",
    "The Japanese flag (Figs. 4, 5): accuracy in % after some exemplars",
    {"Japanese flag": 5},
    flag,
    [
        Claim(
            "Fig. 4", "After ten of 2,000 exemplars SimpleRank errs on 7.75 %.", "error in %",
            lambda lines: 100 - lines.at("SimpleRank", TEN), most=7.75, paper=7.75,
        ),
        Claim(
            "Fig. 5", "After ten exemplars a random order is right on 75.64 %.", "accuracy in %",
            lambda lines: lines.at("random", TEN), least=73.64, most=77.64, paper=75.64,
        ),
        Claim(
            "Fig. 5", "The training accuracy closely shadows that of testing.", "largest gap from ten on, points",
            lambda lines: abs(lines.between(TEN, np.inf).above("SimpleRank, training points", "SimpleRank")).max(),
            most=3,
        ),
        Claim(
            "Fig. 5", "... and is slightly optimistic.", "points above testing, mean",
            lambda lines: lines.above("SimpleRank, training points", "SimpleRank").mean(), least=0,
        ),
        Claim(
            "Section 6", "Uninterrupted, all orders are as accurate.", "points between SimpleRank and random",
            lambda lines: lines.above("SimpleRank", "random")[-1], least=0, most=0,
        ),
    ],
    full=Scale(5),
    quick=Scale(1),
    xlabel="exemplars",
    ylabel="accuracy, %",
)  # fmt: skip

ORDERS = Experiment(
    "orders",
    "Orders (Figs. 6 to 10): accuracy in % after a share of the exemplars",
    ORDER_SETS,
    orders,
    [
        Claim(
            "Fig. 6", "On Australian Credit SimpleRank leads random by 5-7 points almost everywhere.",
            "points above random, median", lambda lines: float(np.median(lead(lines))), least=5, sets=("australian",),
            paper=6,
        ),
        Claim(
            "Fig. 6", "It is best after 18 % of Australian Credit, then falls.", "share of exemplars at the best, %",
            lambda lines: float(lines.x[int(lines.line("SimpleRank").argmax())]), most=50, sets=("australian",),
            paper=18,
        ),
        Claim(
            "Fig. 6", "... and still beats random over the entire range.", "points above random, least",
            lambda lines: lead(lines).min(), least=0, sets=("australian",),
        ),
        Claim(
            "Fig. 6", "BestDrop only slightly beats random, on all sets.", "points of BestDrop above random, mean",
            lambda lines: lines.above("BestDrop", "random").mean(), least=0, most=3,
        ),
        Claim(
            "Fig. 7", "On Letter SimpleRank dominates random up to 2,000 of 16,000.", "points above random, least",
            lambda lines: lead(lines, 12.5).min(), least=0, sets=("letter",),
        ),
        Claim(
            "Fig. 8", "On PenDigits SimpleRank beats random up to 2,000 of 7,494.", "points above random, least",
            lambda lines: lead(lines, 25).min(), least=0, sets=("pendigits",),
        ),
        Claim(
            "Fig. 9", "On Forest Cover 1-NN has 66.6 %.", "final accuracy, %", lambda lines: lines.at("random", 100),
            least=64.6, most=68.6, sets=("covtype",), whole=True, paper=66.6,
        ),
        Claim(
            "Fig. 9", "... and rises almost linearly from 200 exemplars on.", "R² of a line", straightness,
            least=0.9, sets=("covtype",), whole=True,
        ),
        Claim(
            "Figs. 6-10", "SimpleRank dominates random ordering.", "share of the range where it leads, %",
            lambda lines: 100 * (lead(lines) >= 0).mean(), least=50,
        ),
        Claim(
            "Section 8", "Accuracy falls slightly in the end on Ionosphere, Australian Credit and Leaf.",
            "points lost since the best", lambda lines: lines.line("SimpleRank").max() - lines.at("SimpleRank", 100),
            least=0.5, sets=FALLING,
        ),
        Claim(
            "Section 8", "... and is monotonic on others.", "points lost since the best",
            lambda lines: lines.line("SimpleRank").max() - lines.at("SimpleRank", 100), most=1, sets=RISING,
        ),
        Claim(
            "Section 8", "For almost all problems 10 % of the data give 90 % of the final accuracy.",
            "accuracy at 10 %, in % of the final",
            lambda lines: 100 * lines.at("SimpleRank", 10) / lines.at("SimpleRank", 100), least=90, exceptions=1,
            whole=True,
        ),
    ],
    full=Scale(10),
    quick=Scale(2, rows=2_000),
    xlabel="exemplars, %",
    ylabel="accuracy, %",
)  # fmt: skip

FISH = Experiment(
    "fish",
    "Fish in all rotations (Section 7): accuracy in % after a share of the exemplars",
    {"Fish": 1},
    fish,
    [
        Claim(
            "Section 7", "Rotation-invariant Euclidean distance has 88.57 %.", "final accuracy, %",
            lambda lines: lines.at("random", 100), least=86.57, most=90.57, paper=88.57,
        ),
        Claim(
            "Fig. 13", "SimpleRank is better at once than a random selection.", "points above random, first tenth",
            lambda lines: lead(lines, 10).mean(), least=0,
        ),
    ],
    full=Scale(1),
    quick=Scale(1),
    xlabel="exemplars, %",
    ylabel="accuracy, %",
)  # fmt: skip

WARPED = Experiment(
    "warped",
    "TwoPatterns (Section 8): accuracy in % of SimpleRank, by metric",
    {"TwoPatterns": 1},
    warped,
    [
        Claim(
            "Section 8", "After 47 instances it errs as little as decision trees, 4.90 %.", "error in % after 47, DTW",
            lambda lines: 100 - lines.at("dtw", 47), most=4.9, paper=4.9,
        ),
        Claim(
            "Section 8", "It converges on an error of 0.0 %.", "final error in %, DTW",
            lambda lines: 100 - lines.line("dtw")[-1], most=0.05, paper=0.0,
        ),
    ],
    full=Scale(1),
    quick=Scale(1, rows=1_000),
    xlabel="exemplars",
    ylabel="accuracy, %",
)  # fmt: skip

ORDERING = Experiment(
    "ordering",
    "What it takes to order Forest Cover (Section 5)",
    {"covtype": 1},
    ordering,
    [
        Claim(
            "Section 5", "Ordering 11,340 instances takes 53.7 minutes (Pentium 4, 3 GHz).", "minutes",
            lambda lines: lines.at("SimpleRank", "minutes"), most=53.7, paper=53.7,
        )
    ],
    full=Scale(1),
    quick=Scale(1),
)  # fmt: skip

PAPER = Paper(
    "anytime-nn",
    "Anytime Classification Using the Nearest Neighbor Algorithm (ICDM 2006)",
    [FLAG, ORDERS, FISH, WARPED, ORDERING],
    {
        "Figs. 1, 2, 3": "drawings of the idea and of the flag",
        "Tables 1, 2": "the algorithms",
        "Tables 3, 4": "lists of data sets",
        "Fig. 10": "the text we have does not say of which set; all sets are in the experiment on orders",
        "Figs. 11, 12": "pictures of fish",
        "Fig. 13": "its stream is mostly debris, of which there are no images; the fish themselves are measured",
    },
)

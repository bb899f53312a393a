"""AUC in % of the Parzen classifier on what schemes keep, 5 folds (Fig. 1 of EBEL, and more schemes)."""

from benchmarks.report import RESULTS, Figure
from bestsofar import GreedyRank, HeirRank, SimpleRank
from bestsofar.reproduce.incremental_exemplars import FOLDS, KEPT, MOST_ROWS, OURS, THEIRS, auc_lines, parzen_auc, task
from bestsofar.reproduce.lines import mean
from bestsofar.reproduce.pictures import panels

SETS = ["magic", "satimage", "FaceAll", "vowel"]
SCHEMES = {**THEIRS, **OURS, "SimpleRank": SimpleRank(), "GreedyRank": GreedyRank(), "HeirRank": HeirRank()}


def run(*, quick: bool) -> list[Figure]:
    """Rank each task by each scheme, and measure the best of each order."""
    folds = range(1 if quick else FOLDS)
    measured = {
        name: mean([auc_lines(task(name, fold, MOST_ROWS), SCHEMES, KEPT, parzen_auc) for fold in folds])
        for name in SETS
    }
    panels(RESULTS / "exemplar_sizes.png", measured, xlabel="kept, %", ylabel="AUC, %")
    return [
        Figure(
            f"{name}, {scheme}: AUC at 10 %",
            lines.at(scheme, 10),
            None,
            {f"{share}%": value for share, value in zip(lines.x, values, strict=True)},
        )
        for name, lines in measured.items()
        for scheme, values in lines.y.items()
    ]

"""AUC in % of classifiers on what schemes keep, 5 folds (Figs. 1 and 2 of EBEL, and more schemes)."""

from benchmarks.report import RESULTS, Figure
from bestsofar import GreedyRank, HeirRank, SimpleRank
from bestsofar.reproduce.incremental_exemplars import (
    FOLDS,
    KEPT,
    MOST_ROWS,
    OURS,
    TENTH,
    THEIRS,
    auc_lines,
    orders,
    parzen_auc,
    svm_auc,
    task,
)
from bestsofar.reproduce.lines import Lines, mean
from bestsofar.reproduce.pictures import panels

SETS = ["magic", "satimage", "FaceAll", "vowel"]
SCHEMES = {**THEIRS, **OURS, "SimpleRank": SimpleRank(), "GreedyRank": GreedyRank(), "HeirRank": HeirRank()}


def run(*, quick: bool) -> list[Figure]:
    """Rank each task by each scheme; the best of each order classify by kernels, a tenth of them train an SVC."""
    folds = range(1 if quick else FOLDS)
    measured = {name: [one_fold(name, fold) for fold in folds] for name in SETS}
    parzen = {name: mean([lines for lines, _ in found]) for name, found in measured.items()}
    svc = {name: mean([lines for _, lines in found]) for name, found in measured.items()}
    panels(RESULTS / "exemplar_sizes.png", parzen, xlabel="kept, %", ylabel="AUC, %")
    return [figure(name, scheme, parzen[name], svc[name]) for name in SETS for scheme in SCHEMES]


def one_fold(name: str, fold: int) -> tuple[Lines, Lines]:
    """Give the AUC of the Parzen classifier at all shares, and that of the SVC at a tenth."""
    split = task(name, fold, MOST_ROWS)
    ranked = orders(split, SCHEMES)
    return auc_lines(split, ranked, KEPT, parzen_auc), auc_lines(split, ranked, [TENTH], svm_auc)


def figure(name: str, scheme: str, parzen: Lines, svc: Lines) -> Figure:
    """Lay out one scheme on one set."""
    by_share = {f"{share}%": value for share, value in zip(parzen.x, parzen.y[scheme], strict=True)}
    by_svc = {f"SVC, {TENTH}%": svc.at(scheme, TENTH)}
    return Figure(f"{name}, {scheme}: AUC at {TENTH} %", parzen.at(scheme, TENTH), None, by_share | by_svc)

"""AUC in % of classifiers on what schemes keep, 5 folds (Figs. 1 and 2 of EBEL, and more schemes)."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from benchmarks.posteriors import bandwidth_of
from benchmarks.report import Figure, at_least
from benchmarks.result_files import results_folder
from bestsofar import GreedyRank, HeirRank, ParzenClassifier, PosteriorRank, RandomRank, SimpleRank
from bestsofar.reproduce.incremental_exemplars.measures import (
    FOLDS,
    KEPT,
    MAX_ROWS,
    OURS,
    TENTH,
    THEIRS,
    auc,
    auc_lines,
    orders,
    parzen_auc,
    svm_auc,
    task,
)
from bestsofar.reproduce.lines import Lines, mean
from bestsofar.reproduce.pictures import panels
from bestsofar.reproduce.splits import Split

SETS = ["magic", "satimage", "FaceAll", "vowel"]
SCHEMES = {
    **THEIRS, **OURS, "SimpleRank": SimpleRank(), "GreedyRank": GreedyRank(), "HeirRank": HeirRank(),
    "PosteriorRank": PosteriorRank(),
}  # fmt: skip
SHARES, ALL = [1, *KEPT], 100  # percent
CHOSEN = "PosteriorRank"  # which should be the best of all, or within a point of it


class Areas(NamedTuple):
    """By the share kept: of the Parzen classifier, its width found on all rows or on those kept; and of the SVC."""

    parzen: Lines
    found_on_kept: Lines
    svc: Lines


def run(*, quick: bool) -> list[Figure]:
    """Rank each task by each scheme; the best of each order classify by kernels, a tenth of them train an SVC."""
    folds = range(1 if quick else FOLDS)
    measured = {name: mean_areas([one_fold(name, fold) for fold in folds]) for name in SETS}
    parzen = {name: areas.parzen for name, areas in measured.items()}
    panels(results_folder(quick=quick) / "exemplar_sizes.png", parzen, xlabel="kept, %", ylabel="AUC, %")
    schemes = [figure for name in SETS for scheme in SCHEMES for figure in figures(name, scheme, measured[name])]
    return [*schemes, *(lead(name, lines) for name, lines in parzen.items())]


def lead(name: str, lines: Lines) -> Figure:
    """Compare one scheme with the best of the others, at every share of the rows."""
    shares = [share for share in lines.x if share < ALL]
    leads = {
        f"{share}%": lines.at(CHOSEN, share) - max(lines.at(other, share) for other in SCHEMES if other != CHOSEN)
        for share in shares
    }
    return Figure(f"{name}: {CHOSEN} less the best other, points", min(leads.values()), at_least(-1), leads)


def mean_areas(found: list[Areas]) -> Areas:
    """Return the means over the folds."""
    return Areas(*(mean(list(lines)) for lines in zip(*found, strict=True)))


def one_fold(name: str, fold: int) -> Areas:
    """Return the AUC of the Parzen classifier at all shares, and that of the SVC at a tenth."""
    split = task(name, fold, MAX_ROWS)
    ranked = orders(split, SCHEMES)
    return Areas(
        auc_lines(split, ranked, SHARES, auc_by_the_width_of(split)),
        auc_lines(split, ranked, SHARES, parzen_auc),
        auc_lines(split, ranked, [TENTH], svm_auc),
    )


def auc_by_the_width_of(whole: Split) -> Callable[[Split], float]:
    """Return a measure of exemplars: with kernels as wide as is right for that few rows."""
    bandwidth = bandwidth_of(PosteriorRank(), whole.X, np.unique(whole.y, return_inverse=True)[1])

    def measure(split: Split) -> float:
        if len(np.unique(split.y)) == 1:
            return 50.0
        width = bandwidth.at(len(split.y))
        model = ParzenClassifier(RandomRank(random_state=0), bandwidth=width).fit(split.X, split.y)
        return auc(split, model.predict_proba(split.X_test), model.classes_)

    return measure


def figures(name: str, scheme: str, areas: Areas) -> list[Figure]:
    """Lay out one scheme on one set, by the width for all rows and by one found on those kept."""
    by_svc = {f"SVC, {TENTH}%": areas.svc.at(scheme, TENTH)}
    widths = {"": (areas.parzen, by_svc), ", width found anew": (areas.found_on_kept, {})}
    return [
        Figure(
            f"{name}, {scheme}{how}: AUC at {TENTH} %",
            lines.at(scheme, TENTH),
            None,
            {f"{share}%": value for share, value in zip(lines.x, lines.y[scheme], strict=True)} | more,
        )
        for how, (lines, more) in widths.items()
    ]

"""AUC in % of the Parzen classifier on 250 exemplars of a stream, over 100 updates, 5 folds (Fig. 3 of EBEL)."""

from benchmarks.report import Figure
from benchmarks.result_files import results_folder
from bestsofar.reproduce.incremental_exemplars.measures import FOLDS, MAX_ROWS, online
from bestsofar.reproduce.lines import mean
from bestsofar.reproduce.pictures import panels

SETS = ["magic", "satimage", "FaceAll", "vowel"]
SHOWN = [0, 10, 50, 100]


def run(*, quick: bool) -> list[Figure]:
    """Let each scheme keep exemplars of each stream."""
    folds = range(1 if quick else FOLDS)
    measured = {name: mean([online(name, fold, MAX_ROWS) for fold in folds]) for name in SETS}
    panels(results_folder(quick=quick) / "exemplar_stream.png", measured, xlabel="updates", ylabel="AUC, %")
    return [
        Figure(
            f"{name}, {scheme}: mean over the stream",
            lines.line(scheme).mean(),
            None,
            {f"after {updates}": lines.at(scheme, updates) for updates in SHOWN},
        )
        for name, lines in measured.items()
        for scheme in lines.y
    ]

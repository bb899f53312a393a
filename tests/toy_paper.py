"""A paper that is measured in no time, writes down what it measures, and is killed when told so."""

import os
import signal
from pathlib import Path

from bestsofar.reproduce.claim import Claim
from bestsofar.reproduce.experiment import Experiment, Paper, Scale
from bestsofar.reproduce.lines import Lines

LOG, KILL_AT = "TOY_LOG", "TOY_KILL_AT"


def measure(name, fold, rows):
    """Give two lines; the second rises with the fold."""
    if os.environ.get(KILL_AT) == str(fold):
        os.kill(os.getpid(), signal.SIGKILL)
    with Path(os.environ[LOG]).open("a") as log:
        log.write(f"{name} {fold} {rows}\n")
    return Lines([1, 10], {"ours": [50, 90], "theirs": [60 + fold, 60 + fold]})


def paper(*, sets=("Japanese flag",), packages=(), folds=3, rows=100):
    """Give the paper; its quick run has one row less."""
    experiment = Experiment(
        "toy",
        "A toy (Fig. 1)",
        dict.fromkeys(sets, folds),
        measure,
        [
            Claim("Fig. 1", "Ours is 90.", "ours", lambda lines: lines.at("ours", 10), least=90, paper=90.0),
            Claim("Fig. 2", "Ours leads.", "lead", lambda lines: lines.above("ours", "theirs").min(), least=0),
            Claim("Fig. 3", "Moths fly.", "height", lambda lines: lines.at("ours", 1), least=0, sets=("moths",)),
        ],
        full=Scale(folds, rows),
        quick=Scale(folds, rows - 1),
        xlabel="steps",
        packages=packages,
    )
    return Paper("toy", "Of Toys (2026)", [experiment], {"Fig. 4": "a drawing"})

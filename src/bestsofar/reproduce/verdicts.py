"""Verdicts on claims, as text."""

from collections.abc import Sequence
from importlib.util import find_spec

from bestsofar.reproduce.claim import Verdict
from bestsofar.reproduce.experiment import Outcome

HEADINGS = ("where", "the paper says", "quantity", "paper", "measured", "holds if", "held")
WORDS = {True: "yes", False: "NO", None: "not judged"}


def verdicts(outcomes: Sequence[Outcome]) -> list[Verdict]:
    """Return the verdicts of several experiments."""
    return [verdict for outcome in outcomes for verdict in outcome.verdicts]


def cells(verdict: Verdict) -> list[str]:
    """Return the cells under `HEADINGS`."""
    claim = verdict.claim
    return [
        claim.where,
        claim.says,
        claim.quantity,
        verdict.paper,
        verdict.measured,
        claim.rule,
        WORDS[verdict.held],
    ]


def tally(outcomes: Sequence[Outcome]) -> str:
    """Count the verdicts."""
    held = [verdict.held for verdict in verdicts(outcomes)]
    return f"{held.count(True)} held, {held.count(False)} did not, {held.count(None)} not judged"


def gaps(outcomes: Sequence[Outcome]) -> list[str]:
    """Name the sets and packages that are missing."""
    sets = dict.fromkeys(name for outcome in outcomes for name in outcome.experiment.missing_sets)
    packages = dict.fromkeys(name for outcome in outcomes for name in outcome.experiment.missing_packages)
    if find_spec("matplotlib") is None:
        packages["matplotlib, for pictures"] = None
    missing = {"sets": sets, "packages": packages}
    return [f"Missing {what}: {', '.join(names)}." for what, names in missing.items() if names]

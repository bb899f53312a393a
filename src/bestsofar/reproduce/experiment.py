"""What a paper measured, and the results it claims."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec

from bestsofar.reproduce.claim import Claim, Verdict
from bestsofar.reproduce.lines import Lines
from bestsofar.reproduce.splits import is_here


@dataclass(frozen=True, slots=True)
class Scale:
    """How much of an experiment is done.

    Parameters
    ----------
    folds : how many folds at most
    rows : how many rows of a set are drawn at most; None means all
    """

    folds: int
    rows: int | None = None

    def __str__(self) -> str:
        rows = "all rows" if self.rows is None else f"at most {self.rows:,} rows"
        return f"{rows}, {self.folds} fold{'s' * (self.folds > 1)} at most"


@dataclass(frozen=True, slots=True)
class Experiment:
    """One or several figures that come from the same measurements.

    Parameters
    ----------
    name : for files
    title : what is measured
    sets : the paper's sets, available or not, and how many folds each has
    measure : measures one fold of a set, given its name, the number of the fold, and how many rows to draw
    claims : what the paper says about it
    full, quick : how much is done
    xlabel, ylabel : of the picture
    packages : additional packages that must be installed
    paper : the paper's own lines, by set
    """

    name: str
    title: str
    sets: Mapping[str, int]
    measure: Callable[[str, int, int | None], Lines]
    claims: Sequence[Claim]
    full: Scale
    quick: Scale
    xlabel: str = ""
    ylabel: str = ""
    packages: Sequence[str] = ()
    paper: Mapping[str, Mapping[str, Sequence[float]]] = field(default_factory=dict)

    @property
    def missing_sets(self) -> list[str]:
        """The sets that are not available."""
        return [name for name in self.sets if not is_here(name)]

    @property
    def missing_packages(self) -> list[str]:
        """The packages that are not installed."""
        return [name for name in self.packages if find_spec(name) is None]

    def parts(self, scale: Scale) -> list[tuple[str, int]]:
        """Return the sets and folds that can be measured."""
        if self.missing_packages:
            return []
        missing = self.missing_sets
        return [
            (name, fold)
            for name, folds in self.sets.items()
            if name not in missing
            for fold in range(min(folds, scale.folds))
        ]


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper.

    Parameters
    ----------
    name : on the command line
    title : of the paper
    experiments : what can be measured
    left_out : the figures and tables that cannot be measured, and why
    """

    name: str
    title: str
    experiments: Sequence[Experiment]
    left_out: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The measurements of an experiment so far.

    Parameters
    ----------
    experiment : the experiment
    scale : how much of it was done
    measured : by set, the mean over the folds
    """

    experiment: Experiment
    scale: Scale
    measured: Mapping[str, Lines]

    @property
    def verdicts(self) -> list[Verdict]:
        """The verdict on each claim."""
        whole = self.scale.rows == self.experiment.full.rows
        return [claim.judge(self.measured, whole=whole) for claim in self.experiment.claims]

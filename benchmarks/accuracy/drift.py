"""Accuracy in % on the drifting surface (Fig. 12), test then train: the lazy tree, a Hoeffding tree, naive Bayes."""

from benchmarks.report import Figure, at_least
from bestsofar.reproduce.lazy_tree.measures import drift

FEW = 20_000


def run(*, quick: bool) -> list[Figure]:
    """Measure all, by chunks of 2,500 records."""
    lines = drift("drifting surface", 0, FEW if quick else None)
    behind = {name: lines.line(name).mean() for name in lines.y}
    ours = behind.pop("L-tree")
    return [
        Figure(f"lazy tree less {name}, points", ours - other, at_least(0), {"lazy tree": ours, name: other})
        for name, other in behind.items()
    ] + [Figure(f"{name}, worst chunk", lines.line(name).min()) for name in lines.y]

"""Accuracy in % on the drifting surface (Fig. 12), test then train: the lazy tree, a Hoeffding tree, naive Bayes."""

from river import naive_bayes, tree

from benchmarks.report import Figure, at_least
from bestsofar import LazyTreeClassifier, datasets, prequential
from bestsofar.compat.river import FromRiver

RECORDS, FEW = 100_000, 20_000
CHUNK = 2_500


def run(*, quick: bool) -> list[Figure]:
    """Measure all three, by chunks of 2,500 records."""
    X, y = datasets.drifting_surface(FEW if quick else RECORDS, random_state=0)
    models = {
        "lazy tree": LazyTreeClassifier(),
        "window": LazyTreeClassifier(0),
        "Hoeffding tree": FromRiver(tree.HoeffdingTreeClassifier()),
        "naive Bayes": FromRiver(naive_bayes.GaussianNB()),
    }
    reports = {name: prequential(model, X, y, window=CHUNK) for name, model in models.items()}
    behind = {name: 100 * report.accuracy for name, report in reports.items()}
    worst = {f"{name}, worst chunk": 100 * float(report.over_time.min()) for name, report in reports.items()}
    ours = behind.pop("lazy tree")
    return [
        Figure(f"lazy tree less {name}, points", ours - other, at_least(0), {"lazy tree": ours, name: other})
        for name, other in behind.items()
    ] + [Figure(name, value) for name, value in worst.items()]

"""The lazy tree on the streams of its paper (Tables III and IV): accuracy in %, memory and time, k = 3."""

from sklearn.base import clone

from benchmarks.report import Figure, at_least
from bestsofar.reproduce.lazy_tree.measures import CAPACITIES, COLUMNS, KILOBYTE, lazy_trees, stream, through

SETS = [
    "kddcup99_10pct", "powersupply", "covtype", "halloffame", "kr-vs-kp", "sick", "hypothyroid", "mushroom", "splice",
]  # fmt: skip
CAPACITY = 1_000  # of covtype, which is not in the paper
EVERY_TENTH = {"kddcup99_10pct", "covtype"}  # in a quick run


def run(*, quick: bool) -> list[Figure]:
    """Compare everything kept, the last records kept, and the tree, which holds as many exemplars as these.

    Then let the last records have as much memory as the tree took.
    """
    return [figure for name in SETS for figure in on(name, CAPACITIES.get(name, CAPACITY), quick=quick)]


def on(name: str, capacity: int, *, quick: bool) -> list[Figure]:
    """Put one stream through all of them."""
    X, y, categorical = stream(f"{name}.every10" if quick and name in EVERY_TENTH else name)
    models = lazy_trees(capacity, len(y), categorical)
    runs = {who: through(model, X, y) for who, model in models.items()}
    measured = {who: dict(zip(COLUMNS, values, strict=True)) for who, (_, values) in runs.items()}
    kappas = {who: report.kappa for who, (report, _) in runs.items()}
    as_large = {"capacity": len(y), "max_bytes": round(KILOBYTE * measured["L-tree"][COLUMNS[1]])}
    local = clone(models["local k-NN"]).set_params(**as_large)
    measured["as large"] = dict(zip(COLUMNS, through(local, X, y)[1], strict=True))
    units = {what: what.split(", ")[1] for what in COLUMNS}
    behind = {f"{who}, {units[what]}": value for who, values in measured.items() for what, value in values.items()}
    accuracy = {who: values[COLUMNS[0]] for who, values in measured.items()}
    return [
        Figure(
            f"{name}, {capacity}: tree less local, points",
            accuracy["L-tree"] - accuracy["local k-NN"],
            at_least(0),
            behind,
        ),
        Figure(f"{name}: tree less local as large, points", accuracy["L-tree"] - accuracy["as large"], at_least(0)),
        Figure(f"{name}, {capacity}: tree less global, points", accuracy["L-tree"] - accuracy["global k-NN"]),
        Figure(f"{name}, {capacity}: tree less local, kappa", kappas["L-tree"] - kappas["local k-NN"], None, kappas),
    ]

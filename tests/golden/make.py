"""Makes the files of the present format: `python tests/golden/make.py [NAME ...]`. Older ones are never made again.

Nor are those with a 1 in their names: the nodes of `bayes-tree-1*` are of an earlier kind, `neighbors-capacity-1` has
no traces of forgotten objects, and the suspended query of `lazy-tree-1` no rival.
"""

import json
import sys
from pathlib import Path

import numpy as np

from bestsofar import (
    ABEL,
    EBEL,
    BayesTreeClassifier,
    Drop3,
    HeirRank,
    LazyTreeClassifier,
    NeighborsClassifier,
    ParzenClassifier,
    SimpleRank,
    save,
)
from bestsofar.storage.file import FORMAT

FOLDER = Path(__file__).parent / f"format-{FORMAT}"


def rows(dtype=float):
    """Give rows and labels of three classes, the same on every machine."""
    numbers = (np.arange(96).reshape(24, 4) * 37 % 101 / 10).astype(dtype)
    return numbers, np.array(["low", "mid", "high"])[np.arange(24) % 3]


def models():
    """Give fitted models by name: one for each way in which something is stored."""
    X, y = rows()
    words = ["".join("abc"[int(number) % 3] for number in row) for row in X]
    mixed = [[*row[:3].tolist(), "red" if row[3] > 5 else None] for row in X]
    yield "neighbors", NeighborsClassifier(SimpleRank(), n_neighbors=3).fit(X, y), X
    yield "neighbors-float32", NeighborsClassifier(metric="cosine").fit(*rows(np.float32)), X
    yield "neighbors-capacity", NeighborsClassifier(capacity=9, forget=EBEL()).fit(X, y), X
    yield "neighbors-mixed", NeighborsClassifier(metric="mixed").fit(mixed, y), mixed
    yield "neighbors-dtw", NeighborsClassifier(metric="dtw", metric_params={"band": 0.3}).fit(X, np.arange(24) % 2), X
    yield "neighbors-rotation", NeighborsClassifier(metric="rotation").fit(X, y), X
    yield "neighbors-edit", NeighborsClassifier(Drop3(), metric="edit", capacity=20).fit(words, y), words
    yield "neighbors-margin", NeighborsClassifier(capacity=9).fit(X, y), X
    yield "neighbors-abel", NeighborsClassifier(capacity=9, forget=ABEL(random_state=0)).fit(X, y), X
    yield "bayes-tree", BayesTreeClassifier(fanout=3).fit(X, y), X
    yield "bayes-tree-r", BayesTreeClassifier("r", bandwidth="auto", decision="bt").fit(*rows(np.float32)), X
    yield "bayes-tree-blocks", BayesTreeClassifier(fanout=3, block_size=2, levels=2).fit(X, y), X
    yield "bayes-tree-margins", BayesTreeClassifier(margin_levels=2).fit(X, y), X
    yield "lazy-tree", LazyTreeClassifier(capacity=12, min_entries=2, max_entries=4).fit(X, y), X
    yield "lazy-tree-mixed", LazyTreeClassifier(1.0, pure=True, metric="mixed").fit(mixed, y), mixed
    yield "lazy-tree-scaled", LazyTreeClassifier(0, capacity=12, scale="within", metric="manhattan").fit(X, y), X
    yield "parzen", ParzenClassifier().fit(X, y), X
    yield "parzen-manhattan", ParzenClassifier(HeirRank(), metric="manhattan", capacity=9).fit(X, y), X


def main(*only):
    """Write every model, or only those named, and beside each what it answers."""
    FOLDER.mkdir(exist_ok=True)
    for name, model, queries in models():
        if only and name not in only:
            continue
        save(model, FOLDER / f"{name}.bsf")
        answers = {
            "queries": queries if isinstance(queries, list) else queries.tolist(),
            "proba after 5 steps": model.predict_proba(queries, steps=5).tolist(),
            "labels": model.predict(queries).tolist(),
            "suspended": model.begin(queries[0]).refine(steps=2).suspend().hex(),
        }
        (FOLDER / f"{name}.json").write_text(json.dumps(answers) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Measurements of Bayes trees, and the quantities derived from them."""

from time import process_time

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from bestsofar.bayes_tree import BayesTreeClassifier
from bestsofar.evaluation import AnytimeCurve, anytime_curve
from bestsofar.reproduce.bayes_tree.trees import BUILDS, HAERDLE, LANGLEY, MAX_QUERIES, REFINEMENTS, Trees, factor
from bestsofar.reproduce.claim import Quantity
from bestsofar.reproduce.lines import Lines
from bestsofar.reproduce.splits import Split, fold_of

SETS = dict.fromkeys(
    ["page-blocks", "optdigits", "letter", "segment", "kr-vs-kp", "pendigits", "vowel", "spambase", "gender",
     "covtype.every10"], 10,
)  # fmt: skip
ALL_REFINEMENTS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
DECISIONS = {"": "bt", "+ENS": "ens", "+NN": "nn"}
BANDWIDTHS = {"langley": LANGLEY, "haerdle": HAERDLE} | {
    f"f{alpha}": factor(alpha) for alpha in (0.001, 0.005, 0.01, 0.05, 0.1, 0.5)
}
MEASURES = ("avg", "max", "mon")
MICROSECOND = 1e-6


def curve(model: BayesTreeClassifier, split: Split, steps: list[int] = REFINEMENTS) -> list[float]:
    """Return the accuracy in percent after each number of refinements."""
    fitted, queries = model.fit(split.X, split.y), slice(MAX_QUERIES)
    measured = anytime_curve(fitted, split.X_test[queries], split.y_test[queries], steps=steps)
    return [100 * share for share in measured.accuracy.tolist()]


def variants(name: str, fold: int, size: int | None) -> Lines:
    """Measure both builds with each decision, and BT*."""
    split = fold_of(name, fold, size=size)
    trees = {build: Trees.grown(build, split) for build in BUILDS}
    lines = {
        f"{build}{decision}": trees[build].curve(decision=DECISIONS[decision])
        for build in BUILDS
        for decision in DECISIONS
    }
    return Lines(REFINEMENTS, {**lines, "BT*": trees["EM"].curve(factor(0.05), "ens")})


def shapes(name: str, fold: int, size: int | None) -> Lines:
    """Measure the EM build with block covariances, and with margin maximisation."""
    trees = Trees.grown("EM", fold_of(name, fold, size=size))
    shaped = {"EM": trees, "EM+BN": trees.blocked(), "EM+MM": trees.maximised(2)}
    return Lines(REFINEMENTS, {who: each.curve() for who, each in shaped.items()})


def bandwidths(name: str, fold: int, size: int | None) -> Lines:
    """Measure both builds with each bandwidth."""
    split = fold_of(name, fold, size=size)
    trees = {build: Trees.grown(build, split) for build in BUILDS}
    return Lines(
        REFINEMENTS,
        {f"{build} {rule}": trees[build].curve(BANDWIDTHS[rule]) for build in BUILDS for rule in BANDWIDTHS},
    )


def contenders(name: str, fold: int, size: int | None) -> Lines:
    """Measure both builds, and two classifiers of scikit-learn."""
    split = fold_of(name, fold, size=size)
    lines = {build: Trees.grown(build, split).curve() for build in BUILDS}
    others = {"SVM": SVC(kernel="linear"), "decision tree": DecisionTreeClassifier(random_state=0)}
    return Lines(REFINEMENTS, {**lines, **{who: constant(model, split) for who, model in others.items()}})


def constant(model: ClassifierMixin, split: Split) -> list[float]:
    """Return the accuracy in percent of a classifier that cannot be stopped."""
    return [100 * model.fit(split.X, split.y).score(split.X_test, split.y_test)] * len(REFINEMENTS)


def to_the_end(name: str, fold: int, size: int | None) -> Lines:
    """Measure BT* to the end."""
    return Lines(
        ALL_REFINEMENTS, {"BT*": curve(BayesTreeClassifier(), fold_of(name, fold, size=size), ALL_REFINEMENTS)}
    )


def refinement(name: str, fold: int, size: int | None) -> Lines:
    """Time a refinement."""
    split = fold_of(name, fold, size=size)
    model, queries = BayesTreeClassifier().fit(split.X, split.y), split.X_test[:MAX_QUERIES]
    start = process_time()
    model.predict(queries, steps=REFINEMENTS[-1])
    seconds = process_time() - start
    return Lines(["us per refinement"], {"BT*": [seconds / len(queries) / REFINEMENTS[-1] / MICROSECOND]})


def measure(lines: Lines, who: str, what: str) -> float:
    """Return avg, max or mon of a variant, in percent."""
    anytime = AnytimeCurve(np.asarray(lines.x, dtype=np.int64), lines.line(who) / 100)
    return 100 * float(getattr(anytime, what))


def gain(who: str, what: str, *others: str) -> Quantity:
    """Return a quantity: points of avg, max or mon above the best of others."""
    return lambda lines: measure(lines, who, what) - max(measure(lines, other, what) for other in others)


def best_bandwidth(lines: Lines, build: str) -> str:
    """Find the bandwidth with the best sum of the three measures, as the paper does."""
    return max(BANDWIDTHS, key=lambda rule: sum(measure(lines, f"{build} {rule}", what) for what in MEASURES))


def bandwidth_gain(build: str, what: str) -> Quantity:
    """Return a quantity: points of a measure that the best bandwidth has above langley."""

    def quantity(lines: Lines) -> float:
        best = best_bandwidth(lines, build)
        return measure(lines, f"{build} {best}", what) - measure(lines, f"{build} langley", what)

    return quantity

"""Bayes trees: a refinement, a letter query against exact kernel densities, growth, and the EM build."""

from time import perf_counter

import numpy as np
import numpy.typing as npt
from sklearn.mixture import GaussianMixture
from sklearn.neighbors import KernelDensity

from benchmarks.data import shuffled
from benchmarks.report import Figure, at_least, at_most
from benchmarks.timing import MICROSECOND, race, streams
from bestsofar import BayesTreeClassifier
from bestsofar.bayes_tree.recipe import grow

REFINEMENTS = 200
SIZES = [1_000, 5_000, 20_000, 100_000, 500_000]
QUICK_SIZES = SIZES[:3]
COMPONENTS = 7
ROUNDS = 3


def run(*, quick: bool) -> list[Figure]:
    """Race, then watch growth."""
    queries = 50 if quick else 300
    return [
        refinement(*shuffled("pendigits"), queries),
        *against_kernel_densities(*shuffled("letter"), queries),
        *growth(QUICK_SIZES if quick else SIZES, queries),
        build(*shuffled("covtype.every10"), quick=quick),
    ]


def refinement(X: npt.NDArray, y: npt.NDArray, queries: int) -> Figure:
    """Time 200 refinements and the call around them, and take the call away."""
    model = BayesTreeClassifier().fit(X[queries:], y[queries:])
    whole, bare = "200, us", "0, us"
    contenders = {
        whole: lambda x: model.begin(x).refine(steps=REFINEMENTS).answer,
        bare: lambda x: model.begin(x).refine(steps=0).answer,
    }
    result = race(contenders, [(x,) for x in X[:queries]])
    each = (result.median(whole, MICROSECOND) - result.median(bare, MICROSECOND)) / REFINEMENTS
    return Figure("one refinement, pendigits, us", each, at_most(1), result.medians(MICROSECOND))


def against_kernel_densities(X: npt.NDArray, y: npt.NDArray, queries: int) -> list[Figure]:
    """Race whole calls with 200 refinements against scikit-learn's exact densities of all classes.

    Both give a number for each class; an answer has neighbours and a confidence besides. First in streams, where each
    is asked for all objects in a row; then object by object, so that what a call needs has left the caches.
    """
    model = BayesTreeClassifier().fit(X[queries:], y[queries:])
    spread = X[queries:].std(axis=0)
    exact = [KernelDensity(bandwidth=0.05).fit(X[queries:][y[queries:] == label] / spread) for label in model.classes_]
    ours, answer, theirs = "ours, us", "answer, us", "theirs, us"
    contenders = {
        ours: lambda row, _: model.predict_proba(row, steps=REFINEMENTS),
        answer: lambda row, _: model.begin(row[0]).refine(steps=REFINEMENTS).answer,
        theirs: lambda _, row: [density.score_samples(row) for density in exact],
    }
    asked = [(x[None], x[None] / spread) for x in X[:queries]]
    what = "letter, 200 steps: KernelDensity / ours"
    stream = streams(contenders, asked, rounds=ROUNDS)
    apart = race({name: contenders[name] for name in (ours, theirs)}, asked)
    return [
        Figure(what, stream.ratio(theirs, ours), at_least(100), stream.medians(MICROSECOND)),
        Figure(f"{what}, an answer", stream.ratio(theirs, answer)),
        Figure(f"{what}, out of the caches", apart.ratio(theirs, ours), None, apart.medians(MICROSECOND)),
    ]


def growth(sizes: list[int], queries: int) -> list[Figure]:
    """Time 200 refinements with ever more training rows of covtype."""
    X, y = shuffled("covtype")
    asked = X[-queries:]
    return [at_size(X[:size], y[:size], asked) for size in sizes]


def at_size(X: npt.NDArray, y: npt.NDArray, asked: npt.NDArray) -> Figure:
    """Time one training set."""
    model = BayesTreeClassifier().fit(X, y)
    name = "200 steps"
    result = race({name: lambda x: model.begin(x).refine(steps=REFINEMENTS).answer}, [(x,) for x in asked])
    return Figure(f"covtype, {len(y):,} rows: {name}, us", result.median(name, MICROSECOND))


def build(X: npt.NDArray, y: npt.NDArray, *, quick: bool) -> Figure:
    """Race the whole EM tree against one mixture for each class, on one core."""
    if quick:
        X, y = X[:10_000], y[:10_000]
    labels, codes = np.unique(y, return_inverse=True)
    wide = X.astype(np.float64)  # in float32 it fails
    start = perf_counter()
    grow(X, codes.astype(np.uint32), len(labels), COMPONENTS, "em")
    ours = perf_counter() - start
    for label in labels:
        GaussianMixture(COMPONENTS, covariance_type="diag", random_state=0).fit(wide[y == label])
    theirs = perf_counter() - start - ours
    what = f"covtype, {len(y):,} rows: EM build / GaussianMixture"
    return Figure(what, ours / theirs, at_most(5), {"ours, s": ours, "theirs, s": theirs})

"""One whole Parzen posterior per call, as a multiple of scikit-learn's and of vectorised NumPy's time."""

import numpy as np
import numpy.typing as npt
from sklearn.neighbors import KernelDensity

from benchmarks.data import Split, splits
from benchmarks.report import Figure, at_most
from benchmarks.timing import MILLISECOND, race
from bestsofar import NeighborsClassifier, ParzenClassifier, RandomRank

BANDWIDTH = 0.05  # near what "loo" finds on letter
ORDER = RandomRank(random_state=0)  # quick to make; the whole posterior is the same for every order
OURS, SCIKIT, NUMPY, NEIGHBORS = "ours, ms", "KernelDensity, ms", "NumPy, ms", "1-NN, ms"


def run(*, quick: bool) -> list[Figure]:
    """Race on letter, and on magic, which has two classes."""
    return [figure for name in ("letter", "magic") for figure in one_set(name, 20 if quick else 100)]


def one_set(name: str, queries: int) -> list[Figure]:
    """Race to the whole posterior of a row; a 1-NN query tells what the kernels cost on top of the distances."""
    split = next(iter(splits(name)))
    model = ParzenClassifier(ORDER, bandwidth=BANDWIDTH).fit(split.X, split.y)
    nearest = NeighborsClassifier(ORDER).fit(split.X, split.y)
    contenders = {
        OURS: lambda x: model.begin(x).refine().answer.proba,
        SCIKIT: densities(split),
        NUMPY: vectorised(split),
        NEIGHBORS: lambda x: nearest.begin(x).refine().answer.proba,
    }
    for x in split.X_test[:20]:
        ours, theirs, numpys, _ = (contender(x) for contender in contenders.values())
        assert np.allclose(ours, theirs, atol=1e-4), f"{name}: scikit-learn disagrees"
        assert np.allclose(ours, numpys, atol=1e-3), f"{name}: NumPy disagrees"
    result = race(contenders, ((x,) for x in split.X_test[:queries]))
    return [
        Figure(f"{name}: ours / {other.split(',')[0]}", result.ratio(OURS, other), target, result.medians(MILLISECOND))
        for other, target in [(SCIKIT, at_most(1)), (NUMPY, at_most(1)), (NEIGHBORS, None)]
    ]


def densities(split: Split):
    """Make the posterior from a density of scikit-learn's for each class."""
    parts = [split.X[split.y == label] for label in np.unique(split.y)]
    models = [KernelDensity(bandwidth=BANDWIDTH).fit(part) for part in parts]
    weights = np.log([len(part) for part in parts])

    def posterior(x: npt.NDArray) -> npt.NDArray:
        logs = np.concatenate([model.score_samples(x[None]) for model in models]) + weights
        shares = np.exp(logs - logs.max())
        return shares / shares.sum()

    return posterior


def vectorised(split: Split):
    """Make the posterior in NumPy: distances by a product, sums by bincount."""
    X, codes = split.X, np.unique(split.y, return_inverse=True)[1]
    squares = np.einsum("ij,ij->i", X, X)

    def posterior(x: npt.NDArray) -> npt.NDArray:
        distances = np.maximum(squares - 2 * (X @ x) + x @ x, 0)
        sums = np.bincount(codes, weights=np.exp(distances * (-0.5 / BANDWIDTH**2)))
        return sums / sums.sum() if sums.any() else np.full(len(sums), 1 / len(sums))

    return posterior

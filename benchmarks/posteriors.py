"""The posterior of a Parzen classifier: it measures exemplars that were chosen by density."""

import numpy as np
import numpy.typing as npt

from bestsofar import ParzenClassifier, RandomRank
from bestsofar.distances import make_metric
from bestsofar.exemplars.bandwidth import Bandwidth, find_bandwidth
from bestsofar.exemplars.ranker import Ranker


def bandwidth_of(scheme: Ranker, X: npt.NDArray, codes: npt.NDArray) -> Bandwidth:
    """Find the bandwidth of a training set by leave-one-out, as the schemes do."""
    metric = make_metric(scheme, "euclidean", None)
    return find_bandwidth("benchmark", "loo", metric.space(metric.learn(X)), codes.astype(np.uint32), codes.max() + 1)


def posterior(X: npt.NDArray, codes: npt.NDArray, asked: npt.NDArray, bandwidth: Bandwidth) -> npt.NDArray:
    """Return the probability of class 1 of 2; the bandwidth is as wide as is right for that few exemplars."""
    model = ParzenClassifier(RandomRank(random_state=0), bandwidth=bandwidth.at(len(X))).fit(X, codes)
    return model.predict_proba(asked)[:, model.classes_ == 1].sum(axis=1)

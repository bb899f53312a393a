import inspect

import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

import bestsofar
from bestsofar.base import AnytimeClassifier
from bestsofar.exemplars.incremental import IncrementalRanker
from bestsofar.exemplars.legacy import LegacyRanker
from bestsofar.exemplars.ranker import Ranker
from bestsofar.scheduling import Arrivals

# Of a class and all that derive from it; docs/decisions/0064 tells why they are more than those of the design.
METHODS = {
    AnytimeClassifier: "begin fit labels_after nbytes partial_fit predict predict_proba resume",
    bestsofar.LazyTreeClassifier: "exemplars_ scale_ test_then_learn",
    Ranker: "chosen fit_resample metric metric_params order rank trim",
    IncrementalRanker: "nbytes partial_fit partial_fit_for remember",
    LegacyRanker: "choose",
    Arrivals: "end times",
    bestsofar.Query: "answer done refine steps suspend",
    bestsofar.Answer: "complete confidence label neighbors of proba steps why",
    bestsofar.Scheduler: "answers ask classify close statistics submit",
}
CLASSES = [kind for kind in vars(bestsofar).values() if inspect.isclass(kind)]


def test_public_names_are_exactly_all():
    """What a user can see in `bestsofar` is what `__all__` promises, no more and no less."""
    # A sub-package is an attribute as soon as anything imports it; only those in __all__ are promised.
    names = {name for name, value in vars(bestsofar).items() if name[0] != "_" and not inspect.ismodule(value)}
    modules = {name for name in bestsofar.__all__ if inspect.ismodule(getattr(bestsofar, name))}
    assert names | modules == set(bestsofar.__all__)


def test_all_is_sorted_and_unique():
    """Names are easy to find in the list."""
    assert list(bestsofar.__all__) == sorted(set(bestsofar.__all__))


@pytest.mark.parametrize("kind", CLASSES)
def test_public_methods_are_exactly_these(kind):
    """What a class offers is a promise, so nothing is public by accident."""
    theirs = {*dir(BaseEstimator), *dir(ClassifierMixin), *dir(tuple)}
    public = {name for name in set(dir(kind)) - theirs if name[0] != "_" and not name.startswith("set_")}
    promised = {name for owner, names in METHODS.items() if issubclass(kind, owner) for name in names.split()}
    assert public == promised

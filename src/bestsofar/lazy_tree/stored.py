"""A tree as it is saved and pickled, and made again. Who saves it holds it: see `Storable`."""

from typing import Any

from bestsofar import _core
from bestsofar.base.storable import Parts
from bestsofar.distances import stored
from bestsofar.lazy_tree import parameters
from bestsofar.lazy_tree.grown import Grown, plant

# Of the arguments of a tree, those that the parameters of the model say. Files of before do not have the last one.
SETTINGS = 7
NOT_SCALED = False


def parts_of(grown: Grown) -> Parts:
    """Give the tree as bytes, the metric as it was learned, and the classes."""
    grown.settle()
    return {
        "classes": grown.classes,
        "metric": stored.parts_of(grown.metric),
        "settings": list(grown.arguments[-SETTINGS:]),
        "tree": grown.tree.state(),
    }


def grown_of(parts: Parts, model: Any) -> Grown:
    """Make a tree of that again, for a model."""
    metric = stored.metric_of(parts["metric"], model)
    # The first files have no settings: their trees are as the parameters say.
    settings = parts["settings"] if "settings" in parts else parameters.settings(model, metric)
    settings = (*settings, NOT_SCALED)[:SETTINGS]
    return plant(model, metric, model.n_features_in_, settings, parts["classes"]).restore(parts["tree"])


def frozen(grown: Grown) -> tuple[Any, ...]:
    """Give, for pickle, what the native tree is made of."""
    grown.settle()
    return grown.tree.state(), grown.metric, grown.arguments, grown.classes


def thawed(state: tuple[Any, ...], model: Any) -> Grown:
    """Make a tree of that again, for a model, which may be a copy with a reader of its own."""
    tree, metric, arguments, classes = state
    return Grown(_core.lazy_tree(*arguments), metric.of(model), arguments, classes).restore(tree)

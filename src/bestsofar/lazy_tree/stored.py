"""Saving and restoring a tree. The caller that saves it holds its lock: see `Storable`."""

from typing import Any

from bestsofar.base.storable import Parts
from bestsofar.distances import stored
from bestsofar.lazy_tree import parameters
from bestsofar.lazy_tree.labelled_tree import LabelledTree, first_tree
from bestsofar.lazy_tree.parameters import Settings


def parts_of(labelled: LabelledTree) -> Parts:
    """Return the tree as bytes, the learned metric, and the classes."""
    labelled.settle()
    return {
        "classes": labelled.classes,
        "metric": stored.parts_of(labelled.metric),
        "settings": list(labelled.settings),
        "tree": labelled.tree.state(),
    }


def labelled_tree_of(parts: Parts, model: Any) -> LabelledTree:
    """Restore a tree for a model."""
    metric = stored.metric_of(parts["metric"], model)
    # The first files have no settings: their trees follow the parameters.
    settings = Settings(*parts["settings"]) if "settings" in parts else parameters.settings(model, metric)
    return first_tree(model, metric, model.n_features_in_, settings, parts["classes"]).restore(parts["tree"])

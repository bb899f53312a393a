"""The tree of a classifier, looked at from inside."""


def audit(model):
    """Raise an error if anything in the tree of a model is not as it must be; return the model."""
    model._labelled.tree.audit()  # noqa: SLF001 - that is what it is for
    return model

import inspect

import bestsofar


def test_public_names_are_exactly_all():
    """What a user can see in `bestsofar` is what `__all__` promises, no more and no less."""
    # A sub-package is an attribute as soon as anything imports it; only those in __all__ are promised.
    names = {name for name, value in vars(bestsofar).items() if name[0] != "_" and not inspect.ismodule(value)}
    modules = {name for name in bestsofar.__all__ if inspect.ismodule(getattr(bestsofar, name))}
    assert names | modules == set(bestsofar.__all__)


def test_all_is_sorted_and_unique():
    """Names are easy to find in the list."""
    assert list(bestsofar.__all__) == sorted(set(bestsofar.__all__))

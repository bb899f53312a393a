"""Estimators by name, with settings from the command line."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from bestsofar.base.storable import STORABLE, Storable
from bestsofar.errors import InvalidParameter


def make(kinds: type[Storable], name: str, settings: Sequence[str], *, option: str) -> Any:
    """Make an estimator from its name; `neighbors` is short for `NeighborsClassifier`.

    Parameters
    ----------
    kinds : the base class that it must have
    name : the name of its class, in upper or lower case
    settings : its parameters, as NAME=VALUE
    option : the option that gives the name, for errors
    """
    known = {key: kind for key, kind in STORABLE.items() if issubclass(kind, kinds)}
    for key, kind in known.items():
        if name.lower() in {key.lower(), key.lower().removesuffix("classifier")}:
            return _with(kind, dict(_setting(setting) for setting in settings))
    raise InvalidParameter("bestsofar", option, f"one of {', '.join(sorted(known))}", name)


def _with(kind: type[Storable], parameters: Mapping[str, Any]) -> Storable:
    known = kind().get_params(deep=False)
    for name in parameters:
        if name not in known:
            raise InvalidParameter("bestsofar", "--set", f"a parameter of {kind.__name__}: {', '.join(known)}", name)
    return kind(**parameters)


def _setting(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise InvalidParameter("bestsofar", "--set", "NAME=VALUE", text)
    if value in STORABLE:
        return name, STORABLE[value]()
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


def know_categories(estimator: Any, settings: Sequence[str]) -> None:
    """Choose the metric that handles categories and missing values, unless one was set."""
    chosen = any(_setting(setting)[0] == "metric" for setting in settings)
    if not chosen and estimator.get_params(deep=False).get("metric") == "euclidean":
        estimator.set_params(metric="mixed")

"""Data sets from openml.org, through scikit-learn, which caches them."""

from pathlib import Path
from typing import Any

import numpy as np
from sklearn.datasets import fetch_openml

from bestsofar.datasets.dataset import Dataset, as_labels
from bestsofar.errors import InvalidParameter


def fetch(name: str, dtype: str, cache: Path) -> Dataset:
    """Fetch a data set, or find it in the cache.

    Parameters
    ----------
    name : on OpenML
    dtype : of X, float32 or float64
    cache : folder for downloads
    """
    # liac-arff needs no pandas, and numbers the categories
    bunch = fetch_openml(name, data_home=cache, as_frame=False, parser="liac-arff")
    X = np.array(bunch.data, dtype, order="C")
    categories = tuple(tuple(bunch.categories.get(feature, ())) for feature in bunch.feature_names)
    for column, values in zip(X.T, categories, strict=True):
        if values:
            places, present = np.argsort(np.argsort(values)), ~np.isnan(column)
            column[present] = places[column[present].astype(np.intp)]
    return Dataset(
        name,
        X,
        as_labels([_name_of(name, label) for label in bunch.target.tolist()]),
        tuple(bunch.feature_names),
        tuple(tuple(sorted(values)) for values in categories),
    )


def _name_of(data_set: str, label: Any) -> str:
    """Write a label as in a file: 2.0 is 2."""
    if label is None or label != label:  # noqa: PLR0124 - NaN
        raise InvalidParameter("datasets.load", "name", "a set with a label in every row", data_set)
    return str(int(label)) if isinstance(label, float) and label.is_integer() else str(label)

"""Data sets from openml.org, through scikit-learn, which keeps what it fetched."""

from pathlib import Path

import numpy as np
from sklearn.datasets import fetch_openml

from bestsofar.datasets.dataset import Dataset, as_labels


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
        as_labels([str(label).removesuffix(".0") for label in bunch.target.tolist()]),
        tuple(bunch.feature_names),
        tuple(tuple(sorted(values)) for values in categories),
    )

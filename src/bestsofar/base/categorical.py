"""Columns of data frames that are declared categorical."""

from typing import Any, TypeAlias

import narwhals as nw

Column: TypeAlias = "nw.Series[Any]"


def is_categorical(column: Column) -> bool:
    """Tell whether a column is declared to hold categories, whatever these look like.

    Parameters
    ----------
    column : a column of any library
    """
    return column.dtype in (nw.Categorical, nw.Enum)


def as_categorical(column: Column) -> Column:
    """Declare a column categorical.

    Parameters
    ----------
    column : names, or whole numbers
    """
    if is_categorical(column):
        return column
    any_value = column.implementation.is_pandas_like()
    return (column if any_value else column.cast(nw.String)).cast(nw.Categorical)

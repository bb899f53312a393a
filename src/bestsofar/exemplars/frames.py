"""Stacking data frames."""

from typing import Any, TypeAlias

import narwhals as nw

from bestsofar.base.categorical import Column, as_categorical, is_categorical
from bestsofar.errors import InvalidRecords, Verbatim

Frame: TypeAlias = "nw.DataFrame[Any]"


def stacked(who: str, above: Frame, below: Frame) -> Frame:
    """Put a data frame below another; a column that is categorical in either of them stays so.

    Parameters
    ----------
    who : the estimator that errors name
    above : a data frame
    below : another one of the same library, which must have the same columns
    """
    if above.columns != below.columns:
        raise InvalidRecords(who, "X", f"a data frame of the columns {above.columns}, as before", below.columns)
    pairs = list(zip(above.iter_columns(), below.iter_columns(), strict=True))
    categorical = [place for place, pair in enumerate(pairs) if any(map(is_categorical, pair))]
    if not above.implementation.is_pandas_like():  # pandas finds common types itself
        alike = [_of_one_type(who, *pair) for pair in pairs]
        above = above.with_columns(*(column for column, _ in alike))
        below = below.with_columns(*(column for _, column in alike))
    both = nw.concat([above, below])
    columns = list(both.iter_columns())
    return both.with_columns(*(as_categorical(columns[place]) for place in categorical))


def _of_one_type(who: str, above: Column, below: Column) -> tuple[Column, Column]:
    if above.dtype == below.dtype and above.dtype not in (nw.Categorical, nw.String):  # these come in several widths
        return above, below
    above, below = _without_nan(above), _without_nan(below)
    for fits, dtype in ((_may_be_numbers, nw.Float64), (_may_be_names, nw.String)):
        if fits(above) and fits(below):
            return above.cast(dtype), below.cast(dtype)
    must_be = f"a data frame as before, with {above.dtype} in column {above.name!r}"
    raise InvalidRecords(who, "X", must_be, Verbatim(below.dtype))


def _without_nan(column: Column) -> Column:
    return column.fill_nan(None) if column.dtype.is_float() else column


def _may_be_numbers(column: Column) -> bool:
    if is_categorical(column):
        return False
    return column.dtype.is_numeric() or column.dtype == nw.Boolean or _is_missing(column)


def _may_be_names(column: Column) -> bool:
    return column.dtype == nw.String or column.dtype.is_integer() or is_categorical(column) or _is_missing(column)


def _is_missing(column: Column) -> bool:
    return bool(column.is_null().all())

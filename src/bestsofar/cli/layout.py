"""The meaning of the columns in lines of CSV."""

from collections.abc import Sequence
from typing import Any

from bestsofar.cli.batch import Batch
from bestsofar.cli.csv_columns import CsvColumns, cells_of, value
from bestsofar.errors import InvalidRecords, Verbatim


class Layout:
    """The meaning of the columns: given by a header; without one, the label, if there is any, comes last.

    Parameters
    ----------
    n_features : how many features the model takes
    label : the name of the label column
    header : whether there is one, or None to decide by the first line
    names : the names of the features, or None if the model does not know them

    Examples
    --------
    >>> layout = Layout(2, "label", None)
    >>> layout.is_header(["x", "y", "label"]), layout.columns(["0.5", "0.5", "1"]).label
    (True, 2)
    """

    def __init__(self, n_features: int, label: str, header: bool | None, names: Sequence[str] | None = None) -> None:
        self._n_features, self._label, self._header, self._names = n_features, label, header, names
        # None is never the name of a column, so that a feature with the name of the label column is not taken for it
        features: list[Any] = [None] * n_features
        self._by_width = {len(columns): CsvColumns(columns, label) for columns in (features, [*features, label])}

    def is_header(self, first: Sequence[Any]) -> bool:
        """Tell whether the first line names the columns and, if so, remember the names."""
        if self._header is None:
            known = self._label in first or list(first) == self._names
            named = known or not any(isinstance(value(cell), float | bool) for cell in first)
        else:
            named = self._header
        if named:
            columns = CsvColumns(first, self._label, self._names)
            if len(columns.features) != self._n_features:
                raise self._unlike(len(columns.features), "features")
            self._by_width = {columns.width: columns}
        return named

    def is_header_line(self, line: bytes) -> bool:
        """The same for an unread line; one that cannot be read is no header, and will be refused like any other."""
        try:
            cells = cells_of(line)
        except ValueError:
            return False
        return self.is_header(cells)

    def columns(self, cells: Sequence[Any]) -> CsvColumns:
        """Return the columns of a line that is not the header."""
        if len(cells) not in self._by_width:
            raise self._unlike(len(cells), "values")
        return self._by_width[len(cells)]

    def arranged(self, batch: Batch) -> Batch:
        """Return a whole table with its columns in the order of the model."""
        width = len(batch.X[0]) if len(batch.X) else self._n_features
        if self._names is None and width != self._n_features:
            raise self._unlike(width, "features")
        return batch.arranged(self._names)

    def _unlike(self, count: int, what: str) -> InvalidRecords:
        wanted = [self._n_features] if what == "features" else self._by_width
        return InvalidRecords("bestsofar", "data", f"{' or '.join(map(str, wanted))} {what}", Verbatim(str(count)))

"""How records are read: rows of numbers, tables with categories, strings, bytes."""

from bestsofar.distances.readers.objects import BytesReader, StringReader
from bestsofar.distances.readers.reader import RecordReader
from bestsofar.distances.readers.rows import PackedRowReader, RowReader
from bestsofar.distances.readers.table import TableReader

__all__ = ["BytesReader", "PackedRowReader", "RecordReader", "RowReader", "StringReader", "TableReader"]

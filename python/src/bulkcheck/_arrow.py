"""Tables, batches and streams of Arrow, by pyarrow: its own, and those of anything else."""

from __future__ import annotations

import re
from typing import IO, Any, Dict, Iterable, Iterator, List, Optional, Tuple

from ._command import Write
from ._errors import CannotJudge
from ._frames import BATCH_BYTES, INSTALL, Frame, texts_of


def arrow_frame(table: Any) -> Optional[Frame]:
    """A frame of what hands over Arrow's stream; of Polars if there is no pyarrow."""
    try:
        import pyarrow
    except ImportError:
        return _by_polars(table)
    if isinstance(table, (pyarrow.Table, pyarrow.RecordBatch)):
        return TableFrame(table)
    if isinstance(table, pyarrow.RecordBatchReader):
        return ReaderFrame(table)
    if type(table).__module__ == "pyarrow._dataset" and hasattr(table, "to_batches"):
        return DatasetFrame(table)
    if isinstance(table, (pyarrow.Array, pyarrow.ChunkedArray)):
        raise TypeError("a column of Arrow is not a source: make it a table")
    return StreamFrame(table) if hasattr(table, "__arrow_c_stream__") else None


def _by_polars(table: Any) -> Frame:
    try:
        import polars
    except ImportError:
        raise CannotJudge(
            f"a {type(table).__qualname__} is read by pyarrow, which is not installed: {INSTALL}"
        ) from None
    from ._polars import PolarsFrame

    return PolarsFrame(polars.DataFrame(table))


def write_batches(schema: Any, batches: Iterable[Any], output: IO[bytes]) -> None:
    """Writes a stream, in batches that are small enough to be checked in parallel."""
    import pyarrow

    sliced = pyarrow.schema([field.with_type(_sliceable(field.type)) for field in schema])
    stream = pyarrow.ipc.new_stream(pyarrow.PythonFile(output, "w"), sliced)
    for batch in batches:
        rows = max(1, batch.num_rows * BATCH_BYTES // max(1, _size(batch)))
        for start in range(0, batch.num_rows, rows):
            part = batch.slice(start, rows)
            if sliced.types != schema.types:
                columns = [each.cast(kind) for each, kind in zip(part.columns, sliced.types)]
                part = pyarrow.RecordBatch.from_arrays(columns, schema=sliced)
            stream.write_batch(part)
    # Not after an error: a part must not look like the whole.
    stream.close()


def _size(batch: Any) -> int:
    import pyarrow

    try:
        size: int = batch.nbytes
    except pyarrow.ArrowException:  # Versions before 22 do not know how large a slice of views is.
        size = batch.get_total_buffer_size()
    return size


def _sliceable(kind: Any) -> Any:
    """Views are written with all their texts, however few rows a slice has."""
    import pyarrow

    if not hasattr(pyarrow, "string_view"):  # Versions before 16 have no views.
        return kind
    if kind == pyarrow.string_view():
        return pyarrow.large_string()
    return pyarrow.large_binary() if kind == pyarrow.binary_view() else kind


def are_valid(verdicts: bytes) -> Any:
    """An array that says of each record whether it is valid."""
    import pyarrow
    import pyarrow.compute

    buffers = [None, pyarrow.py_buffer(verdicts)]
    column = pyarrow.Array.from_buffers(pyarrow.uint8(), len(verdicts), buffers)
    return pyarrow.compute.equal(column, 0)


def split(table: Any, verdicts: bytes) -> Tuple[Any, Any]:
    """The valid rows of a table or batch, and the others."""
    import pyarrow.compute

    valid = are_valid(verdicts)
    invalid = pyarrow.compute.invert(valid)
    return _filtered(table, valid, rb"\0+", verdicts), _filtered(
        table, invalid, rb"[^\0]+", verdicts
    )


def _filtered(table: Any, chosen: Any, pattern: bytes, verdicts: bytes) -> Any:
    """The chosen rows, whose verdicts the pattern matches.

    Columns that pyarrow cannot filter, such as views and runs, are put together of slices.
    """
    import pyarrow

    try:
        return table.filter(chosen)
    except pyarrow.ArrowNotImplementedError:
        found = [(match.start(), match.end()) for match in re.finditer(pattern, verdicts)]
        stretches = found or [(0, 0)]
    columns = []
    for column in table.columns:
        try:
            columns.append(column.filter(chosen))
        except pyarrow.ArrowNotImplementedError:
            slices = [column.slice(start, end - start) for start, end in stretches]
            chunks = [chunk for part in slices for chunk in getattr(part, "chunks", [part])]
            columns.append(pyarrow.concat_arrays(chunks))
    return type(table).from_arrays(columns, schema=table.schema)


def failures_table(columns: Dict[str, List[Any]]) -> Any:
    """A table of failures, with values as JSON texts."""
    import pyarrow

    types = {name: pyarrow.int64() if name == "row" else pyarrow.string() for name in columns}
    return pyarrow.table(texts_of(columns), schema=pyarrow.schema(types))


class ArrowFrame(Frame):
    """A frame whose failures are a table of Arrow."""

    def like(self, columns: Dict[str, List[Any]]) -> Any:
        return failures_table(columns)


class TableFrame(ArrowFrame):
    """A table, or one batch."""

    def __init__(self, table: Any) -> None:
        self.table = table

    def opened(self) -> Tuple[str, Write]:
        table = self.table
        batches = table.to_batches() if hasattr(table, "to_batches") else [table]
        return "arrow", lambda output: write_batches(table.schema, batches, output)

    def split(self, verdicts: bytes) -> Tuple[Any, Any]:
        return split(self.table, verdicts)


class ReaderFrame(ArrowFrame):
    """A reader of batches, which reads once."""

    can_be_read_again = False

    def __init__(self, reader: Any) -> None:
        self.reader = reader

    def opened(self) -> Tuple[str, Write]:
        return "arrow", lambda output: write_batches(self.reader.schema, self.reader, output)

    def kept(self, folder: Optional[str]) -> Frame:
        return _ReadFrame(self.reader.read_all())


class _ReadFrame(TableFrame):
    """What a reader has read, which gives readers."""

    def split(self, verdicts: bytes) -> Tuple[Any, Any]:
        good, bad = super().split(verdicts)
        return good.to_reader(), bad.to_reader()


class DatasetFrame(ArrowFrame):
    """A dataset or scanner, which is read batch by batch. Filtering it gives tables."""

    def __init__(self, dataset: Any) -> None:
        self.dataset = dataset

    def opened(self) -> Tuple[str, Write]:
        schema = getattr(self.dataset, "projected_schema", None) or self.dataset.schema
        return "arrow", lambda output: write_batches(schema, self.dataset.to_batches(), output)

    def kept(self, folder: Optional[str]) -> Frame:
        return TableFrame(self.dataset.to_table())


class StreamFrame(ArrowFrame):
    """Anything else that hands over Arrow's stream. Filtering it gives tables.

    Some can do that once only, and nothing says which.
    """

    can_be_read_again = False

    def __init__(self, source: Any) -> None:
        self.source = source

    def opened(self) -> Tuple[str, Write]:
        return ReaderFrame(self._reader()).opened()

    def kept(self, folder: Optional[str]) -> Frame:
        return TableFrame(self._reader().read_all())

    def _reader(self) -> Any:
        import pyarrow

        if hasattr(pyarrow.RecordBatchReader, "from_stream"):
            try:
                return pyarrow.RecordBatchReader.from_stream(self.source)
            except pyarrow.ArrowInvalid as error:
                if "non-struct" not in str(error):
                    raise
                kind = type(self.source).__qualname__
                raise TypeError(f"a {kind} is a column, not a table: make it a frame") from None
        raise CannotJudge(f"pyarrow {pyarrow.__version__} is too old: pip install -U pyarrow")

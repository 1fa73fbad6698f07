"""Frames of Polars, by its own writer of Arrow."""

from __future__ import annotations

import os
import struct
import tempfile
from io import BytesIO
from typing import IO, Any, Dict, Iterable, Iterator, List, Optional, Tuple

from . import _lines
from ._command import Write
from ._frames import BATCH_BYTES, Frame, texts_of

#: Rows of the batches of a lazy frame.
_ROWS = 1 << 16
#: Types that Polars writes as nothing that others read: rows with them are written as JSON lines.
_BEYOND_ARROW = ("Object", "Int128", "UInt128")


class PolarsFrame(Frame):
    """A frame that is there."""

    def __init__(self, frame: Any) -> None:
        self.frame = frame

    def opened(self) -> Tuple[str, Write]:
        return _opened(self.frame.schema, _slices, self.frame)

    def split(self, verdicts: bytes) -> Tuple[Any, Any]:
        valid = _are_valid(verdicts)
        return self.frame.filter(valid), self.frame.filter(~valid)

    def like(self, columns: Dict[str, List[Any]]) -> Any:
        return _failures_frame(columns)


class LazyPolarsFrame(Frame):
    """A query. It is executed for each reading, batch by batch, unless it is kept."""

    def __init__(self, lazy: Any) -> None:
        self.lazy = lazy

    def opened(self) -> Tuple[str, Write]:
        return _opened(self.lazy.collect_schema(), _batches, self.lazy)

    def kept(self, folder: Optional[str]) -> Frame:
        return _KeptPolarsFrame(self.lazy, folder)

    def like(self, columns: Dict[str, List[Any]]) -> Any:
        return _failures_frame(columns).lazy()


class _KeptPolarsFrame(LazyPolarsFrame):
    """The rows of a query in files: executed again, it may give them in another order.

    The folder is there as long as a lazy frame reads it.
    """

    def __init__(self, lazy: Any, folder: Optional[str]) -> None:
        super().__init__(lazy)
        self._folder = tempfile.TemporaryDirectory(prefix="bulkcheck-", dir=folder)
        self._heights: List[int] = []
        for part in _batches(lazy):
            part.write_ipc(self._path(len(self._heights)))
            self._heights.append(part.height)

    def opened(self) -> Tuple[str, Write]:
        return _opened(self.lazy.collect_schema(), lambda kept: kept._parts(), self)

    def split(self, verdicts: bytes) -> Tuple[Any, Any]:
        return self._lazy(verdicts, True), self._lazy(verdicts, False)

    def _path(self, number: int) -> str:
        return os.path.join(self._folder.name, f"{number}.arrow")

    def _parts(self) -> Iterator[Any]:
        import polars

        for number in range(len(self._heights)):
            yield polars.read_ipc(self._path(number))

    def _lazy(self, verdicts: bytes, is_valid: bool) -> Any:
        def parts(
            names: Optional[List[str]], predicate: Any, count: Optional[int], size: Optional[int]
        ) -> Iterator[Any]:
            start = 0
            for part, height in zip(self._parts(), self._heights):
                are_valid = _are_valid(verdicts[start : start + height])
                start += height
                part = part.filter(are_valid if is_valid else ~are_valid)
                if count is not None:
                    part = part.head(count)
                    count -= part.height
                if predicate is not None:
                    part = part.filter(predicate)
                yield part if names is None else part.select(names)
                if count == 0:
                    return

        return _lazy_frame(parts, self.lazy.collect_schema())


def _lazy_frame(parts: Any, schema: Any) -> Any:
    """A lazy frame over parts; where Polars cannot do that, over one frame in memory."""
    import polars

    try:
        from polars.io.plugins import register_io_source
    except ImportError:
        empty = polars.DataFrame(schema=schema)
        return polars.concat([empty, *parts(None, None, None, None)]).lazy()
    return register_io_source(parts, schema=schema)


def _opened(schema: Any, parts: Any, source: Any) -> Tuple[str, Write]:
    if any(word in str(kind) for kind in schema.values() for word in _BEYOND_ARROW):
        rows = (row for part in parts(source) for row in part.iter_rows(named=True))
        return "jsonl", _lines.writer(rows)
    return "arrow", lambda output: write_frames(parts(source), output)


def _slices(frame: Any) -> Iterator[Any]:
    """Parts of a frame, of which there is at least one."""
    rows = max(1, frame.height * BATCH_BYTES // max(1, frame.estimated_size()))
    for start in range(0, max(1, frame.height), rows):
        yield frame.slice(start, rows)


def _batches(lazy: Any) -> Iterator[Any]:
    """The rows of a query as frames, of which there is at least one."""
    if not hasattr(lazy, "collect_batches"):
        yield from _slices(lazy.collect())
        return
    is_empty = True
    for part in lazy.collect_batches(chunk_size=_ROWS, maintain_order=True):
        is_empty = False
        yield part
    if is_empty:
        yield lazy.head(0).collect()


def _are_valid(verdicts: bytes) -> Any:
    """A series that says of each record whether it is valid."""
    import polars

    try:
        import numpy
    except ImportError:
        return polars.Series([verdict == 0 for verdict in verdicts], dtype=polars.Boolean)
    return polars.Series(numpy.frombuffer(verdicts, numpy.uint8) == 0)


def _failures_frame(columns: Dict[str, List[Any]]) -> Any:
    import polars

    types = {name: polars.Int64 if name == "row" else polars.String for name in columns}
    return polars.DataFrame(texts_of(columns), schema=types)


def write_frames(parts: Iterable[Any], output: IO[bytes]) -> None:
    """Writes frames with the same columns as one stream, each at least as one batch."""
    buffer = BytesIO()
    end, is_first = b"", True
    for part in parts:
        buffer.seek(0)
        part.write_ipc_stream(buffer, compression="uncompressed")
        buffer.truncate()
        # Each is a stream by itself: a schema, batches, and the end.
        for kind, message in _messages(memoryview(buffer.getvalue())):
            if kind is None:
                end = bytes(message)
            elif is_first or kind != _SCHEMA:
                output.write(message)
        is_first = False
    output.write(end)


_SCHEMA = 1


def _messages(data: memoryview) -> Iterator[Tuple[Optional[int], memoryview]]:
    """The messages of an Arrow stream, each with its kind; None is the end of the stream."""
    position = 0
    while position < len(data):
        length = struct.unpack_from("<i", data, position + 4)[0]
        if length == 0:
            yield None, data[position : position + 8]
            return
        header = data[position + 8 : position + 8 + length]
        end = position + 8 + length + _field(header, 3, "<q")
        yield _field(header, 1, "<B"), data[position:end]
        position = end


def _field(message: memoryview, number: int, form: str) -> int:
    """A number of a flatbuffer's root table; 0 if it is left out."""
    table = struct.unpack_from("<I", message, 0)[0]
    names = table - struct.unpack_from("<i", message, table)[0]
    if 4 + 2 * number >= struct.unpack_from("<H", message, names)[0]:
        return 0
    offset = struct.unpack_from("<H", message, names + 4 + 2 * number)[0]
    value: int = struct.unpack_from(form, message, table + offset)[0] if offset else 0
    return value

"""Frames of Polars, by its own writer of Arrow."""

from __future__ import annotations

import os
import shutil
import struct
import tempfile
import weakref
from io import BytesIO
from typing import IO, Any, Callable, Dict, Iterator, List, Optional, Tuple

from . import _lines
from ._command import Write
from ._frames import BATCH_BYTES, Frame, texts_of

#: What is done with a part of a frame.
Act = Callable[[Any], None]
#: Rows of the batches of a lazy frame.
_ROWS = 1 << 16
#: Types that Polars writes as nothing that others read: rows with them are written as JSON lines.
_BEYOND_ARROW = ("Object",)


class PolarsFrame(Frame):
    """A frame that is there."""

    def __init__(self, frame: Any) -> None:
        self.frame = frame

    def opened(self) -> Tuple[str, Write]:
        return _opened(self.frame.schema, lambda act: _each_slice(self.frame, act))

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
        return _opened(self.lazy.collect_schema(), lambda act: each_batch(self.lazy, act))

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
        self._folder = tempfile.mkdtemp(prefix="bulkcheck-", dir=folder)
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        self._heights: List[int] = []
        each_batch(lazy, self._keep)

    def _keep(self, part: Any) -> None:
        part.write_ipc(self._path(len(self._heights)))
        self._heights.append(part.height)

    def opened(self) -> Tuple[str, Write]:
        return _opened(self.lazy.collect_schema(), self._each)

    def _each(self, act: Act) -> None:
        for part in self._parts():
            act(part)

    def split(self, verdicts: bytes) -> Tuple[Any, Any]:
        return self._lazy(verdicts, True), self._lazy(verdicts, False)

    def _path(self, number: int) -> str:
        return os.path.join(self._folder, f"{number}.arrow")

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


def _opened(schema: Any, each: Callable[[Act], None]) -> Tuple[str, Write]:
    """How the parts of a frame are written. `each` acts on one after another."""
    if any(word in str(kind) for kind in schema.values() for word in _BEYOND_ARROW):
        return "jsonl", lambda output: each(lambda part: _write_lines(part, output))

    def write(output: IO[bytes]) -> None:
        stream = StreamWriter(output)
        each(stream.write)
        # Not after an error: a part must not look like the whole.
        stream.close()

    return "arrow", write


def _write_lines(part: Any, output: IO[bytes]) -> None:
    _lines.writer(part.iter_rows(named=True))(output)


def _each_slice(frame: Any, act: Act) -> None:
    """Acts on parts of a frame, of which there is at least one."""
    rows = max(1, frame.height * BATCH_BYTES // max(1, frame.estimated_size()))
    for start in range(0, max(1, frame.height), rows):
        act(frame.slice(start, rows))


def each_batch(lazy: Any, act: Act) -> None:
    """Executes a query, and acts on its batches in order. There is at least one.

    `collect_batches` of Polars 1 loses errors: some of the rows look like all of them.
    """
    if not hasattr(lazy, "sink_batches"):
        return _each_slice(lazy.collect(), act)
    is_empty = True

    def take(part: Any) -> None:
        nonlocal is_empty
        is_empty = False
        act(part)

    lazy.sink_batches(take, chunk_size=_ROWS, maintain_order=True)
    if is_empty:
        act(lazy.head(0).collect())


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


class StreamWriter:
    """Writes frames with the same columns as one stream, each as at least one batch."""

    def __init__(self, output: IO[bytes]) -> None:
        self._output = output
        self._buffer = BytesIO()
        self._end: Optional[bytes] = None

    def write(self, part: Any) -> None:
        self._buffer.seek(0)
        part.write_ipc_stream(self._buffer, compression="uncompressed")
        self._buffer.truncate()
        # It is a stream by itself: a schema, batches, and the end.
        end = b""
        for kind, message in _messages(memoryview(self._buffer.getvalue())):
            if kind is None:
                end = bytes(message)
            elif self._end is None or kind != _SCHEMA:
                self._output.write(message)
        self._end = end

    def close(self) -> None:
        self._output.write(self._end or b"")


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

"""`bulkcheck-parquet`: writes a Parquet file as an Arrow stream, for the command.

    bulkcheck-parquet PATH [--columns NAMES]

The command calls it when it meets a Parquet file. `NAMES` is a JSON array of the columns that are
needed; those that the file lacks are left out. It reads with pyarrow, Polars or DuckDB, whichever
is installed, one row group or slice of rows after the other, and writes the stream to standard
output.

A failure is one line on standard error, which the command quotes, and exit code 1; without one of
the packages it is 2.
"""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any, Callable, Iterator, List, NoReturn, Optional, Sequence, Tuple

INSTALL = 'pip install "bulkcheck[parquet]"'

#: Bytes of the batches that are written: enough rows to be checked by several threads.
_BATCH_BYTES = 8 << 20
#: Row groups up to this size are read at once, on all threads; larger ones batch by batch.
_GROUP_BYTES = 128 << 20
#: Rows of the batches of larger row groups.
_BATCH_ROWS = 1 << 16


def main() -> None:
    """The console script."""
    path, columns = _arguments(sys.argv[1:])
    try:
        write(path, columns, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # The command needs no more. Python would complain when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(1)
    except Exception as error:
        words = " ".join(str(error).split()) or "no reason is known"
        _end(f"{type(error).__name__}: {words}", 1)


def write(path: str, columns: Optional[Sequence[str]], output: IO[bytes]) -> None:
    """Writes the columns of a file, or all of them, by the first package that is there."""
    for package, writer in _WRITERS:
        try:
            __import__(package)
        except ImportError:
            continue
        return writer(path, columns, output)
    _end(f"no package that reads Parquet is installed: {INSTALL}", 2)


def _arguments(arguments: List[str]) -> Tuple[str, Optional[List[str]]]:
    if len(arguments) not in (1, 3) or len(arguments) == 3 and arguments[1] != "--columns":
        _end("usage: bulkcheck-parquet PATH [--columns NAMES]", 2)
    columns = json.loads(arguments[2]) if len(arguments) == 3 else None
    return arguments[0], columns


def _end(message: str, code: int) -> NoReturn:
    print(f"bulkcheck-parquet: {message}", file=sys.stderr)
    sys.exit(code)


def _wanted(names: Sequence[str], columns: Optional[Sequence[str]]) -> Optional[List[str]]:
    """The columns to read of those that a file has; None: all.

    Without any column, packages forget how many rows there are: then the first one is read.
    """
    if columns is None:
        return None
    wanted = set(columns)
    return [name for name in dict.fromkeys(names) if name in wanted] or list(names[:1])


# pyarrow


def _write_by_pyarrow(path: str, columns: Optional[Sequence[str]], output: IO[bytes]) -> None:
    import pyarrow
    import pyarrow.parquet

    with pyarrow.parquet.ParquetFile(path) as file:
        wanted = _wanted(file.schema_arrow.names, columns)
        parts = _parts(file, wanted)
        first = next(parts, None)
        if first is None:
            first = file.schema_arrow.empty_table()
            if wanted is not None:
                first = first.select(list(dict.fromkeys(wanted)))
        with pyarrow.ipc.new_stream(pyarrow.PythonFile(output, "w"), first.schema) as stream:
            while first is not None:
                rows = max(1, first.num_rows * _BATCH_BYTES // max(1, first.nbytes))
                stream.write_table(first, max_chunksize=rows)
                first = next(parts, None)


def _parts(file: Any, wanted: Optional[List[str]]) -> Iterator[Any]:
    """The row groups as tables, each read while the one before is written."""
    with ThreadPoolExecutor(1) as reader:
        pending = None
        for number in range(file.num_row_groups):
            ahead = None
            if file.metadata.row_group(number).total_byte_size <= _GROUP_BYTES:
                ahead = reader.submit(file.read_row_group, number, columns=wanted)
            if pending is not None:
                yield pending.result()
            pending = ahead
            if ahead is None:
                yield from _batches(file, number, wanted)
        if pending is not None:
            yield pending.result()


def _batches(file: Any, number: int, wanted: Optional[List[str]]) -> Iterator[Any]:
    import pyarrow

    for batch in file.iter_batches(_BATCH_ROWS, row_groups=[number], columns=wanted):
        yield pyarrow.Table.from_batches([batch])


# Polars


def _write_by_polars(path: str, columns: Optional[Sequence[str]], output: IO[bytes]) -> None:
    import polars

    from ._polars import StreamWriter, each_batch

    frame = polars.scan_parquet(path, glob=False)
    names = frame.collect_schema().names()
    wanted = _wanted(names, columns)
    if wanted is not None:
        frame = frame.select(wanted)
    stream = StreamWriter(output)
    if hasattr(frame, "sink_batches"):
        each_batch(frame, stream.write)
    else:
        _each_slice(frame, stream.write)
    stream.close()


def _each_slice(frame: Any, act: Callable[[Any], None]) -> None:
    """Acts on slices of rows, of which there is at least one."""
    start = 0
    while True:
        part = frame.slice(start, 4 * _BATCH_ROWS).collect()
        if start == 0 or part.height > 0:
            act(part)
        if part.height < 4 * _BATCH_ROWS:
            return
        start += part.height


# DuckDB


def _write_by_duckdb(path: str, columns: Optional[Sequence[str]], output: IO[bytes]) -> None:
    import duckdb

    connection = duckdb.connect()
    try:
        connection.execute("LOAD nanoarrow")
    except duckdb.Error:
        # Its other ways to Arrow need pyarrow.
        _end(f"DuckDB alone writes no Arrow here: {INSTALL}", 2)
    file = "read_parquet('" + path.replace("'", "''") + "')"
    names = [row[0] for row in connection.execute(f"DESCRIBE SELECT * FROM {file}").fetchall()]
    wanted = _wanted(names, columns)
    chosen = (
        "*" if wanted is None else ", ".join('"' + name.replace('"', '""') + '"' for name in wanted)
    )
    output.flush()
    connection.execute(
        f"COPY (SELECT {chosen} FROM {file}) TO '/dev/fd/{output.fileno()}' (FORMAT ARROWS)"
    )


_WRITERS = [
    ("pyarrow", _write_by_pyarrow),
    ("polars", _write_by_polars),
    ("duckdb", _write_by_duckdb),
]


if __name__ == "__main__":
    main()

"""Tables of pandas, Polars and Arrow as JSON lines, some thousand rows at a time.

None of these packages is imported here: a table is known by the package of its type.
"""

from __future__ import annotations

from typing import Any, Iterable, Iterator, Optional

from . import _lines

_ROWS = 20_000


def lines(table: Any) -> Optional[Iterator[bytes]]:
    """The rows of a table as JSON lines, null where a cell is missing; None for what is not a table."""
    packages = {kind.__module__.split(".")[0] for kind in type(table).__mro__}
    name = type(table).__name__
    if "pandas" in packages and name == "DataFrame":
        return _lines.of_records(_pandas_rows(table))
    if "polars" in packages and name == "DataFrame":
        return _polars_lines([table])
    if "polars" in packages and name == "LazyFrame":
        return _polars_lines(table.collect_batches(chunk_size=_ROWS))
    if "pyarrow" in packages:
        return _lines.of_records(_arrow_rows(table))
    if "pyspark" in packages:
        raise TypeError("for a DataFrame of Spark, use bulkcheck.spark.check")
    if hasattr(table, "__arrow_c_stream__"):
        # DuckDB, Ibis and others hand over Arrow's stream; reading it takes pyarrow.
        import pyarrow

        return _lines.of_records(_arrow_rows(pyarrow.RecordBatchReader.from_stream(table)))
    return None


def _pandas_rows(frame: Any) -> Iterator[Any]:
    names = [str(name) for name in frame.columns]
    are_dates = [_holds_dates(frame.iloc[:, index]) for index in range(len(names))]
    for start in range(0, len(frame), _ROWS):
        part = frame.iloc[start : start + _ROWS]
        columns = []
        for index, is_dates in enumerate(are_dates):
            column = part.iloc[:, index]
            values = (column.dt.date if is_dates else column).astype(object)
            columns.append(values.where(column.notna(), None).tolist())
        for row in zip(*columns):
            yield dict(zip(names, row))


def _holds_dates(column: Any) -> bool:
    """Whether all are days: pandas keeps dates as timestamps at midnight, without a time zone."""
    kind = str(column.dtype)  # `datetime64[ns]`, `timestamp[us][pyarrow]`, `datetime64[ns, UTC]`
    if not kind.startswith(("datetime64[", "timestamp[")) or "," in kind:
        return False
    there = column.dropna()
    return bool((there == there.dt.normalize()).all())


#: Types that Polars writes as this package does; it writes times without a `T`, for example.
_POLARS_PLAIN = ("Boolean", "String", "Null", "Int", "UInt", "Float", "Categorical", "Enum")


def _polars_lines(frames: Iterable[Any]) -> Iterator[bytes]:
    for frame in frames:
        is_plain = all(str(kind).startswith(_POLARS_PLAIN) for kind in frame.dtypes)
        for part in frame.iter_slices(_ROWS):
            if is_plain:
                yield part.write_ndjson().encode("utf-8")
            else:
                yield from _lines.of_records(part.iter_rows(named=True))


def _arrow_rows(table: Any) -> Iterator[Any]:
    if hasattr(table, "to_batches"):  # a Table, or a Dataset, whose batches are read one by one
        batches = table.to_batches()
    elif hasattr(table, "to_pylist") and hasattr(table, "num_rows"):
        batches = [table]
    else:
        batches = table
    for batch in batches:
        for start in range(0, batch.num_rows, _ROWS):
            yield from batch.slice(start, _ROWS).to_pylist()

"""Frames of pandas, as columns of Arrow by pyarrow; as JSON lines without it.

What pandas calls missing (NaN, NaT, None, NA) is null.
"""

from __future__ import annotations

import warnings
from typing import Any, Dict, Iterator, List, Tuple

from . import _lines
from ._command import Write
from ._frames import INSTALL, Frame
from ._objects import BeyondArrow, arrow, of_objects

#: Rows that become JSON lines at a time.
_ROWS = 20_000


class PandasFrame(Frame):
    """A frame."""

    def __init__(self, frame: Any) -> None:
        self.frame = frame
        self._table: Any = None

    def opened(self) -> Tuple[str, Write]:
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            _warn_once()
            return "jsonl", _lines.writer(_rows(self.frame))
        # Objects are converted once, though the rows may be written twice.
        self._table = _table(self.frame) if self._table is None else self._table
        if self._table is None:
            return "jsonl", _lines.writer(_rows(self.frame))
        from ._arrow import TableFrame

        return TableFrame(self._table).opened()

    def split(self, verdicts: bytes) -> Tuple[Any, Any]:
        import numpy

        are_valid = numpy.frombuffer(verdicts, numpy.uint8) == 0
        return self.frame[are_valid], self.frame[~are_valid]

    def like(self, columns: Dict[str, List[Any]]) -> Any:
        import pandas

        frame = pandas.DataFrame(
            {**columns, "value": pandas.Series(columns["value"], dtype=object)}
        )
        texts = {name: "str" for name in ("rule", "field", "message")} if len(frame) == 0 else {}
        return frame.astype({"row": "int64", **texts})


_has_warned = False


def _warn_once() -> None:
    global _has_warned
    if not _has_warned:
        _has_warned = True
        warnings.warn(
            "without pyarrow, frames of pandas are checked row by row, which takes several times "
            f"as long: {INSTALL}",
            RuntimeWarning,
            stacklevel=2,
        )


# As Arrow


def _table(frame: Any) -> Any:
    """None if Arrow cannot hold a number of many digits, or tell how many rows there are."""
    import pyarrow

    names = [str(name) for name in frame.columns]
    columns = []
    for index, name in enumerate(names):
        try:
            columns.append(_column(frame.iloc[:, index]))
        except TypeError as error:
            raise TypeError(f"{error}: convert or drop the column {name!r}") from error
        except BeyondArrow:
            return None
    return pyarrow.table(columns, names=names) if columns else None


def _column(column: Any) -> Any:
    import pandas
    import pyarrow.compute

    kind = column.dtype
    if isinstance(kind, pandas.CategoricalDtype) and not _is_plain(kind.categories.dtype):
        return of_objects(column.astype(object).to_numpy(object))
    if not _is_plain(kind):
        return of_objects(column.astype(object).to_numpy(object))
    found = arrow(column)
    if _holds_dates(column):
        return found.cast(pyarrow.date32())
    if found is not None and pyarrow.types.is_floating(found.type):
        missing = column.isna().to_numpy(bool)
        if missing.sum() > found.null_count:
            # A NaN that pandas counts as missing, and pyarrow does not.
            found = pyarrow.compute.if_else(pyarrow.array(~missing), found, None)
    return of_objects(column.astype(object).to_numpy(object)) if found is None else found


def _is_plain(kind: Any) -> bool:
    """Whether pyarrow makes of a type what JSON would be made of it."""
    import pandas

    odd = (pandas.PeriodDtype, pandas.IntervalDtype, pandas.SparseDtype)
    return kind != object and not isinstance(kind, odd)


def _holds_dates(column: Any) -> bool:
    """Whether all are days: pandas keeps dates as timestamps at midnight, without a time zone."""
    kind = str(column.dtype)  # `datetime64[ns]`, `timestamp[us][pyarrow]`, `datetime64[ns, UTC]`
    if not kind.startswith(("datetime64[", "timestamp[")) or "," in kind:
        return False
    if not hasattr(column.dt, "normalize"):  # Columns of Arrow in pandas before 2.1.
        return False
    for start in range(0, len(column), _ROWS):
        there = column.iloc[start : start + _ROWS].dropna()
        if not (there == there.dt.normalize()).all():
            return False
    return True


# As JSON lines


def _rows(frame: Any) -> Iterator[Any]:
    names = [str(name) for name in frame.columns]
    are_dates = [_holds_dates(frame.iloc[:, index]) for index in range(len(names))]
    if not names:
        yield from ({} for _ in range(len(frame)))
    for start in range(0, len(frame), _ROWS):
        part = frame.iloc[start : start + _ROWS]
        columns = []
        for index, is_dates in enumerate(are_dates):
            column = part.iloc[:, index]
            values = (column.dt.date if is_dates else column).astype(object)
            columns.append(values.where(column.notna(), None).tolist())
        for row in zip(*columns):
            yield dict(zip(names, row))

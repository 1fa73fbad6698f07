"""Frames of pandas, as columns of Arrow by pyarrow; as JSON lines where that cannot be.

What pandas calls missing (NaN, NaT, None, NA) is null. Columns of objects hold anything. If they
hold one type, they become a column of it, and a dense union of columns if they hold several.
"""

from __future__ import annotations

import datetime
import decimal
import uuid
import warnings
from collections import defaultdict
from typing import Any, Dict, Iterator, List, Sequence, Tuple

from . import _lines
from ._command import Write
from ._frames import INSTALL, Frame

#: Rows that become JSON lines at a time.
_ROWS = 20_000
#: The most types of objects that a column may hold. With more, something is odd.
_KINDS = 16


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
    """None if a column has objects that Arrow cannot tell as JSON does."""
    import pyarrow

    columns = []
    for index in range(frame.shape[1]):
        column = _column(frame.iloc[:, index])
        if column is None:
            return None
        columns.append(column)
    # Without columns, Arrow forgets how many rows there are.
    names = [str(name) for name in frame.columns]
    return pyarrow.table(columns, names=names) if columns else None


def _column(column: Any) -> Any:
    import pandas
    import pyarrow.compute

    kind = column.dtype
    if isinstance(kind, pandas.CategoricalDtype) and not _is_plain(kind.categories.dtype):
        return _of_objects(column.astype(object))
    if not _is_plain(kind):
        return _of_objects(column.astype(object))
    found = _arrow(column)
    if _holds_dates(column):
        return found.cast(pyarrow.date32())
    if found is not None and pyarrow.types.is_floating(found.type):
        missing = column.isna().to_numpy(bool)
        if missing.sum() > found.null_count:
            # A NaN that pandas counts as missing, and pyarrow does not.
            found = pyarrow.compute.if_else(pyarrow.array(~missing), found, None)
    return _of_objects(column.astype(object)) if found is None else found


def _is_plain(kind: Any) -> bool:
    """Whether pyarrow makes of a type what JSON would be made of it."""
    import pandas

    odd = (pandas.PeriodDtype, pandas.IntervalDtype, pandas.SparseDtype)
    return kind != object and not isinstance(kind, odd)


def _arrow(values: Any, kind: Any = None) -> Any:
    """The values by pyarrow, which has several ways to say that it cannot."""
    import pyarrow

    try:
        return pyarrow.array(values, kind, from_pandas=True)
    except (pyarrow.ArrowException, OverflowError, UnicodeError, TypeError, ValueError):
        return None


def _of_objects(column: Any) -> Any:
    import numpy
    import pandas
    import pyarrow

    values = column.to_numpy(object)
    missing = pandas.isna(values)
    kinds = list(dict.fromkeys(map(type, values[~missing])))
    if not kinds:
        return pyarrow.nulls(len(values))
    if len(kinds) == 1:
        return _of_kind(kinds[0], values, missing)
    found = _of_kind(float, values, missing) if set(kinds) == {int, float} else None
    if found is not None or len(kinds) > _KINDS:
        return found
    numbers = defaultdict(lambda: len(kinds), {each: number for number, each in enumerate(kinds)})
    types = numpy.fromiter(map(numbers.__getitem__, map(type, values)), numpy.int8, len(values))
    types[missing] = len(kinds)
    offsets: Any = numpy.zeros(len(values), numpy.int32)
    children = [pyarrow.nulls(int(missing.sum()))]
    offsets[missing] = numpy.arange(len(children[0]))
    for number, kind in reversed(list(enumerate(kinds))):
        here = types == number
        some = values[here]
        offsets[here] = numpy.arange(len(some))
        child = _of_kind(kind, some, numpy.zeros(len(some), bool))
        if not isinstance(child, pyarrow.Array):  # Of more than 2 GB there are several.
            return None
        children.insert(0, child)
    return pyarrow.UnionArray.from_dense(pyarrow.array(types), pyarrow.array(offsets), children)


def _of_kind(kind: Any, values: Any, missing: Any) -> Any:
    """Objects of one type; None if Arrow cannot tell them as JSON does."""
    import numpy
    import pandas
    import pyarrow

    if kind is decimal.Decimal:
        return _decimals(values, missing)
    if kind is int:
        found = _arrow(values)
        return _arrow(values, pyarrow.uint64()) if found is None else found
    if kind is datetime.datetime:
        # pyarrow would take one without a zone for UTC if another has one.
        zones = {each.tzinfo is None for each in values[~missing]}
        return _arrow(values) if len(zones) == 1 else None
    if kind is pandas.Timestamp:
        # pyarrow would cut off nanoseconds.
        try:
            return _arrow(pandas.DatetimeIndex(values))
        except (ValueError, TypeError):
            return None
    if kind in _SCALARS or issubclass(kind, _scalars_of_numpy()):
        return _arrow(values)
    if kind in (uuid.UUID, pandas.Period, pandas.Interval):
        return pyarrow.array(numpy.array(list(map(str, values)), object), mask=missing)
    if kind in (dict, list, tuple, numpy.ndarray):
        found = _arrow(values)
        if found is not None and _is_exact(values[~missing], found.type):
            return found
    return None


_SCALARS = (bool, float, str, bytes, datetime.date, datetime.time, datetime.timedelta)


def _scalars_of_numpy() -> Tuple[Any, ...]:
    import numpy

    return numpy.bool_, numpy.integer, numpy.floating, numpy.str_


def _decimals(values: Any, missing: Any) -> Any:
    """Decimals by their texts, which takes a third of the time of pyarrow's own way."""
    import numpy
    import pyarrow
    import pyarrow.compute

    texts = pyarrow.array(numpy.array(list(map(str, values)), object), mask=missing)
    lengths = pyarrow.compute.binary_length(texts)
    point = pyarrow.compute.find_substring(texts, ".")
    behind = pyarrow.compute.subtract(pyarrow.compute.subtract(lengths, point), 1)
    scale = pyarrow.compute.max(
        pyarrow.compute.if_else(pyarrow.compute.equal(point, -1), 0, behind)
    ).as_py()
    # The cast wraps around where there are more digits than the type has.
    digits = pyarrow.compute.max(lengths).as_py() + scale
    if not pyarrow.compute.any(pyarrow.compute.match_substring(texts, "E")).as_py():
        for kind, most in ((pyarrow.decimal128, 38), (pyarrow.decimal256, 76)):
            if digits <= most:
                try:
                    return texts.cast(kind(most, scale))
                except pyarrow.ArrowException:
                    break  # An infinity, or a pyarrow without this cast.
    return _arrow(values)


def _is_exact(values: Sequence[Any], kind: Any) -> bool:
    """Whether a nested type says no more and no less than its objects.

    A struct gives all objects the same members, null where they have none. Of objects with several
    types pyarrow makes what the first one is, or cuts some off.
    """
    import pyarrow

    types = pyarrow.types
    there = [each for each in values if each is not None]
    if types.is_struct(kind):
        names = {field.name for field in kind}
        return all(isinstance(each, dict) and each.keys() == names for each in there) and all(
            _is_exact([each[field.name] for each in there], field.type) for field in kind
        )
    if types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        return _is_exact([each for some in there for each in some], kind.value_type)
    return bool(
        types.is_null(kind)
        or types.is_boolean(kind)
        or types.is_integer(kind)
        or types.is_floating(kind)
        or types.is_string(kind)
    )


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

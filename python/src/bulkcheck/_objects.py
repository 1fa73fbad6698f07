"""Columns of objects of pandas, as columns of Arrow by pyarrow.

Such a column holds anything. If its objects have one type, it becomes a column of that, and a dense
union of columns if they have several. The same is true of what is inside of lists and dictionaries:
those with the same members are structs, others maps of texts. Each value means what JSON lines
would say of it, but for what Arrow can tell better: infinities, and times without a zone.
"""

from __future__ import annotations

import datetime
import decimal
import json
import uuid
from collections import defaultdict
from typing import Any, Iterable, List, Sequence, Tuple

from . import _lines

_SCALARS = (bool, int, float, str, bytes, decimal.Decimal, uuid.UUID)
_TIMES = (datetime.date, datetime.time, datetime.datetime, datetime.timedelta)
_SETS = (set, frozenset)
#: Digits of the largest decimal of Arrow.
_DIGITS = 76


class BeyondArrow(Exception):
    """A number has more digits than Arrow can hold."""


def arrow(values: Any, kind: Any = None) -> Any:
    """The values by pyarrow, which has several ways to say that it cannot: then None."""
    import pyarrow

    try:
        return pyarrow.array(values, kind, from_pandas=True)
    except (pyarrow.ArrowException, OverflowError, UnicodeError, TypeError, ValueError):
        return None


def of_objects(values: Any) -> Any:
    """A column of a NumPy array of objects.

    Raises TypeError if one of them has no JSON form, and BeyondArrow.
    """
    import numpy
    import pandas
    import pyarrow

    known = set(_known())
    if not known.issuperset(map(type, values)):
        values = _array(each if type(each) in known else _plain(each, known) for each in values)
    missing = pandas.isna(values)
    kinds = list(dict.fromkeys(map(type, values[~missing])))
    if not kinds:
        return pyarrow.nulls(len(values))
    if len(kinds) == 1:
        return _of_kind(kinds[0], values, missing)
    found = arrow(values) if set(kinds) == {int, float} else None
    if found is not None:
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
        # Of more than 2 GB there are several.
        children.insert(0, _joined(child) if isinstance(child, pyarrow.ChunkedArray) else child)
    return pyarrow.UnionArray.from_dense(pyarrow.array(types), pyarrow.array(offsets), children)


def _known() -> Tuple[Any, ...]:
    """The types of objects that become columns; fewer than a union may have."""
    import numpy
    import pandas

    of_pandas = (pandas.Timestamp, pandas.Timedelta, pandas.Period, pandas.Interval)
    missing = (type(None), type(pandas.NaT), type(pandas.NA))
    return (
        *_SCALARS, *_TIMES, *_SETS, dict, list, tuple, numpy.ndarray, *of_pandas, *missing,
        numpy.bool_, numpy.str_, numpy.float16, numpy.float32, numpy.float64,
        *(numpy.dtype(code).type for code in "bhilqBHILQ"), numpy.datetime64, numpy.timedelta64,
    )  # fmt: skip


def _plain(value: Any, known: Any) -> Any:
    """An object of another type as JSON lines would write it."""
    kinds: Tuple[Any, ...] = (int, float, str, dict, list, tuple)
    for kind in kinds:
        if isinstance(value, kind):
            return kind(value)
    for _ in range(4):
        value = _lines.plain(value)
        if type(value) in known:
            return value
    raise TypeError(f"a value of type {type(value).__qualname__} cannot be written as JSON")


def _of_kind(kind: Any, values: Any, missing: Any) -> Any:
    """Objects of one type that is known."""
    import numpy
    import pandas
    import pyarrow

    found: Any = None
    if kind is decimal.Decimal:
        return _decimals(values, missing)
    if kind in _SETS:
        return _lists(values, missing)
    if kind in (dict, list, tuple, numpy.ndarray):
        found = arrow(values)
        if found is not None and _is_exact(values[~missing], found.type):
            return found
        return (_maps if kind is dict else _lists)(values, missing)
    if kind in (pandas.Timestamp, numpy.datetime64):
        # pyarrow would cut off nanoseconds.
        found = _by(pandas.DatetimeIndex, values)
    elif kind in (pandas.Timedelta, numpy.timedelta64):
        found = _by(pandas.TimedeltaIndex, values)
    elif kind is datetime.datetime:
        # pyarrow would take one without a zone for UTC if another has one.
        zones = {each.tzinfo is None for each in values[~missing]}
        found = arrow(values) if len(zones) == 1 else None
    elif kind not in (uuid.UUID, pandas.Period, pandas.Interval):
        found = arrow(values)
    if found is not None:
        return found
    if kind is int:
        found = arrow(values, pyarrow.uint64())
        return _decimals(values, missing) if found is None else found
    if issubclass(kind, str):
        # Lone surrogates have no UTF-8: the check reports their rows.
        texts = [None if gone else each.encode("utf-8", "surrogatepass")
                 for each, gone in zip(values, missing)]  # fmt: skip
        return pyarrow.array(texts, pyarrow.large_binary()).view(pyarrow.large_string())
    if issubclass(kind, datetime.timedelta):
        return _decimals(_array(None if gone else _seconds(each)
                         for each, gone in zip(values, missing)), missing)  # fmt: skip
    texts = [None if gone else each.isoformat() if hasattr(each, "isoformat") else str(each)
             for each, gone in zip(values, missing)]  # fmt: skip
    return pyarrow.array(texts, pyarrow.string())


def _by(index: Any, values: Any) -> Any:
    """The values by an index of pandas."""
    try:
        return arrow(index(values))
    except (ValueError, TypeError, OverflowError):
        return None


def _seconds(span: datetime.timedelta) -> decimal.Decimal:
    micros = span // datetime.timedelta(microseconds=1)
    return decimal.Decimal(micros).scaleb(-6)


def _array(values: Iterable[Any]) -> Any:
    """A NumPy array of objects, even if they are lists."""
    import numpy

    items = list(values)
    found: Any = numpy.empty(len(items), object)
    for number, item in enumerate(items):
        found[number] = item
    return found


def _joined(column: Any) -> Any:
    """One array of several, with offsets that are wide enough."""
    import pyarrow

    wide = {pyarrow.string(): pyarrow.large_string(), pyarrow.binary(): pyarrow.large_binary()}
    return column.cast(wide.get(column.type, column.type)).combine_chunks()


# What is inside of lists and dictionaries


def _lists(values: Any, missing: Any) -> Any:
    import pyarrow

    items: List[Any] = []
    offsets = [0]
    for each, gone in zip(values, missing):
        if not gone:
            items.extend(each)
        offsets.append(len(items))
    inside = of_objects(_array(items))
    return pyarrow.LargeListArray.from_arrays(_offsets(offsets, missing, pyarrow.int64()), inside)


def _maps(values: Any, missing: Any) -> Any:
    import pyarrow

    keys: List[str] = []
    items: List[Any] = []
    offsets = [0]
    for each, gone in zip(values, missing):
        if not gone:
            keys.extend(map(_key, each))
            items.extend(each.values())
        offsets.append(len(items))
    names = _of_kind(str, _array(keys), [False] * len(keys))
    inside = of_objects(_array(items))
    return pyarrow.MapArray.from_arrays(_offsets(offsets, missing, pyarrow.int32()), names, inside)


def _offsets(offsets: List[int], missing: Any, kind: Any) -> Any:
    """Offsets, of which those of missing values are null."""
    import numpy
    import pyarrow

    return pyarrow.array(numpy.array(offsets), kind, mask=numpy.append(missing, False))


def _key(key: Any) -> str:
    """A key as `json` writes it."""
    if isinstance(key, str):
        return key
    if key is None or isinstance(key, (bool, int, float)):
        return json.dumps(key)
    raise TypeError(f"a key of type {type(key).__qualname__} cannot be written as JSON")


def _decimals(values: Any, missing: Any) -> Any:
    """Decimals or integers by their texts, which takes a third of the time of pyarrow's own way."""
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
        for kind, most in ((pyarrow.decimal128, 38), (pyarrow.decimal256, _DIGITS)):
            if digits <= most:
                try:
                    return texts.cast(kind(most, scale))
                except pyarrow.ArrowException:
                    break  # A pyarrow without this cast.
    found = arrow(values)
    if found is not None:
        return found
    words = [str(value) if str(value).endswith("Infinity") else value for value in values]
    if str not in map(type, words):
        raise BeyondArrow
    return of_objects(_array(words))


def _is_exact(values: Sequence[Any], kind: Any) -> bool:
    """Whether a nested type says no more and no less than its objects.

    A struct gives all objects the same members, null where they have none. Of objects with several
    types pyarrow makes what the first one is, or cuts some off.
    """
    import numpy
    import pyarrow

    types = pyarrow.types
    there = [each for each in values if each is not None]
    if types.is_struct(kind):
        names = {field.name for field in kind}
        return all(isinstance(each, dict) and each.keys() == names for each in there) and all(
            _is_exact([each[field.name] for each in there], field.type) for field in kind
        )
    if types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        return all(isinstance(each, (list, tuple, numpy.ndarray)) for each in there) and _is_exact(
            [each for some in there for each in some], kind.value_type
        )
    if types.is_integer(kind) or types.is_floating(kind):
        return not any(isinstance(each, numpy.bool_) for each in there)
    return bool(types.is_null(kind) or types.is_boolean(kind) or types.is_string(kind))

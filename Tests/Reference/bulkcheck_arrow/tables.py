"""Random columns of every type that Arrow has and pyarrow can make."""

import decimal
import random
import struct

import numpy as np
import pyarrow as pa

UNITS = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
# Seconds from 1970 to the first and last instant of the years 0 to 9999.
FIRST, LAST = -62167219200, 253402300799
WORDS = ["", "a", "ä", "plain", 'quo"te\\', "tab\tnl\n\u0001", "beyond twelve bytes", "😀 emoji", "\u2028", "/"]
NAMES = ["a", "b c", "a.b", "é", "x[0]", "", 'q"', "$key", "*", "long name of a column", "n\n"]
DEPTH = 3


class Draw(random.Random):
    """Draws of one seed."""

    def some(self, low, high):
        """A number of a range, often at its ends or near zero."""
        near = [each for each in (low, low + 1, high, high - 1, 0, 1, -1) if low <= each <= high]
        return self.choice(near) if self.random() < 0.3 else self.randint(low, high)

    def text(self):
        return "".join(self.choice(WORDS) for _ in range(self.choice([0, 1, 1, 2, 3])))

    def bytes(self, count=None):
        return self.randbytes(self.randrange(20) if count is None else count)

    def float(self, code, size):
        if self.random() < 0.3:
            return self.choice([0.0, -0.0, 0.1, 1.0, float("nan"), float("inf"), -float("inf")])
        return struct.unpack(code, self.randbytes(size))[0]


def nulls(draw, count):
    share = draw.choice([0, 0, 0.1, 0.5, 1])
    return [draw.random() < share for _ in range(count)]


def mask(draw, count):
    return pa.array(nulls(draw, count), pa.bool_())


def masked(draw, values, type_):
    gone = nulls(draw, len(values))
    return pa.array([None if is_gone else value for is_gone, value in zip(gone, values)], type_)


def integers(draw, count):
    bits, is_signed = draw.choice([8, 16, 32, 64]), draw.random() < 0.5
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if is_signed else (0, 2**bits - 1)
    type_ = getattr(pa, f"{'' if is_signed else 'u'}int{bits}")()
    return masked(draw, [draw.some(low, high) for _ in range(count)], type_)


def floats(draw, count):
    code, size, type_ = draw.choice([("e", 2, pa.float16()), ("f", 4, pa.float32()), ("d", 8, pa.float64())])
    values = [draw.float(code, size) for _ in range(count)]
    return masked(draw, [np.float16(each) for each in values] if size == 2 else values, type_)


def decimals(draw, count):
    make, most = draw.choice([(pa.decimal32, 9), (pa.decimal64, 18), (pa.decimal128, 38), (pa.decimal256, 76)])
    digits = draw.randint(1, most)
    scale = draw.choice([0, draw.randint(0, digits), draw.randint(-5, digits + 5)])
    limit = 10**digits - 1
    # pyarrow takes only values without zeros at their ends, so the scale is set behind its back.
    whole = masked(draw, [decimal.Decimal(draw.some(-limit, limit)) for _ in range(count)], make(digits, 0))
    return pa.Array.from_buffers(make(digits, scale), count, whole.buffers())


def texts(draw, count):
    type_ = draw.choice([pa.string(), pa.large_string(), pa.string_view()])
    return masked(draw, [draw.text() for _ in range(count)], type_)


def binaries(draw, count):
    type_ = draw.choice([pa.binary(), pa.large_binary(), pa.binary_view()])
    return masked(draw, [draw.bytes() for _ in range(count)], type_)


def fixed_binaries(draw, count):
    width = draw.randint(0, 9)
    return masked(draw, [draw.bytes(width) for _ in range(count)], pa.binary(width))


def extensions(draw, count):
    if draw.random() < 0.5:
        storage = masked(draw, [draw.bytes(16) for _ in range(count)], pa.binary(16))
        return pa.ExtensionArray.from_storage(pa.uuid(), storage)
    storage = masked(draw, ['{"a": 1}' for _ in range(count)], pa.string())
    return pa.ExtensionArray.from_storage(pa.json_(), storage)


def dates(draw, count):
    days = [draw.some(FIRST // 86400, LAST // 86400) for _ in range(count)]
    if draw.random() < 0.5:
        return masked(draw, days, pa.int32()).view(pa.date32())
    within = draw.choice([0, 86_399_999])
    return masked(draw, [each * 86_400_000 + draw.randint(0, within) for each in days], pa.int64()).view(pa.date64())


def times(draw, count):
    unit = draw.choice(list(UNITS))
    type_ = (pa.time32 if UNITS[unit] <= 1000 else pa.time64)(unit)
    storage = pa.int32() if UNITS[unit] <= 1000 else pa.int64()
    return masked(draw, [moment(draw, unit, 0, 86399) for _ in range(count)], storage).view(type_)


def timestamps(draw, count):
    unit = draw.choice(list(UNITS))
    type_ = pa.timestamp(unit, draw.choice([None, "UTC", "Europe/Berlin", "+05:30"]))
    return masked(draw, [moment(draw, unit, FIRST, LAST) for _ in range(count)], pa.int64()).view(type_)


def moment(draw, unit, first, last):
    parts = UNITS[unit]
    low, high = max(first * parts, -(2**63)), min(last * parts + parts - 1, 2**63 - 1)
    value = draw.some(low, high)
    step = draw.choice([1, parts, max(1, parts // 1000)])
    return min(high, max(low, value // step * step))


def durations(draw, count):
    return masked(draw, [draw.some(-(2**63), 2**63 - 1) for _ in range(count)], pa.duration(draw.choice(list(UNITS))))


def booleans(draw, count):
    return masked(draw, [draw.random() < 0.5 for _ in range(count)], pa.bool_())


SCALARS = [
    integers, integers, floats, floats, decimals, decimals, texts, texts, binaries, fixed_binaries, extensions, dates,
    times, timestamps, timestamps, durations, booleans, lambda draw, count: pa.nulls(count),
]


def lists(draw, count, depth):
    sizes = [draw.randrange(4) for _ in range(count)]
    gone = mask(draw, count)
    is_large = draw.random() < 0.5
    if draw.random() < 0.5:
        values = column(draw, sum(sizes), depth)
        offsets = pa.array(np.cumsum([0, *sizes]), pa.int64() if is_large else pa.int32())
        return (pa.LargeListArray if is_large else pa.ListArray).from_arrays(offsets, values, mask=gone)
    # Views may lie over one another, and in any order.
    values = column(draw, 8, depth)
    type_ = pa.int64() if is_large else pa.int32()
    offsets = pa.array([draw.randint(0, 8 - size) for size in sizes], type_)
    make = pa.LargeListViewArray if is_large else pa.ListViewArray
    return make.from_arrays(offsets, pa.array(sizes, type_), values, mask=gone)


def fixed_lists(draw, count, depth):
    size = draw.randint(1, 3)
    gone = mask(draw, count)
    return pa.FixedSizeListArray.from_arrays(column(draw, count * size, depth), size, mask=gone)


def structs(draw, count, depth):
    parts = [column(draw, count, depth) for _ in range(draw.randint(1, 3))]
    names = draw.sample(NAMES, len(parts))
    return pa.StructArray.from_arrays(parts, names, mask=mask(draw, count))


def maps(draw, count, depth):
    sizes = [draw.randrange(3) for _ in range(count)]
    offsets = pa.array(np.cumsum([0, *sizes]), pa.int32())
    total = sum(sizes)
    keys = draw.choice([
        lambda: pa.array([f"{draw.text()}{number}" for number in range(total)], pa.string()),
        lambda: pa.array([draw.some(-(2**31), 2**31 - 1) for _ in range(total)], pa.int32()),
        lambda: pa.array([draw.text() for _ in range(total)], pa.large_string()).dictionary_encode(),
        lambda: pa.array([number * 1.5 for number in range(total)]),
    ])()
    return pa.MapArray.from_arrays(offsets, keys, column(draw, total, depth))


def dictionaries(draw, count, depth):
    size = draw.randint(1, 5)
    values = draw.choice([texts, integers, dates, binaries])(draw, size)
    type_ = draw.choice([pa.int8(), pa.uint8(), pa.int16(), pa.int32(), pa.int64(), pa.uint32()])
    indices = masked(draw, [draw.randrange(size) for _ in range(count)], type_)
    return pa.DictionaryArray.from_arrays(indices, values)


def runs(draw, count, depth):
    ends = sorted(draw.sample(range(1, count + 1), min(count, draw.randint(1, 5)))) if count else []
    if ends:
        ends[-1] = count
    values = draw.choice(SCALARS)(draw, len(ends))
    if isinstance(values, pa.ExtensionArray):
        values = values.storage
    if pa.types.is_date64(values.type):
        # pyarrow refuses those within a day here.
        values = values.cast(pa.date32(), safe=False)
    type_ = draw.choice([pa.int16(), pa.int32(), pa.int64()])
    return pa.RunEndEncodedArray.from_arrays(pa.array(ends, type_), values)


def unions(draw, count, depth):
    parts = draw.randint(1, 3)
    numbers = draw.sample(range(128), parts)
    names = [f"part{each}" for each in numbers]
    which = [draw.randrange(parts) for _ in range(count)]
    types = pa.array([numbers[each] for each in which], pa.int8())
    if draw.random() < 0.5:
        return pa.UnionArray.from_sparse(types, [column(draw, count, depth) for _ in range(parts)], names, numbers)
    places = [which[:row].count(part) for row, part in enumerate(which)]
    columns = [column(draw, which.count(part), depth) for part in range(parts)]
    return pa.UnionArray.from_dense(types, pa.array(places, pa.int32()), columns, names, numbers)


NESTED = [lists, lists, fixed_lists, structs, maps, dictionaries, dictionaries, runs, unions]


def column(draw, count, depth=DEPTH):
    """An array of so many values."""
    if depth > 0 and draw.random() < 0.4:
        return draw.choice(NESTED)(draw, count, depth - 1)
    return draw.choice(SCALARS)(draw, count)


def table(draw):
    """A table, all in one piece."""
    count = draw.choice([0, 1, 5, 20, 70, 200])
    start = draw.choice([0, 0, 1, 7])
    names = draw.sample(NAMES, draw.randint(1, 5))
    if draw.random() < 0.05:
        names.append(names[0])
    # Arrays that begin amid their buffers are written from there.
    columns = [column(draw, count + start).slice(start) for _ in names]
    return pa.Table.from_arrays(columns, names)

#!/usr/bin/env python3
"""Makes the tables of this folder with pyarrow (26 or later), and their rows as JSON lines.

    pip install pyarrow numpy
    python3 Tests/BulkcheckArrowTests/Tables/make.py

`layouts.*` has every layout that pyarrow can write, and `orders.*` is a small table for tests of the
command. `local.*` has times of columns without a zone, in all that they can be nested in. Its JSON
lines say the same in UTC, with an offset. `nan.*` has NaN, and texts that are one, and
`typed.arrow` types that say more than their values. `apart.*` has structs and lists, with values
behind nulls, and `nested.*` lists of structs, maps, views and unions in one another. The rows are those of
Tests/Reference/bulkcheck_arrow/mapping.py. bulkcheck does not write them.

`polars-*.arrows` were written by those versions of Polars, not by this script, and `wide.jsonl` are
the rows of the last one.
"""

import datetime
import decimal
import pathlib
import random
import sys
import uuid

import pyarrow as pa

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent.parent / "Reference"))

from bulkcheck_arrow import mapping  # noqa: E402
from bulkcheck_arrow.mapping import BIG, DIGITS  # noqa: E402

ROWS = 24
WORDS = ["ä", "", "plain", 'quo"te\\', "tab\tnl\n", "beyond twelve bytes", "😀 emoji and more"]
draw = random.Random(7)


def column(value, type_):
    return pa.array([None if draw.random() < 0.2 else value(row) for row in range(ROWS)], type_)


def text(row):
    return f"{draw.choice(WORDS)}{row}"


def some_bytes(row):
    return bytes(draw.randrange(256) for _ in range(draw.randrange(20)))


def numbers(row):
    return [None if draw.random() < 0.2 else draw.randrange(10) for _ in range(draw.randrange(4))]


def keys(make):
    return lambda row: [(make(number), number) for number in range(draw.randrange(3))]


def times():
    for unit, digits in DIGITS.items():
        parts = 10**digits
        far = 9 * 10**18 if unit == "ns" else 62135596800 * parts
        some = [0, -1, 1700000000 * parts, 86399 * parts + parts // 2]
        for name, zone in ("local", None), ("zoned", "Europe/Berlin"):
            yield f"{name}_{unit}", column(
                lambda row: draw.choice([*some, -far, far]), pa.timestamp(unit, zone)
            )
        yield f"duration_{unit}", column(
            lambda row: draw.choice([*some, 10**15 + 1]), pa.duration(unit)
        )
        time = (pa.time32 if digits < 6 else pa.time64)(unit)
        yield f"time_{unit}", column(
            lambda row: draw.randrange(86400) * parts + draw.randrange(parts), time
        )


def scalars():
    yield "i8", column(lambda row: draw.randint(-128, 127), pa.int8())
    yield "u64", column(
        lambda row: draw.choice([0, 2**64 - 1, 99999999, 100000000, 10**16 - 1, 10**16]),
        pa.uint64(),
    )
    yield "i64", column(lambda row: draw.choice([-(2**63), 2**63 - 1, 0, -1, 10**12]), pa.int64())
    yield "half", column(lambda row: draw.choice([0.1, 65504.0, 6e-8, -2.5]), pa.float16())
    yield "single", column(lambda row: draw.choice([0.1, 3.4e38, 1e-45, 16777216.0]), pa.float32())
    odd = [
        float("nan"),
        float("inf"),
        -float("inf"),
        -0.0,
        1e16,
        5e-324,
        1.7976931348623157e308,
        9007199254740993.0,
    ]
    yield "double", column(lambda row: draw.choice([*odd, draw.random()]), pa.float64())
    for type_ in (
        pa.decimal32(9, 3),
        pa.decimal64(18, 0),
        pa.decimal128(38, 10),
        pa.decimal256(76, 20),
        pa.decimal128(9, -5),
    ):
        limit = 10**type_.precision - 1
        some = lambda row: decimal.Decimal(draw.choice([0, 1, -1, limit, -limit])).scaleb(
            -type_.scale, BIG
        )  # noqa: E731
        yield f"decimal{type_.bit_width}_{type_.scale}", column(some, type_)
    yield "date", column(
        lambda row: draw.choice(
            [datetime.date(1, 1, 1), datetime.date(9999, 12, 31), datetime.date(2000, 2, 29)]
        ),
        pa.date32(),
    )
    yield "bool", column(lambda row: draw.random() < 0.5, pa.bool_())
    yield "null", pa.nulls(ROWS)
    for type_ in pa.string(), pa.large_string(), pa.string_view():
        yield f"text_{type_}", column(text, type_)
    for type_ in pa.binary(), pa.large_binary(), pa.binary_view():
        yield f"bytes_{type_}", column(some_bytes, type_)
    yield "fixed", column(lambda row: some_bytes(row)[:5].ljust(5, b"-"), pa.binary(5))
    ids = column(lambda row: uuid.UUID(int=draw.getrandbits(128)).bytes, pa.binary(16))
    yield "uuid", pa.ExtensionArray.from_storage(pa.uuid(), ids)
    yield "json", pa.ExtensionArray.from_storage(
        pa.json_(), column(lambda row: f'{{"a":{row}}}', pa.string())
    )


def nested():
    for make in pa.list_, pa.large_list, pa.list_view, pa.large_list_view:
        yield make.__name__, column(numbers, make(pa.int32()))
    yield "fixed_list", column(lambda row: [row, None], pa.list_(pa.int32(), 2))
    inner = pa.struct([("x", pa.int32()), ("y z", pa.list_(pa.string()))])
    yield "struct", column(lambda row: {"x": row, "y z": [text(row), None]}, inner)
    yield "map", column(keys(str), pa.map_(pa.string(), pa.int32()))
    yield "map_int", column(keys(int), pa.map_(pa.int32(), pa.int32()))
    yield "map_double", column(keys(lambda number: number * 1.5), pa.map_(pa.float64(), pa.int32()))
    yield "dictionary", column(text, pa.string()).dictionary_encode()
    ends = pa.array([5, 6, 20, ROWS], pa.int32())
    yield "runs", pa.RunEndEncodedArray.from_arrays(ends, pa.array(["a", None, "bb", "c"]))
    which = [draw.randrange(2) for _ in range(ROWS)]
    parts = [column(lambda row: row, pa.int32()), column(text, pa.string())]
    yield "sparse", pa.UnionArray.from_sparse(pa.array(which, pa.int8()), parts)
    yield "dense", pa.UnionArray.from_dense(
        pa.array(which, pa.int8()), pa.array(range(ROWS), pa.int32()), parts
    )


def local_times():
    """Times of columns without a zone, with some texts that only look like them."""
    moment, clock_, rows = pa.timestamp("us"), pa.time64("us"), range(40)
    times = random.Random(11)

    def at():
        parts = times.choice([0, 500_000, 1])
        return times.choice([1_700_000_000, 1_600_000_000, 0, -1]) * 1_000_000 + parts

    def maybe(make):
        return None if times.random() < 0.2 else make()

    def many(make):
        return [maybe(make) for _ in range(times.randrange(4))]

    texts = ["2023-11-14T22:13:20", "2023-11-14T22:13:20Z", "22:13:20", "22:13:20Z"]
    log = pa.struct([("note", pa.string()), ("at", moment), ("by", pa.list_(clock_))])
    info = pa.struct([("seen", moment), ("zoned", pa.timestamp("us", "UTC"))])
    yield "id", pa.array(rows, pa.int32())
    yield "at", pa.array([maybe(at) for _ in rows], moment)
    yield "second", pa.array([at() // 1_000_000 for _ in rows], pa.timestamp("s"))
    yield "zoned", pa.array([maybe(at) for _ in rows], pa.timestamp("us", "Europe/Berlin"))
    yield "clock", pa.array([maybe(lambda: times.randrange(86_400_000_000)) for _ in rows], clock_)
    yield "text", pa.array([maybe(lambda: times.choice(texts)) for _ in rows])
    yield "list", pa.array([maybe(lambda: many(at)) for _ in rows], pa.list_(moment))
    lists = [many(lambda: times.choice(texts)) for _ in rows]
    yield "texts", pa.array(lists, pa.list_(pa.string()))
    yield "log", pa.array(
        [
            many(
                lambda: {
                    "note": times.choice(texts),
                    "at": maybe(at),
                    "by": many(lambda: times.randrange(86_400_000_000)),
                }
            )
            for _ in rows
        ],
        pa.list_(log),
    )
    yield "info", pa.array([maybe(lambda: {"seen": at(), "zoned": maybe(at)}) for _ in rows], info)
    yield "map", pa.array(
        [[(key, maybe(at)) for key in ("one", "tw\"o")[: row % 3]] for row in rows],
        pa.map_(pa.string(), moment),
    )
    yield "entries", pa.array(
        [[(at(), times.choice(texts)) for _ in range(row % 3)] for row in rows],
        pa.map_(moment, pa.string()),
    )
    yield "coded", pa.array([maybe(at) for _ in rows], moment).dictionary_encode()
    yield "runs", pa.RunEndEncodedArray.from_arrays(
        pa.array([7, 20, 33, 40], pa.int32()), pa.array([at(), None, at(), at()], moment)
    )
    which = [times.randrange(2) for _ in rows]
    yield "union", pa.UnionArray.from_sparse(
        pa.array(which, pa.int8()),
        [pa.array([at() for _ in rows], moment), pa.array(rows, pa.int32())],
    )


def nested():
    """Lists of structs, maps with keys that come again, and what has a text of its own in them."""
    rows, parts = range(70), random.Random(17)
    words = ["", "a", "b", 'quo"te\\', "ä", "Oslo", "beyond twelve bytes"]
    texts, moment = pa.list_(pa.string()), pa.timestamp("ms")

    def maybe(make, share=0.15):
        return None if parts.random() < share else make()

    def many(make, most=4):
        return [maybe(make, 0.1) for _ in range(parts.randrange(most))]

    def word():
        return parts.choice(words)

    def number():
        return parts.randrange(5)

    def column(make, type_):
        return pa.array([maybe(make) for _ in rows], type_)

    def pairs(key, value, most=4):
        return lambda: [(key(), maybe(value)) for _ in range(parts.randrange(most))]

    part = pa.struct([("no", pa.int16()), ("tags", texts)])
    line = pa.struct(
        [
            ("sku", pa.string()),
            ("qty", pa.int32()),
            ("on", pa.date32()),
            ("at", moment),
            ("kind", pa.dictionary(pa.int8(), pa.string())),
            ("parts", pa.list_(part)),
            ("box", pa.struct([("w", pa.float32()), ("in", pa.list_(pa.int8(), 2))])),
        ]
    )

    def a_line():
        return {
            "sku": maybe(word),
            "qty": maybe(number),
            "on": maybe(lambda: parts.randrange(20_000)),
            "at": maybe(lambda: parts.randrange(2_000_000_000_000)),
            "kind": maybe(lambda: parts.choice(["x", "ÿ"])),
            "parts": maybe(lambda: many(lambda: {"no": maybe(number), "tags": maybe(lambda: many(word))})),
            "box": maybe(lambda: {"w": maybe(number), "in": maybe(lambda: [number(), maybe(number)])}),
        }

    yield "id", pa.array(rows, pa.int32())
    yield "lines", column(lambda: many(a_line, 6), pa.list_(line))
    yield "long", pa.array([[a_line() for _ in range(70 if row == 9 else row % 2)] for row in rows], pa.list_(line))
    yield "days", column(lambda: many(lambda: parts.randrange(20_000)), pa.list_(pa.date32()))
    yield "moments", column(lambda: many(lambda: parts.randrange(9**9)), pa.list_(moment))
    yield "views", pa.array(
        [many(lambda: {"a": number()}) for _ in rows], pa.list_view(pa.struct([("a", pa.int8())]))
    ).take(pa.array([parts.randrange(70) for _ in rows]))
    yield "map", column(pairs(word, number), pa.map_(pa.string(), pa.int32()))
    yield "numbered", column(pairs(number, word), pa.map_(pa.uint8(), pa.string()))
    yield "lists", column(
        pairs(word, lambda: many(lambda: {"no": maybe(number), "tags": None})), pa.map_(pa.string(), pa.list_(part))
    )
    yield "dated", column(pairs(number, word), pa.map_(pa.date32(), pa.string()))
    yield "maps", column(
        lambda: many(pairs(word, pairs(word, number))), pa.list_(pa.map_(pa.string(), pa.map_(pa.string(), pa.int8())))
    )
    yield "union", pa.UnionArray.from_sparse(
        pa.array([row % 2 for row in rows], pa.int8()),
        [pa.array([number() for _ in rows], pa.int32()), pa.array([many(a_line, 2) for _ in rows], pa.list_(line))],
    )
    # A list that is null has a day in it that has no text, and another one a text that is not one.
    offsets = pa.array([2 * row for row in range(71)], pa.int32())
    days = pa.array([10**6 if row == 8 else row for row in range(140)], pa.int32()).cast(pa.date32())
    yield "behind", pa.ListArray.from_arrays(offsets, days, mask=pa.array([row % 4 == 0 for row in rows]))


def apart():
    """Structs in structs, and lists: nulls at each level, with values behind them."""
    rows, parts = range(90), random.Random(13)
    words = ["", "a", "b", 'quo"te\\', "ä", "tab\t", "Oslo", "beyond twelve bytes"]
    floats = [1.5, -0.0, float("nan"), float("inf"), 12.25, 1e300]
    tags, clock_ = pa.list_(pa.string()), pa.time64("us")

    def maybe(make, share=0.2):
        return None if parts.random() < share else make()

    def many(make, most=4):
        return [maybe(make, 0.1) for _ in range(parts.randrange(most))]

    def word():
        return parts.choice(words)

    place = pa.struct([("lat", pa.float64()), ("on", pa.date32()), ('n"ä', pa.string())])
    address = pa.struct(
        [
            ("city", pa.string()),
            ("zip", pa.int32()),
            ("tags", tags),
            ("place", place),
            ("more", pa.list_(pa.struct([("x", pa.int32()), ("city", pa.string())]))),
            ("none", pa.null()),
            ("kind", pa.dictionary(pa.int8(), pa.string())),
        ]
    )

    def an_address():
        return {
            "city": maybe(word),
            "zip": maybe(lambda: parts.randrange(5)),
            "tags": maybe(lambda: many(word)),
            "place": maybe(
                lambda: {
                    "lat": maybe(lambda: parts.choice(floats)),
                    "on": maybe(lambda: parts.randrange(20_000)),
                    'n"ä': word(),
                }
            ),
            "more": maybe(lambda: many(lambda: {"x": parts.randrange(3), "city": word()})),
            "none": None,
            "kind": maybe(lambda: parts.choice(["home", "wörk"])),
        }

    # What is behind a null struct is not null itself, and one date there has no text.
    behind = pa.array([an_address() for _ in rows], address)
    whole = pa.StructArray.from_arrays(
        behind.flatten(), fields=list(address), mask=pa.array([row % 6 == 1 for row in rows])
    )
    yield "id", pa.array(rows, pa.int32())
    yield "address", whole
    yield "tags", pa.array([maybe(lambda: many(word)) for _ in rows], tags)
    yield "numbers", pa.array(
        [maybe(lambda: many(lambda: parts.choice(floats))) for _ in rows], pa.list_(pa.float64())
    )
    yield "flags", pa.array(
        [maybe(lambda: many(lambda: parts.random() < 0.5)) for _ in rows], pa.large_list(pa.bool_())
    )
    yield "pair", pa.array(
        [maybe(lambda: [maybe(lambda: parts.randrange(9), 0.1) for _ in "ab"]) for _ in rows],
        pa.list_(pa.int16(), 2),
    )
    yield "times", pa.array(
        [maybe(lambda: many(lambda: parts.randrange(86_400_000_000))) for _ in rows],
        pa.list_(clock_),
    )
    days = [maybe(lambda: many(lambda: parts.randrange(20_000))) for _ in rows]
    yield "days", pa.array(days, pa.list_(pa.date32()))
    yield "matrix", pa.array([many(lambda: many(lambda: parts.randrange(4))) for _ in rows])
    # Elements behind a null, and a year without a text behind a null struct.
    ends = pa.array([min(2 * row, 170) for row in range(len(rows) + 1)], pa.int32())
    yield "hidden", pa.ListArray.from_arrays(
        ends, pa.array([maybe(word) for _ in range(170)]), mask=pa.array([r % 4 == 2 for r in rows])
    )
    far = pa.array([4_000_000 if row % 3 == 0 else row for row in rows], pa.int32())
    yield "far", pa.StructArray.from_arrays(
        [far.view(pa.date32()), pa.array([word() for _ in rows])],
        names=["on", "note"],
        mask=pa.array([row % 3 == 0 for row in rows]),
    )


def write(name, table, sizes, make=pa.ipc.new_stream, **options):
    with pa.OSFile(str(FOLDER / name), "wb") as file:
        with make(file, table.schema, options=pa.ipc.IpcWriteOptions(**options)) as writer:
            for size in sizes:
                for batch in table.slice(0, size).combine_chunks().to_batches():
                    writer.write_batch(batch)
                table = table.slice(size)


def write_lines(name, table, zone=""):
    (FOLDER / name).write_text("".join(mapping.lines(table, zone)), encoding="utf-8")


def main():
    layouts = pa.table(dict([*scalars(), *times(), *nested()]))
    write_lines("layouts.jsonl", layouts)
    write("layouts.arrow", layouts, [ROWS], pa.ipc.new_file)
    write("layouts-lz4.arrow", layouts, [ROWS], pa.ipc.new_file, compression="lz4")
    write("layouts-zstd.arrows", layouts, [ROWS], compression="zstd")
    write("layouts-v4.arrows", layouts, [10, 0, 14], metadata_version=pa.ipc.MetadataVersion.V4)
    # A dictionary that grows: the second batch has its values behind those of the first.
    grown = [
        pa.DictionaryArray.from_arrays(pa.array(indices, pa.int8()), WORDS[:count])
        for indices, count in (([0, 2, None], 3), ([5, 1, 4], 7))
    ]
    growing = pa.table({"word": pa.chunked_array(grown)})
    write_lines("delta.jsonl", growing)
    with pa.OSFile(str(FOLDER / "delta.arrows"), "wb") as file:
        with pa.ipc.new_stream(
            file, growing.schema, options=pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)
        ) as writer:
            for batch in growing.to_batches():
                writer.write_batch(batch)
    orders = pa.table(
        {
            "id": pa.array([1, 2, 2, 4, 5], pa.int32()),
            "plan": pa.array(["free", "pro", None, "gold", "pro"]).dictionary_encode(),
            "price": pa.array(
                [decimal.Decimal(value) for value in ("1.50", "0.00", "-3.25", "10.00", "2.00")],
                pa.decimal128(9, 2),
            ),
            "at": pa.array(
                [1700000000 + day * 86400 for day in range(5)], pa.timestamp("s", "UTC")
            ),
            "tags": pa.array([["a"], [], None, ["b", "too long"], ["c"]]),
            "info": pa.array([{"age": age} for age in (17, 30, None, 44, 18)]),
            "ratio": pa.array([0.1, float("nan"), 0.5, float("inf"), None]),
        }
    )
    write_lines("orders.jsonl", orders)
    write("orders.arrow", orders, [5], pa.ipc.new_file)
    write("orders.arrows", orders, [2, 3])
    local = pa.table(dict(local_times()))
    write_lines("local.jsonl", local, zone="Z")
    write("local.arrow", local, [17, 23], pa.ipc.new_file)
    some = [float("nan"), None, 1.5, float("inf"), float("nan"), 2.5]
    nans = pa.table(
        {
            "x": pa.array(some, pa.float64()),
            "half": pa.array(some[::-1], pa.float16()),
            "inner": pa.array([{"x": value} for value in some], pa.struct([("x", pa.float32())])),
            "coded": pa.array(some).dictionary_encode(),
            "list": pa.array([[value, value] for value in some], pa.list_(pa.float64())),
            "text": pa.array(["NaN", "a", "NaN", "b", "", "c"]),
            "id": pa.array(range(6), pa.int8()),
        }
    )
    typed = pa.schema(
        [
            pa.field("few", pa.uint16()),
            pa.field("many", pa.uint32()),
            pa.field("price", pa.decimal128(9, 2)),
            pa.field("hundreds", pa.decimal128(9, -2)),
            pa.field("same", pa.decimal128(9, 3)),
            pa.field("name", pa.string(), nullable=False),
            pa.field("plan", pa.dictionary(pa.int8(), pa.string())),
            pa.field("word", pa.string()),
            pa.field("clock", pa.time32("s")),
            pa.field("at", pa.timestamp("s")),
            pa.field("log", pa.list_(pa.struct([("price", pa.decimal64(9, 1))]))),
        ]
    )
    made = random.Random(5)
    rows = [
        {
            "few": made.randrange(1, 400) if row < 3 else None,
            "many": made.randrange(3, 10_000),
            "price": decimal.Decimal(made.randrange(1, 99_999)).scaleb(-2),
            "hundreds": decimal.Decimal(made.randrange(1, 900)).scaleb(2),
            "same": decimal.Decimal("1.500"),
            "name": made.choice(WORDS) + str(row),
            "plan": ("free", "pro", "team", "gold")[made.randrange(4)],
            "word": ("free", "pro", "team", "gold")[made.randrange(4)],
            "clock": datetime.time(made.randrange(8, 18), made.randrange(60)),
            "at": datetime.datetime(2023, 1, 1) + datetime.timedelta(hours=made.randrange(5000)),
            "log": [{"price": decimal.Decimal(made.randrange(99)).scaleb(-1)}],
        }
        for row in range(36)
    ]
    write("typed.arrow", pa.Table.from_pylist(rows, typed), [36], pa.ipc.new_file)
    write_lines("nan.jsonl", nans)
    write("nan.arrow", nans, [4, 2], pa.ipc.new_file)

    structs = pa.table(dict(apart()))
    write("apart.arrow", structs, [7, 83], pa.ipc.new_file)
    write_lines("apart.jsonl", structs)
    deep = pa.table(dict(nested()))
    write("nested.arrow", deep, [7, 63], pa.ipc.new_file)
    write_lines("nested.jsonl", deep)
    # An interval has no JSON form.
    months = orders.append_column("months", pa.array([pa.MonthDayNano([1, 2, 3])] * 5))
    write("months.arrow", months, [5], pa.ipc.new_file)


if __name__ == "__main__":
    main()

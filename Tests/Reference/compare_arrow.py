#!/usr/bin/env python3
"""Compares what bulkcheck says of random Arrow tables with what it says of their rows as JSON lines.

    python3 Tests/Reference/compare_arrow.py --binary .build/release/bulkcheck --seed 1 --count 300

The tables are written by pyarrow, and by Polars and DuckDB where they are there. The rows come from
`bulkcheck_arrow/mapping.py`, which follows docs/reference/arrow.md. Both reports must be equal, lines, offsets and
messages aside, and so must all records that are written. Without pyarrow the comparison is left out.
"""

import argparse
import decimal
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

try:
    import pyarrow as pa

    from bulkcheck_arrow import mapping
    from bulkcheck_arrow.tables import Draw, table
except ImportError as error:
    print(f"compare_arrow.py: skipped, {error.name} is not installed")
    sys.exit(0)

COMMON = [{"required": True}, {"present": True}, {"unique": True}, {"enum": ["~"]}]
# One of these, or one of the types.
CONSTRAINTS = [
    {"minimum": 0}, {"maximum": 100.5}, {"multipleOf": 0.5}, {"maxLength": 3}, {"pattern": "^[a-m0-9]"},
    {"format": "date"}, {"format": "uuid"}, {"minItems": 2}, {"items": {"maxLength": 2}},
]
TYPES = ["string", "number", "integer", "boolean", ["array", "object"]]
# About objects and arrays, of which parts have rules, too. The last one is about objects.
WHOLE = [{}, {"required": True}, {"notEmpty": True}, {"present": False}, {"nullable": False}, {"unique": True},
         {"minProperties": 2}]
# What a schema may say of any value.
KEYWORDS = [
    {"type": ["string", "null"]}, {"type": ["object", "array", "integer"]}, {"maximum": 100.5}, {"maxLength": 3},
    {"pattern": "^[a-m0-9]"}, {"format": "date"}, {"enum": ["a", 1, [], {}, [1, 2], {"a": None}]}, {"const": {}},
    {"minItems": 2}, {"uniqueItems": True}, {"maxProperties": 1}, {"propertyNames": {"maxLength": 2}},
    {"contains": {"type": ["null", "string"]}, "maxContains": 2}, {"items": {"$ref": "#/$defs/any"}},
    {"additionalProperties": {"$ref": "#/$defs/any"}}, {"unevaluatedItems": False}, {"unevaluatedProperties": False},
    {"items": {"uniqueItems": True}}, {"prefixItems": [{"type": "string"}]}, {"patternProperties": {"^[a-k]": False}},
]
# What only a text or only a table has, what may be written in several ways, and what differs from run to run.
IGNORED = {"line", "byteOffset", "nan", "message", "timing", "inputs", "bytesRead", "tool"}


def profile(draw, schema):
    fields = {}
    for field in schema:
        if draw.random() < 0.8:
            add_block(draw, fields, json.dumps(field.name, ensure_ascii=False), field.type)
    fields = fields or {json.dumps(schema.names[0]): {"required": True}}
    return {"bulkcheck": 1, "records": {"min": 0}, "fields": fields}


def add_block(draw, fields, path, type_):
    """Rules about a column or a part of one, and perhaps about its own parts."""
    if pa.types.is_struct(type_) and type_.num_fields and draw.random() < 0.7:
        # A declared type would say that it has no members.
        fields[path] = dict(draw.choice(WHOLE))
        for part in type_:
            if draw.random() < 0.7:
                add_block(draw, fields, f"{path}.{json.dumps(part.name, ensure_ascii=False)}", part.type)
        return
    constraints = {"type": draw.choice(TYPES)} if draw.random() < 0.3 else dict(draw.choice(CONSTRAINTS))
    if is_list(type_) and draw.random() < 0.7:
        constraints = draw.choice(WHOLE[:-1]) | {"items": dict(draw.choice(CONSTRAINTS))}
        if draw.random() < 0.5:
            constraints |= draw.choice([{"minItems": 1}, {"maxItems": 1}, {"uniqueItems": True}])
    fields[path] = constraints | draw.choice(COMMON)


def schema_of(draw, schema):
    """A schema about the rows of a table."""
    made = members(draw, schema)
    made["$defs"] = {"any": {"type": ["null", "boolean", "number", "string", "array", "object"], "maxLength": 5}}
    return made


def members(draw, fields):
    found = {"properties": {field.name: subschema(draw, field.type) for field in fields if draw.random() < 0.7}}
    names = [field.name for field in fields]
    if names and draw.random() < 0.5:
        found |= draw.choice([
            {"required": ["~", draw.choice(names)]}, {"dependentRequired": {draw.choice(names): ["~"]}},
            {"additionalProperties": False}, {"additionalProperties": draw.choice(KEYWORDS)},
            {"propertyNames": {"maxLength": 3}}, {"unevaluatedProperties": draw.choice(KEYWORDS)},
            {"patternProperties": {"[a-d]": draw.choice(KEYWORDS)}}, {"minProperties": 3},
            {"anyOf": [{"required": ["~"]}, {"properties": {draw.choice(names): draw.choice(KEYWORDS)}}]},
            {"not": {"properties": {draw.choice(names): draw.choice(KEYWORDS)}}}])
    return found


def subschema(draw, type_):
    found = dict(draw.choice(KEYWORDS)) if draw.random() < 0.7 else {}
    if pa.types.is_struct(type_):
        found |= members(draw, list(type_))
    elif is_list(type_) and draw.random() < 0.8:
        found |= {"items": subschema(draw, type_.value_type)}
    elif pa.types.is_map(type_) and draw.random() < 0.8:
        found |= {draw.choice(["additionalProperties", "items"]): subschema(draw, type_.item_type)}
    return found


def is_list(type_):
    return pa.types.is_list(type_) or pa.types.is_large_list(type_) or pa.types.is_fixed_size_list(type_)


# Writers


def pieces(draw, table):
    start = 0
    while start < table.num_rows:
        size = draw.choice([1, 7, 64, table.num_rows])
        yield table.slice(start, size)
        start += size
    if draw.random() < 0.2:
        yield table.slice(0, 0)


def write_pyarrow(draw, table, path):
    is_file = path.suffix == ".arrow"
    # pyarrow cannot always read what it has written as V4 and compressed.
    is_v4 = draw.random() < 0.25
    options = pa.ipc.IpcWriteOptions(
        compression=None if is_v4 else draw.choice([None, None, "lz4", "zstd"]),
        metadata_version=pa.ipc.MetadataVersion.V4 if is_v4 else pa.ipc.MetadataVersion.V5,
        emit_dictionary_deltas=draw.random() < 0.5 and not is_file)
    make = pa.ipc.new_file if is_file else pa.ipc.new_stream
    with make(str(path), table.schema, options=options) as writer:
        for piece in pieces(draw, table):
            for batch in piece.to_batches():
                writer.write_batch(batch)
    return table


def write_polars(draw, table, path):
    import polars

    frame = polars.from_arrow(table)
    if path.suffix == ".arrow":
        frame.write_ipc(path, compression=draw.choice(["uncompressed", "lz4", "zstd"]))
    else:
        frame.write_ipc_stream(path, compression=draw.choice(["uncompressed", "lz4", "zstd"]))
    return read(path)


def write_duckdb(draw, table, path):
    import duckdb

    found = duckdb.from_arrow(table).fetch_arrow_reader(draw.choice([2048, 7])).read_all()
    return write_pyarrow(draw, found, path)


def read(path):
    with pa.memory_map(str(path)) as source:
        return (pa.ipc.open_file if path.suffix == ".arrow" else pa.ipc.open_stream)(source).read_all()


WRITERS = [write_pyarrow] * 4 + [write_polars, write_duckdb]


def write(draw, path):
    """Writes a random table, and returns what is in it; nil if the package cannot write it."""
    made, writer = table(draw), draw.choice(WRITERS)
    if writer is write_pyarrow:
        return writer(draw, made, path)
    columns = dict(zip(made.column_names, made.columns))
    try:
        # Without the columns that the package cannot take.
        kept = {name: each for name, each in columns.items() if is_taken(writer, name, each, path)}
        return writer(draw, pa.table(kept), path) if kept else None
    except ImportError:
        return write_pyarrow(draw, made, path)


def is_taken(writer, name, column, path):
    errors = os.dup(2)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 2)
    try:
        made = writer(Draw(1), pa.table({name: column}), path)
        # DuckDB makes intervals of durations, and these have no JSON form.
        return "interval" not in str(made.schema)
    except (ImportError, KeyboardInterrupt):
        raise
    # A panic of Polars, which is told on standard error, is not an Exception.
    except BaseException:
        return False
    finally:
        os.dup2(errors, 2)
        os.close(errors)
        os.close(silence)


# Comparing


def parse(text):
    numbers = {"parse_int": decimal.Decimal, "parse_float": decimal.Decimal}
    return json.loads(text, object_pairs_hook=lambda pairs: ["object", *map(list, pairs)], **numbers)


def stripped(value):
    if isinstance(value, dict):
        # The first of two is named by its line where there are lines.
        return {name: stripped(each) for name, each in value.items() if name not in IGNORED and name != "first"}
    return [stripped(each) for each in value] if isinstance(value, list) else value


def run(binary, draw, folder, name, kind):
    command = [
        os.path.abspath(binary), "check", f"--{kind}", f"{kind}.json", "--report", f"json={name}.json", "--valid",
        f"{name}.valid.jsonl", "--invalid", f"{name}.invalid.jsonl", "--threads", str(draw.choice([1, 2, 7])),
        "--chunk-bytes", str(draw.choice([16, 1000, 1 << 20])), name]
    if draw.random() < 0.7:
        # Only the columns that the rules name, as cells.
        command[6:10] = []
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    found = {"exit code": done.returncode}
    if not (folder / f"{name}.json").exists():
        raise RuntimeError(f"{name} has no report: {done.stderr[-2000:]}")
    report = json.loads((folder / f"{name}.json").read_text(), parse_float=decimal.Decimal)
    found |= {key: value for key, value in stripped(report).items()}
    if done.returncode == 2:
        found["error"] = done.stderr[-2000:]
    for kind in "valid", "invalid":
        path = folder / f"{name}.{kind}.jsonl"
        found[kind] = [parse(line) for line in path.read_bytes().splitlines()] if path.exists() else None
    return found


def compare(binary, seed, keep):
    """The differences of a seed, as texts."""
    draw = Draw(seed)
    with tempfile.TemporaryDirectory(prefix="bulkcheck-arrow-") as temporary:
        folder = pathlib.Path(keep or temporary)
        path = folder / draw.choice(["t.arrow", "t.arrows"])
        made = write(draw, path)
        if made is None:
            return None
        rows = "".join(mapping.lines(made))
        (folder / "t.jsonl").write_text(rows, encoding="utf-8")
        kind = draw.choice(["profile", "profile", "schema"])
        rules = profile(draw, made.schema) if kind == "profile" else schema_of(draw, made.schema)
        (folder / f"{kind}.json").write_text(json.dumps(rules, ensure_ascii=False), encoding="utf-8")
        state = draw.getstate()
        expected = run(binary, draw, folder, "t.jsonl", kind)
        draw.setstate(state)
        actual = run(binary, draw, folder, path.name, kind)
        names = expected.keys() | actual.keys()
        return [
            f"{name}: {differing(expected.get(name), actual.get(name))}"
            for name in sorted(names) if expected.get(name) != actual.get(name)]


def differing(expected, actual):
    """The first part in which two values differ."""
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = enumerate(zip(expected, actual))
    elif isinstance(expected, dict) and isinstance(actual, dict) and expected.keys() == actual.keys():
        pairs = ((name, (expected[name], actual[name])) for name in expected)
    else:
        return f"{str(expected)[:600]} of the lines, {str(actual)[:600]} of the table"
    for name, (one, other) in pairs:
        if one != other:
            return f"{name}, {differing(one, other)}"
    return "nothing"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True, help="the bulkcheck to compare")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first table; the next has the next seed")
    parser.add_argument("--count", type=int, default=300, help="number of tables")
    parser.add_argument("--keep", help="a folder in which the files of the last table are left")
    options = parser.parse_args()
    failed = left = 0
    for seed in range(options.seed, options.seed + options.count):
        found = compare(options.binary, seed, options.keep)
        left += found is None
        if found:
            failed += 1
            print(f"\n=== seed {seed}", *found, sep="\n  ", flush=True)
    print(f"{options.count - left} tables, {failed} differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

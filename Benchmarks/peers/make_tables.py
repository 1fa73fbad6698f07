#!/usr/bin/env python3
"""Writes the records of users.jsonl with their types, and a wide table.   make_tables.py FOLDER

`users.parquet` is written by DuckDB, with row groups and compression as it chooses them; `users.arrow` holds the
same rows, in batches of 65,536 and not compressed. `wide.arrow` has 50 columns of random values, as many rows as
users.jsonl, and `wide.json` the number of rows that break each rule of `wide.profile.json`; `events.*` likewise, with
columns of dates, times, decimals and a dictionary. compare.py calls this where a file is missing.
"""
import json
import os
import random
import sys

import duckdb

TEXTS = ["id", "username", "email", "country", "phone", "created_at", "bio", "plan", "referrer"]
COLUMNS = dict.fromkeys(TEXTS, "VARCHAR") | {
    "age": "INTEGER", "balance": "DOUBLE", "agreed_to_terms": "BOOLEAN", "tags": "VARCHAR[]",
    "address": "STRUCT(street VARCHAR, city VARCHAR, zip VARCHAR, state VARCHAR)"}
WORDS = ["alpha", "beta", "gamma", "delta"]
BATCH_ROWS = 1 << 16


def write_parquet(folder):
    target = os.path.join(folder, "users.parquet")
    duckdb.execute(f"COPY (SELECT * FROM read_ndjson('{folder}/users.jsonl', columns={COLUMNS})) "
                   f"TO '{target}.part' (FORMAT parquet)")
    os.rename(f"{target}.part", target)


def write_arrow(table, target):
    import pyarrow as pa

    with pa.OSFile(f"{target}.part", "wb") as file:
        with pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table.combine_chunks(), max_chunksize=BATCH_ROWS)
    os.rename(f"{target}.part", target)


def write_wide(folder, rows):
    import pyarrow as pa

    draw = random.Random(42)
    makers = [
        lambda: pa.array([draw.randrange(10**6) for _ in range(rows)], pa.int64()),
        lambda: pa.array([draw.random() * 1000 for _ in range(rows)]),
        lambda: pa.array([draw.choice(WORDS) for _ in range(rows)]),
        lambda: pa.array([draw.randrange(10**9) for _ in range(rows)], pa.timestamp("s")),
        lambda: pa.array([f"user{draw.randrange(10**6)}" for _ in range(rows)]),
    ]
    # Few are drawn, since that takes long; the same values under ten names are as much to read.
    columns = [make() for make in makers]
    table = pa.table({f"c{number}": columns[number % 5] for number in range(50)})
    numbers, words, names = (table[name].to_pylist() for name in ("c0", "c7", "c14"))
    truth = {"c0.maximum": sum(number > 900_000 for number in numbers),
             "c7.enum": sum(word == "delta" for word in words),
             "c14.pattern": sum(not 8 <= len(name) <= 10 for name in names)}
    profile = {"bulkcheck": 1, "fields": {
        "c0": {"minimum": 0, "maximum": 900_000}, "c7": {"enum": WORDS[:3]},
        "c14": {"pattern": "^user[0-9]{4,6}$"}}}
    write_derived(folder, "wide", table, profile, truth)


def write_derived(folder, name, table, profile, failures):
    """A table, its rules, and how many rows break each of them."""
    truth = {"records": table.num_rows, "failures": failures}
    for ending, content in ((".json", truth), (".profile.json", profile)):
        with open(os.path.join(folder, "derived", name + ending), "w", encoding="utf-8") as file:
            json.dump(content, file)
    write_arrow(table, os.path.join(folder, "derived", name + ".arrow"))


def write_events(folder, rows):
    import pyarrow as pa

    draw = random.Random(43)
    cents = [draw.randrange(-100, 10**6) for _ in range(rows)]
    kinds = [draw.choice(WORDS) for _ in range(rows)]
    notes = [None if draw.random() < 0.1 else f"note {draw.randrange(10**4)}" for _ in range(rows)]
    seconds = [draw.randrange(10**9, 2 * 10**9) for _ in range(rows)]
    # The same bytes, with two of the digits behind the point.
    whole = pa.array(cents, pa.int64()).cast(pa.decimal128(19, 0))
    table = pa.table({
        "id": pa.array(range(rows), pa.int64()),
        "day": pa.array([number // 86_400 for number in seconds], pa.int32()).cast(pa.date32()),
        "at": pa.array(seconds, pa.timestamp("s", "UTC")).cast(pa.timestamp("us", "UTC")),
        "amount": pa.Array.from_buffers(pa.decimal128(12, 2), rows, whole.buffers()),
        "kind": pa.array(kinds).dictionary_encode(), "note": pa.array(notes)})
    profile = {"bulkcheck": 1, "fields": {
        "id": {"minimum": 0}, "day": {"required": True}, "at": {"format": "date-time"}, "amount": {"minimum": 0},
        "kind": {"enum": WORDS[:3]}, "note": {"required": True, "pattern": "^note [0-9]{2,4}$"}}}
    failures = {"amount.minimum": sum(number < 0 for number in cents),
                "kind.enum": sum(kind == "delta" for kind in kinds),
                "note.required": notes.count(None),
                "note.pattern": sum(note is not None and len(note) < 7 for note in notes)}
    write_derived(folder, "events", table, profile, failures)


def main():
    folder = sys.argv[1]
    if not os.path.exists(f"{folder}/users.parquet"):
        write_parquet(folder)
    try:
        from pyarrow import parquet
    except ImportError:
        return
    table = parquet.read_table(f"{folder}/users.parquet")
    if not os.path.exists(f"{folder}/users.arrow"):
        write_arrow(table, f"{folder}/users.arrow")
    if not os.path.exists(f"{folder}/derived/wide.arrow"):
        write_wide(folder, table.num_rows)
    if not os.path.exists(f"{folder}/derived/events.arrow"):
        write_events(folder, table.num_rows)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes the records of users.jsonl with their types, and a wide table.   make_tables.py FOLDER

`users.parquet` is written by DuckDB, with row groups and compression as it chooses them; `users.arrow` holds the
same rows, in batches of 65,536 and not compressed. `wide.arrow` has 50 columns of random values, as many rows as
users.jsonl, and `wide.json` the number of rows that break each rule of `wide.profile.json`. compare.py calls this
where a file is missing.
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
    for name, content in (("wide.json", {"records": rows, "failures": truth}), ("wide.profile.json", profile)):
        with open(os.path.join(folder, "derived", name), "w", encoding="utf-8") as file:
            json.dump(content, file)
    write_arrow(table, os.path.join(folder, "derived", "wide.arrow"))


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


if __name__ == "__main__":
    main()

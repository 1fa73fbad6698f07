#!/usr/bin/env python3
"""Writes users.parquet, the records of users.jsonl with their types.   make_parquet.py FOLDER

DuckDB writes it, with row groups and compression as it chooses them. compare.py calls this where the file
is missing.
"""
import os
import sys

import duckdb

TEXTS = ["id", "username", "email", "country", "phone", "created_at", "bio", "plan", "referrer"]
COLUMNS = dict.fromkeys(TEXTS, "VARCHAR") | {
    "age": "INTEGER", "balance": "DOUBLE", "agreed_to_terms": "BOOLEAN", "tags": "VARCHAR[]",
    "address": "STRUCT(street VARCHAR, city VARCHAR, zip VARCHAR, state VARCHAR)"}

folder = sys.argv[1]
target = os.path.join(folder, "users.parquet")
duckdb.execute(f"COPY (SELECT * FROM read_ndjson('{folder}/users.jsonl', columns={COLUMNS})) "
               f"TO '{target}.part' (FORMAT parquet)")
os.rename(f"{target}.part", target)

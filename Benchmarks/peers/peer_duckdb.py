#!/usr/bin/env python3
"""The rules in DuckDB: one aggregate query, every rule computed once.   peer_duckdb.py FILE THREADS"""
import sys
import time

import duckdb
from rules import COLUMNS, COUNTRIES, PATTERNS, PLANS, RULES, answer

path, threads = sys.argv[1], int(sys.argv[2])
is_csv = ".csv" in path


def matches(column, rule):
    return f"regexp_full_match({column}, '{PATTERNS[rule]}')"


def one_of(column, choices):
    return f"{column} IN ({', '.join(repr(c) for c in choices)})"


if is_csv:
    columns = {c: "VARCHAR" for c in COLUMNS} | {"age": "INTEGER", "balance": "DOUBLE", "terms": "BOOLEAN"}
    source = (f"read_csv('{path}', header=true, auto_detect=false, delim=',', quote='\"', "
              f"escape='\"', columns={columns})")
    city, zip_code = '"address.city"', '"address.zip"'
    tags = "strlen(tags) - strlen(replace(tags, '|', '')) + 1"
else:
    text = ["id", "username", "email", "country", "phone", "created", "plan", "bio"]
    columns = {c: "VARCHAR" for c in text} | {
        "age": "INTEGER", "balance": "DOUBLE", "terms": "BOOLEAN", "tags": "VARCHAR[]",
        "address": "STRUCT(city VARCHAR, zip VARCHAR)"}
    source = f"read_ndjson('{path}', columns={columns})"
    city, zip_code, tags = "address.city", "address.zip", "len(tags)"

holds = {
    "id": matches("id", "id"),
    "username": "length(username) BETWEEN 3 AND 20",
    "email": matches("email", "email"),
    "age": "age BETWEEN 18 AND 120",
    "country": one_of("country", COUNTRIES),
    "balance": "balance BETWEEN 0 AND 10000",
    "phone": f"phone IS NULL OR {matches('phone', 'phone')}",
    "created": matches("created", "created"),
    "terms": "terms",
    "tags": f"{tags} <= 5",
    "city": f"length({city}) <= 40",
    "plan": one_of("plan", PLANS),
    "bio": "bio IS NULL OR length(bio) <= 160",
    "zip": f"CASE WHEN country = 'US' THEN {matches(zip_code, 'zip')} ELSE true END",
}
# Named by number: the names of the rules are those of columns.
inner = ", ".join(f"(({holds[rule]}) IS TRUE) AS rule{i}" for i, rule in enumerate(RULES))
everything = " AND ".join(f"rule{i}" for i in range(len(RULES)))
counts = ", ".join(f"count_if(NOT rule{i})" for i in range(len(RULES)))
query = f"SELECT count(*), count_if(NOT ({everything})), {counts} FROM (SELECT {inner} FROM {source})"

connection = duckdb.connect()
connection.execute(f"SET threads={threads}")
connection.execute("SET preserve_insertion_order=false")
start = time.perf_counter()
result = connection.execute(query).fetchone()
answer(result[0], result[1], dict(zip(RULES, result[2:])), time.perf_counter() - start, duckdb.__version__)

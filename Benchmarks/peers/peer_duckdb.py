#!/usr/bin/env python3
"""The rules in DuckDB: one aggregate query, in the fastest form known.   peer_duckdb.py FILE THREADS

Every rule is computed once, in a subquery, so that the number of invalid records costs next to nothing. A
long list of choices is a cast to an enumeration, the condition a CASE, and rows may come in any order.
CSV is read as text, because a cast while reading rounds 34.5 to an integer.
"""
import time

import duckdb
from rules import COLUMNS, COUNTRIES, PATTERNS, PLANS, RULES, answer, arguments

path, threads = arguments()


def matches(column, rule):
    return f"regexp_full_match({column}, '{PATTERNS[rule]}')"


def quoted(choices):
    return ", ".join(f"'{choice}'" for choice in choices)


if ".csv" in path:
    source = (f"read_csv('{path}', header=true, auto_detect=false, delim=',', quote='\"', escape='\"', "
              f"columns={dict.fromkeys(COLUMNS, 'VARCHAR')})")
    city, zip_code, terms = '"address.city"', '"address.zip"', "agreed_to_terms = 'true'"
    age = "CASE WHEN regexp_full_match(age, '-?[0-9]+') THEN TRY_CAST(age AS INTEGER) END"
    balance = "TRY_CAST(balance AS DOUBLE)"
    tag_count = "strlen(tags) - strlen(replace(tags, '|', '')) + 1"
    empty_tag = "contains(tags, '||') OR starts_with(tags, '|') OR ends_with(tags, '|')"
    no_bio = "bio IS NULL OR "
else:
    columns = dict.fromkeys(
        ["id", "username", "email", "country", "phone", "created_at", "bio", "plan"], "VARCHAR")
    columns |= {"age": "INTEGER", "balance": "DOUBLE", "agreed_to_terms": "BOOLEAN", "tags": "VARCHAR[]",
                "address": "STRUCT(city VARCHAR, zip VARCHAR)"}
    source = f"read_ndjson('{path}', columns={columns})" if ".jsonl" in path else f"read_parquet('{path}')"
    if ".arrow" in path:
        import pyarrow.dataset

        rows, source = pyarrow.dataset.dataset(path, format="arrow"), "rows"
    city, zip_code, terms = "address.city", "address.zip", "agreed_to_terms"
    age, balance, tag_count, empty_tag, no_bio = "age", "balance", "len(tags)", "list_contains(tags, '')", ""

holds = {
    "id.uuid": matches("id", "id.uuid"),
    "username.length": "length(username) BETWEEN 3 AND 20",
    "username.pattern": matches("username", "username.pattern"),
    "email.pattern": matches("email", "email.pattern"),
    "age.range": f"({age}) BETWEEN 18 AND 120",
    "country.enum": "TRY_CAST(country AS countries) IS NOT NULL",
    "balance.range": f"{balance} BETWEEN 0 AND 10000",
    "phone.pattern": f"phone IS NULL OR {matches('phone', 'phone.pattern')}",
    "created_at.rfc3339": matches("created_at", "created_at.rfc3339"),
    "agreed_to_terms.true": terms,
    "tags.count": f"{tag_count} BETWEEN 1 AND 5",
    "tags.items": f"tags IS NULL OR NOT ({empty_tag})",
    "address.city": f"{city} <> ''",
    "address.zip_us": f"CASE WHEN country = 'US' THEN {matches(zip_code, 'address.zip_us')} ELSE true END",
    "plan.enum": f"plan IN ({quoted(PLANS)})",
    "bio.length": f"{no_bio}length(bio) <= 160",
}
numbered = [f"rule{number}" for number in range(len(RULES))]
judged = ", ".join(f"(({holds[rule]}) IS TRUE) AS {name}" for rule, name in zip(RULES, numbered))
counts = ", ".join(f"count_if(NOT {name})" for name in numbered)
query = f"SELECT count(*), count_if(NOT ({' AND '.join(numbered)})), {counts} FROM (SELECT {judged} FROM {source})"

connection = duckdb.connect()
connection.execute(f"SET threads={threads}")
connection.execute("SET preserve_insertion_order=false")
connection.execute("SET enable_progress_bar=false")
connection.execute(f"CREATE TYPE countries AS ENUM ({quoted(COUNTRIES)})")
start = time.perf_counter()
row = connection.execute(query).fetchone()
answer(row, time.perf_counter() - start, duckdb.__version__)

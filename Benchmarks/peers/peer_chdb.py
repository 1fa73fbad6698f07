#!/usr/bin/env python3
"""The rules in chDB, ClickHouse inside the process: one aggregate query.   peer_chdb.py FILE THREADS

Columns that may not be null read faster; a null or absent text becomes an empty one then, which breaks
every rule of a required field all the same. `phone` and `bio` must tell the difference.
"""
import json
import time

import chdb
from rules import COLUMNS, COUNTRIES, PATTERNS, PLANS, RULES, answer, arguments

path, threads = arguments()


def matches(column, rule):
    return f"match({column}, '^{PATTERNS[rule]}$')".replace("\\", "\\\\")


def quoted(choices):
    return ", ".join(f"'{choice}'" for choice in choices)


if ".csv" in path:
    input_format = "CSVWithNames"
    structure = ", ".join(f"`{column}` String" for column in COLUMNS)
    city, zip_code, terms = "`address.city`", "`address.zip`", "agreed_to_terms = 'true'"
    age, balance = "if(match(age, '^-?[0-9]+$'), toInt64OrNull(age), NULL)", "toFloat64OrNull(balance)"
    no_phone = "phone = ''"
    tag_count = "if(empty(tags), 0, countSubstrings(tags, '|') + 1)"
    empty_tag = "startsWith(tags, '|') OR endsWith(tags, '|') OR position(tags, '||') > 0"
else:
    input_format = "JSONEachRow"
    structure = ("id String, username String, email String, age Nullable(Int64), country String, "
                 "balance Nullable(Float64), phone Nullable(String), created_at String, "
                 "agreed_to_terms Nullable(Bool), tags Array(String), "
                 "address Tuple(city String, zip String), bio Nullable(String), plan String")
    city, zip_code, terms, no_phone = "address.city", "address.zip", "agreed_to_terms", "isNull(phone)"
    age, balance, tag_count, empty_tag = "age", "balance", "length(tags)", "has(tags, '')"

holds = {
    "id.uuid": matches("id", "id.uuid"),
    "username.length": "lengthUTF8(username) BETWEEN 3 AND 20",
    "username.pattern": matches("username", "username.pattern"),
    "email.pattern": matches("email", "email.pattern"),
    "age.range": f"{age} BETWEEN 18 AND 120",
    "country.enum": f"country IN ({quoted(COUNTRIES)})",
    "balance.range": f"{balance} BETWEEN 0 AND 10000",
    "phone.pattern": f"{no_phone} OR {matches('phone', 'phone.pattern')}",
    "created_at.rfc3339": matches("created_at", "created_at.rfc3339"),
    "agreed_to_terms.true": terms,
    "tags.count": f"{tag_count} BETWEEN 1 AND 5",
    "tags.items": f"NOT ({empty_tag})",
    "address.city": f"notEmpty({city})",
    "address.zip_us": f"country != 'US' OR {matches(zip_code, 'address.zip_us')}",
    "plan.enum": f"plan IN ({quoted(PLANS)})",
    "bio.length": "lengthUTF8(bio) <= 160",
}
settings = {
    "max_threads": threads,
    "max_parsing_threads": threads,
    "storage_file_read_method": "'pread'",
    "input_format_csv_trim_whitespaces": 0,  # a blank at the end of a cell is part of it
    "input_format_skip_unknown_fields": 1,
    "input_format_null_as_default": 1,
    "input_format_json_ignore_unknown_keys_in_named_tuple": 1,
    "input_format_json_defaults_for_missing_elements_in_named_tuple": 1,
}
compression = ", 'gzip'" if path.endswith(".gz") else ""
numbered = [f"rule{number}" for number in range(len(RULES))]
judged = ", ".join(f"ifNull({holds[rule]}, 0) AS {name}" for rule, name in zip(RULES, numbered))
counts = ", ".join(f"countIf(NOT {name})" for name in numbered)
query = (f"SELECT count(), countIf(NOT ({' AND '.join(numbered)})), {counts} "
         f"FROM (SELECT {judged} FROM file('{path}', {input_format}, '{structure}'{compression})) "
         f"SETTINGS {', '.join(f'{key}={value}' for key, value in settings.items())}")

start = time.perf_counter()
row = json.loads(str(chdb.query(query, "JSONCompactEachRow")))
answer(row, time.perf_counter() - start, chdb.__version__)

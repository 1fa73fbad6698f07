#!/usr/bin/env python3
"""The rules in Polars: a lazy scan, one expression a rule, streaming.   peer_polars.py FILE THREADS"""
import os
import sys
import time

path = sys.argv[1]
os.environ["POLARS_MAX_THREADS"] = sys.argv[2]
import polars as pl
from rules import COLUMNS, COUNTRIES, PATTERNS, PLANS, RULES, answer

start = time.perf_counter()
text = pl.String
if ".csv" in path:
    schema = dict.fromkeys(COLUMNS, text) | {"age": pl.Int64, "balance": pl.Float64, "terms": pl.Boolean}
    frame = pl.scan_csv(path, schema=schema)
    city, zip_code = pl.col("address.city"), pl.col("address.zip")
    tags = pl.col("tags").str.count_matches("|", literal=True) + 1
else:
    names = ["id", "username", "email", "country", "phone", "created", "plan", "bio"]
    schema = dict.fromkeys(names, text) | {
        "age": pl.Int64, "balance": pl.Float64, "terms": pl.Boolean, "tags": pl.List(text),
        "address": pl.Struct({"city": text, "zip": text})}
    frame = pl.scan_ndjson(path, schema=schema)
    city, zip_code = pl.col("address").struct.field("city"), pl.col("address").struct.field("zip")
    tags = pl.col("tags").list.len()


def matches(column, rule):
    return column.str.contains(f"^(?:{PATTERNS[rule]})$")


def between(column, low, high):
    return (column >= low) & (column <= high)


c = pl.col
holds = {
    "id": matches(c("id"), "id"),
    "username": between(c("username").str.len_chars(), 3, 20),
    "email": matches(c("email"), "email"),
    "age": between(c("age"), 18, 120),
    "country": c("country").is_in(COUNTRIES),
    "balance": between(c("balance"), 0, 10000),
    "phone": c("phone").is_null() | matches(c("phone"), "phone"),
    "created": matches(c("created"), "created"),
    "terms": c("terms"),
    "tags": tags <= 5,
    "city": city.str.len_chars() <= 40,
    "plan": c("plan").is_in(PLANS),
    "bio": c("bio").is_null() | (c("bio").str.len_chars() <= 160),
    "zip": (c("country") != "US") | matches(zip_code, "zip"),
}
result = (
    frame.select([holds[rule].fill_null(False).alias(f"rule {rule}") for rule in RULES])
    .select(
        pl.len().alias("records"),
        (~pl.all_horizontal(pl.all())).sum().alias("invalid"),
        *[(~c(f"rule {rule}")).sum().alias(rule) for rule in RULES],
    )
    .collect(engine="streaming")
).row(0, named=True)
answer(result["records"], result["invalid"], {rule: result[rule] for rule in RULES},
       time.perf_counter() - start, pl.__version__)

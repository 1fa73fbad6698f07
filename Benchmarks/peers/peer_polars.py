#!/usr/bin/env python3
"""The rules in Polars: a lazy scan, one expression a rule, the streaming engine.   peer_polars.py FILE THREADS"""
import os
import time

from rules import COLUMNS, COUNTRIES, PATTERNS, PLANS, RULES, answer, arguments

path, threads = arguments()
os.environ["POLARS_MAX_THREADS"] = str(threads)
import polars as pl  # reads the variable when it is imported

column, text = pl.col, pl.String


def matches(value, rule):
    return value.str.contains(f"^{PATTERNS[rule]}$")


start = time.perf_counter()
if ".csv" in path:
    frame = pl.scan_csv(path, schema=dict.fromkeys(COLUMNS, text))
    city, zip_code = column("address.city"), column("address.zip")
    age = pl.when(column("age").str.contains("^-?[0-9]+$")).then(column("age").cast(pl.Int64, strict=False))
    balance = column("balance").cast(pl.Float64, strict=False)
    terms, tags = column("agreed_to_terms") == "true", column("tags")
    tag_count = tags.str.count_matches("|", literal=True) + 1
    empty_tag = (tags.str.starts_with("|") | tags.str.ends_with("|") | tags.str.contains("||", literal=True))
    no_bio = column("bio").is_null()
else:
    schema = dict.fromkeys(
        ["id", "username", "email", "country", "phone", "created_at", "bio", "plan"], text)
    schema |= {"age": pl.Int64, "balance": pl.Float64, "agreed_to_terms": pl.Boolean,
               "tags": pl.List(text), "address": pl.Struct({"city": text, "zip": text})}
    scan = pl.scan_ipc if ".arrow" in path else pl.scan_parquet
    frame = pl.scan_ndjson(path, schema=schema) if ".jsonl" in path else scan(path)
    city, zip_code = (column("address").struct.field(name) for name in ("city", "zip"))
    age, balance, terms, tags = (column(name) for name in ("age", "balance", "agreed_to_terms", "tags"))
    tag_count, empty_tag, no_bio = tags.list.len(), tags.list.contains(""), pl.lit(False)

name_length = column("username").str.len_chars()
is_elsewhere = (column("country") != "US").fill_null(True)
holds = {
    "id.uuid": matches(column("id"), "id.uuid"),
    "username.length": (name_length >= 3) & (name_length <= 20),
    "username.pattern": matches(column("username"), "username.pattern"),
    "email.pattern": matches(column("email"), "email.pattern"),
    "age.range": (age >= 18) & (age <= 120),
    "country.enum": column("country").is_in(COUNTRIES),
    "balance.range": (balance >= 0) & (balance <= 10000),
    "phone.pattern": column("phone").is_null() | matches(column("phone"), "phone.pattern"),
    "created_at.rfc3339": matches(column("created_at"), "created_at.rfc3339"),
    "agreed_to_terms.true": terms,
    "tags.count": (tag_count >= 1) & (tag_count <= 5),
    "tags.items": tags.is_null() | ~empty_tag,
    "address.city": city != "",
    "address.zip_us": is_elsewhere | matches(zip_code, "address.zip_us").fill_null(False),
    "plan.enum": column("plan").is_in(PLANS),
    "bio.length": no_bio | (column("bio").str.len_chars() <= 160),
}
row = (
    frame.select(holds[rule].fill_null(False).alias(rule) for rule in RULES)
    .select(
        pl.len().alias("records"),
        (~pl.all_horizontal(*RULES)).sum().alias("invalid"),
        *[(~column(rule)).sum() for rule in RULES],
    )
    .collect(engine="streaming")
).row(0)
answer(row, time.perf_counter() - start, pl.__version__)

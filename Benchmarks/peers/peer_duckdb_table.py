#!/usr/bin/env python3
"""The rules about the whole table in DuckDB: its figures alone.   peer_duckdb_table.py FILE THREADS

One aggregate in one pass, the fastest form known: the countries are counted by a histogram, and what precedes a record
comes from `lag` without an order, which streams the rows as they lie in the file.
"""
import json
import sys
import time

import duckdb
from rules import COLUMNS
from whole_table import QUANTILE, groups, least_group, rounded

path, threads = sys.argv[1], int(sys.argv[2])

if ".csv" in path:
    source = (f"read_csv('{path}', header=true, auto_detect=false, delim=',', quote='\"', escape='\"', "
              f"columns={dict.fromkeys(COLUMNS, 'VARCHAR')})")
    balance = "TRY_CAST(balance AS DECIMAL(18, 2))"
else:
    columns = {"phone": "VARCHAR", "country": "VARCHAR", "balance": "DECIMAL(18, 2)", "created_at": "VARCHAR"}
    source = f"read_ndjson('{path}', columns={columns})"
    balance = "balance"

# A missing country is a group of its own.
query = f"""
    SELECT count(*), count_if(no_phone), count(DISTINCT country), avg(balance), quantile_disc(balance, {QUANTILE}),
           count_if(created_at < before), map_values(histogram(coalesce(country, '')))
    FROM (SELECT phone IS NULL AS no_phone, country, {balance} AS balance, created_at,
                 lag(created_at IGNORE NULLS) OVER () AS before
          FROM {source})"""

connection = duckdb.connect()
connection.execute(f"SET threads={threads}")
connection.execute("SET enable_progress_bar=false")
start = time.perf_counter()
rows, no_phone, countries, mean, quantile, steps_back, counts = connection.execute(query).fetchone()
least = least_group(rows)
figures = {
    "rows": str(rows), "no-phone": str(no_phone), "countries": str(countries), "balance-mean": rounded(mean),
    "balance-p99": rounded(quantile), "every-country": groups(len(counts), sum(count < least for count in counts)),
    "in-order": str(steps_back)}
print(json.dumps({"records": rows, "figures": figures, "seconds": time.perf_counter() - start,
                  "version": duckdb.__version__}))

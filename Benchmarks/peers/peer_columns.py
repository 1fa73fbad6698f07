#!/usr/bin/env python3
"""Three rules on 3 of the 50 columns of wide.arrow.   peer_columns.py FILE THREADS duckdb|polars"""
import json
import os
import sys
import time

path, threads, module = sys.argv[1], sys.argv[2], sys.argv[3]
os.environ["POLARS_MAX_THREADS"] = threads
PATTERN, WORDS = "^user[0-9]{4,6}$", ["alpha", "beta", "gamma"]

if module == "polars":
    import polars as pl  # reads the variable when it is imported

    version, start = pl.__version__, time.perf_counter()
    row = pl.scan_ipc(path).select(
        pl.len(), ((pl.col("c0") < 0) | (pl.col("c0") > 900_000)).sum(), (~pl.col("c7").is_in(WORDS)).sum(),
        (~pl.col("c14").str.contains(PATTERN)).sum()).collect(engine="streaming").row(0)
else:
    import duckdb
    import pyarrow.dataset

    version, start = duckdb.__version__, time.perf_counter()
    rows = pyarrow.dataset.dataset(path, format="arrow")
    duckdb.execute(f"SET threads={threads}")
    row = duckdb.execute(
        "SELECT count(*), count_if(c0 < 0 OR c0 > 900000), count_if(c7 NOT IN ('alpha', 'beta', 'gamma')), "
        f"count_if(NOT regexp_full_match(c14, '{PATTERN}')) FROM rows").fetchone()
records, *failures = map(int, row)
print(json.dumps({"records": records, "seconds": time.perf_counter() - start, "version": version,
                  "failures": dict(zip(["c0.maximum", "c7.enum", "c14.pattern"], failures))}))

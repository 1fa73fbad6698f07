#!/usr/bin/env python3
"""`bulkcheck.check` of the rows of a file, held by a package.

    check_frame.py FILE PROFILE THREADS file|pyarrow|polars|pandas

`file`: the file itself. `BULKCHECK` names the program. Only `check` is timed, not how the frame came to be.
"""
import importlib
import json
import sys
import time

import bulkcheck

path, profile, threads, module = sys.argv[1:]


def frame_of(file, holder):
    if holder == "file":
        return file
    import pyarrow as pa

    table = pa.ipc.open_file(file).read_all()
    if holder == "pyarrow":
        return table
    if holder == "polars":
        return importlib.import_module("polars").from_arrow(table)
    # What a frame of pandas usually has: no dates and no decimals, but times and floats.
    return table.to_pandas(date_as_object=False).astype({"amount": float})


frame = frame_of(path, module)
start = time.perf_counter()
report = bulkcheck.check(frame, profile, threads=int(threads))
seconds = time.perf_counter() - start
version = report.raw["tool"]["version"]
if module != "file":
    version = importlib.import_module(module).__version__
failures = {rule["id"]: rule["failed"] for rule in report.raw["rules"]}
print(json.dumps({"records": report.raw["records"]["total"], "seconds": seconds, "version": version,
                  "failures": {name: count for name, count in failures.items() if not name.startswith("bulkcheck.")}}))

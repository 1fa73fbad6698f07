#!/usr/bin/env python3
"""jsonschema-rs with orjson, in processes: how many records are valid.   peer_jsonschema_rs.py FILE PROCESSES

It answers less than is asked of bulkcheck: `is_valid` stops at the first error and counts by no keyword.
"""
import json
import multiprocessing
import os
import time
from importlib.metadata import version

import jsonschema_rs
import orjson

from rules import arguments
from schemas import users_schema

path, processes = arguments()
# Rust's linear engine: the faster of the two that it has.
validator = jsonschema_rs.validator_for(users_schema(), pattern_options=jsonschema_rs.RegexOptions())


def count(part):
    """Records and invalid ones of the lines that begin in a part of the file."""
    size = os.path.getsize(path)
    start, end = size * part // processes, size * (part + 1) // processes
    loads, is_valid = orjson.loads, validator.is_valid
    records = invalid = 0
    with open(path, "rb", buffering=1 << 20) as file:
        if start:
            file.seek(start - 1)
            start += len(file.readline()) - 1
        for line in file:
            if start >= end:
                break
            start += len(line)
            records += 1
            invalid += not is_valid(loads(line))
    return records, invalid


if __name__ == "__main__":
    begin = time.perf_counter()
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        parts = pool.map(count, range(processes))
    print(json.dumps({"records": sum(part[0] for part in parts), "invalid": sum(part[1] for part in parts),
                      "seconds": time.perf_counter() - begin, "version": version("jsonschema-rs")}))

#!/usr/bin/env python3
"""Compares what is made of files with Python's own parsers of JSON and CSV.

    Tests/Fuzzing/compare_python.py json .build-fuzzing/corpus/json-parsers
    Tests/Fuzzing/compare_python.py csv .build-fuzzing/corpus/csv-scanning

Needs the program that Tests/Fuzzing/run has built. Ends with 1 if a file is read differently; each is named.
"""

import csv
import io
import json
import pathlib
import subprocess
import sys

PROGRAM = pathlib.Path(__file__).resolve().parents[2] / ".build-fuzzing/release/fuzz"
DEPTH_MAXIMUM = 512
BATCH = 200


def refuse_constant(name):
    raise ValueError(name + " is not JSON")


def check(value, depth=0):
    """Refuses what Python accepts beyond RFC 8259 in UTF-8 and our limit of open brackets."""
    if isinstance(value, str):
        value.encode("utf-8")  # a lone surrogate fails here
    elif isinstance(value, list):
        if depth == DEPTH_MAXIMUM:
            raise ValueError("too deep")
        for element in value:
            check(element, depth + 1)
    elif isinstance(value, Members):
        if depth == DEPTH_MAXIMUM:
            raise ValueError("too deep")
        for name, member in value.pairs:
            check(name)
            check(member, depth + 1)


class Members:
    """An object with all its members: of a dictionary repeated keys would be lost."""

    def __init__(self, pairs):
        self.pairs = pairs


def accepts_json(data):
    try:
        text = data.decode("utf-8")
        value = json.loads(
            text, parse_constant=refuse_constant, parse_int=str, parse_float=str, object_pairs_hook=Members)
        check(value)
        return True
    except (ValueError, RecursionError):
        return False


def read_csv(data):
    """Header, rows of as many cells, and the number of the others; None where Python has no answer of the same kind."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    text = text.removeprefix("\ufeff")
    if "\0" in text and sys.version_info < (3, 11):
        return None  # refused by older versions
    try:
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), strict=True) if row]
    except csv.Error:
        return None  # broken quoting: here only the line on which it begins is lost
    if not rows:
        return None
    header, rest = rows[0], rows[1:]
    right = [row for row in rest if len(row) == len(header)]
    return {"header": header, "rows": right, "malformed": len(rest) - len(right)}


def main():
    sys.setrecursionlimit(20_000)
    csv.field_size_limit(1 << 30)
    if len(sys.argv) < 3 or sys.argv[1] not in ("json", "csv"):
        sys.exit(__doc__)
    files = []
    for name in sys.argv[2:]:
        path = pathlib.Path(name)
        files += sorted(p for p in path.iterdir() if p.is_file()) if path.is_dir() else [path]
    compared = different = 0
    for start in range(0, len(files), BATCH):
        batch = files[start:start + BATCH]
        output = subprocess.run(
            [PROGRAM, "verdicts", sys.argv[1], *batch], stdout=subprocess.PIPE, check=True).stdout
        for path, line in zip(batch, output.decode("utf-8").split("\n"), strict=False):
            data = path.read_bytes()
            if sys.argv[1] == "json":
                # The whole file as one record, line feeds as blanks.
                expected = accepts_json(data.replace(b"\n", b" "))
            else:
                expected = read_csv(data)
            if expected is None:
                continue
            compared += 1
            if json.loads(line) != expected:
                different += 1
                print(f"{path}: {line[:300]}, Python: {str(expected)[:300]}")
    print(f"{compared} of {len(files)} files compared, {different} read differently")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()

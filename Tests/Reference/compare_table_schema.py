#!/usr/bin/env python3
"""Compares verdicts on rows of random tables with those of frictionless-py (pip install frictionless).

    compare_table_schema.py [--binary .build/debug/bulkcheck] [--seed 1] [--cases 200]

Each case is a Table Schema and a CSV file whose cells are right, or made wrong at random. Both programs must fail the
same rows. The differences that docs/contracts/data-package.md lists are not drawn. A difference is printed with all
that is needed to see it again; the exit code is 1 if there is one.
"""

import argparse
import csv
import json
import pathlib
import random
import subprocess
import sys
import tempfile

from frictionless import Resource, Schema, system

#: Cells of each type that are right, and others that are wrong.
CELLS = {
    "string": (["a", "Zoë", "two words", "0"], []),
    "integer": (["0", "7", "-12", "+3", "007"], ["1.0", "1e2", "x", "--1", "1,5"]),
    "number": (["0", "1.5", "-2.25", "+.5", "1e3", "NaN", "-INF"], ["x", "1.5.2", "1,5", "1e"]),
    "boolean": (["true", "False", "1", "0", "TRUE"], ["yes", "2", "tRUE"]),
    "date": (["2024-02-29", "1999-12-31"], ["2023-02-29", "31.12.1999", "2024-13-01", "x"]),
    "datetime": (["2024-01-01T00:00:00Z", "2024-01-01T12:30:00"], ["2024-01-01", "2024-01-01T25:00:00Z", "x"]),
    "time": (["00:00:00", "23:59:59"], ["25:00:00", "9:00:00", "12:60:00", "x"]),
    "year": (["1999", "2024"], ["99", "x", "20245"]),
    "yearmonth": (["2024-01", "1999-12"], ["2024-13", "x", "2024"]),
    "geopoint": (["90.5,45.5", "-180,-90", "0, 0"], ["181,0", "0,91", "x", "1"]),
    "any": (["a", "1"], []),
}
PATTERNS = {"%d.%m.%Y": (["1.2.2024", "31.12.1999"], ["32.1.2024", "2024-01-01"]), "%m/%d/%y": (["1/2/24"], ["13/1/24"])}


def drawn_field(draw, number):
    kind = draw.choice(list(CELLS))
    field = {"name": f"f{number}", "type": kind}
    right, wrong = CELLS[kind]
    if kind == "date" and draw.random() < 0.4:
        field["format"] = draw.choice(list(PATTERNS))
        right, wrong = PATTERNS[field["format"]]
    constraints = {}
    if draw.random() < 0.3:
        constraints["required"] = True
    if draw.random() < 0.2 and kind in ("string", "integer", "date"):
        constraints["unique"] = True
    if draw.random() < 0.3:
        if kind == "string":
            constraints.update(draw.choice([{"minLength": 2}, {"maxLength": 3}, {"pattern": "[a-zë ]+"}, {"enum": ["a", "0"]}]))
        elif kind == "integer":
            constraints.update(draw.choice([{"minimum": 0}, {"maximum": 6}, {"enum": ["7", "0"]}, {"exclusiveMinimum": 0}]))
        elif kind == "year":
            constraints.update(draw.choice([{"minimum": 2000}, {"enum": ["1999"]}]))
        elif kind == "date" and "format" not in field:
            constraints.update(draw.choice([{"minimum": "2000-01-01"}, {"maximum": "2000-01-01"}]))
    if constraints:
        field["constraints"] = constraints
    return field, right, wrong


def drawn_case(draw):
    fields = [drawn_field(draw, number) for number in range(draw.randint(1, 4))]
    schema = {
        "$schema": "https://datapackage.org/profiles/2.0/tableschema.json",
        "fields": [field for field, _, _ in fields],
    }
    missing = draw.choice([None, ["", "-"], ["NA"]])
    if missing:
        schema["missingValues"] = missing
    names = [field["name"] for field, _, _ in fields]
    if draw.random() < 0.2:
        schema["primaryKey"] = names[0]
    rows = []
    for _ in range(draw.randint(1, 12)):
        row = []
        for _, right, wrong in fields:
            chance = draw.random()
            if chance < 0.12:
                row.append((missing or [""])[-1])
            elif chance < 0.3 and wrong:
                row.append(draw.choice(wrong))
            else:
                row.append(draw.choice(right))
        rows.append(row)
    return schema, names, [row for row in rows if any(row)]


def of_frictionless(schema, path):
    with system.use_context(trusted=True):
        report = Resource(path=str(path), schema=Schema.from_descriptor(schema)).validate()
    if report.errors:
        raise ValueError(report.errors[0].message)
    # A row of missing values is blank to frictionless, which is an error of its own.
    rows = {True: set(), False: set()}
    for error in report.tasks[0].errors:
        if not hasattr(error, "row_number"):
            return None
        rows[error.type == "blank-row"].add(error.row_number - 1)
    return rows[False], rows[True]


def of_bulkcheck(binary, folder):
    run = subprocess.run(
        [binary, "--contract", "s.json", "--report", "json=r.json", "--failures", "f.jsonl", "d.csv"],
        cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        raise ValueError(run.stderr)
    failures = [json.loads(line) for line in (folder / "f.jsonl").read_text().splitlines()]
    return {failure["record"] for failure in failures}, failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", default=".build/debug/bulkcheck")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=200)
    options = parser.parse_args()
    binary = str(pathlib.Path(options.binary).resolve())
    differences = rows = unread = 0
    for seed in range(options.seed, options.seed + options.cases):
        schema, names, table = drawn_case(random.Random(seed))
        if not table:
            continue
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "s.json").write_text(json.dumps(schema))
            with open(folder / "d.csv", "w", newline="", encoding="utf-8") as file:
                csv.writer(file, quoting=csv.QUOTE_ALL).writerows([names, *table])
            verdict = of_frictionless(schema, folder / "d.csv")
            if verdict is None:
                # It reads no row, because it cannot read the schema.
                unread += 1
                continue
            theirs, blank = verdict
            ours, failures = of_bulkcheck(binary, folder)
        rows += len(table)
        if theirs - blank != ours - blank:
            differences += 1
            print(f"seed {seed}: frictionless fails rows {sorted(theirs)}, bulkcheck {sorted(ours)}\n  {json.dumps(schema)}")
            for number in sorted((theirs ^ ours) - blank):
                print("  ", table[number - 1], [one["rule"] for one in failures if one["record"] == number])
    print(f"{options.cases} cases, {rows} rows, {differences} differences, {unread} schemas that frictionless does not read")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()

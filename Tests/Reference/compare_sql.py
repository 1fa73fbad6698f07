#!/usr/bin/env python3
"""Compares statements of SQL with DuckDB and SQLite.

    compare_sql.py --binary .build/debug/bulkcheck [--statements 2000] [--seed N]

Random statements about random rows are judged by all three. Where DuckDB and SQLite agree that a
statement is true, false or null of a row, bulkcheck has to say the same. Numbers are such that
binary floating point has them exactly. Without the package `duckdb` the comparison is left out.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

try:
    import duckdb
except ImportError as error:
    print(f"compare_sql.py: skipped, {error.name} is not installed")
    sys.exit(0)

STATEMENTS_PER_PROFILE = 50
ROWS = 16

COLUMNS = {
    "a": "integer", "b": "integer", "d": "decimal(18, 2)", "e": "decimal(18, 2)",
    "s": "text", "t": "text", "n": "text", "f": "boolean", "g": "boolean",
    "x": "date", "y": "date",
}
TEXTS = ["", "a", "b", "ab", "AB", "abc", "a%c", "a_c", " a ", "Zoë", "zo", "ba", "%", "xyz", "ß"]
DAYS = ["2024-01-31", "2024-02-29", "2023-12-31", "2024-03-01", "2025-06-15"]


class Node:
    """A part of a statement, as each of the three writes it."""

    def __init__(self, ours: str, duck: str | None = None, lite: str | None = None) -> None:
        self.ours = ours
        self.duck = ours if duck is None else duck
        self.lite = ours if lite is None else lite


def joined(template: str, *parts: Node, duck: str | None = None, lite: str | None = None) -> Node:
    return Node(
        template.format(*(part.ours for part in parts)),
        (duck or template).format(*(part.duck for part in parts)),
        (lite or template).format(*(part.lite for part in parts)),
    )


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


class Generator:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, *makers):
        return self.rng.choice(makers)

    # Numbers

    def number(self, depth: int) -> Node:
        rng = self.rng
        if depth <= 0 or rng.random() < 0.3:
            return self.choose(
                lambda: Node(rng.choice("abde")),
                lambda: Node(str(rng.randint(-4, 6))),
                lambda: Node(rng.choice(["0.25", "1.5", "2.75", "-0.5"])),
            )()
        one, other = self.number(depth - 1), self.number(depth - 1)
        return self.choose(
            lambda: joined("({} + {})", one, other),
            lambda: joined("({} - {})", one, other),
            lambda: joined("({} * {})", one, other),
            lambda: self.quotient(one),
            lambda: self.remainder(),
            lambda: joined("abs({})", one),
            lambda: joined("(- {})", one),
            lambda: joined("length({})", self.text(depth - 1)),
            lambda: joined("coalesce({}, {})", one, other),
            lambda: joined("nullif({}, {})", one, other),
            lambda: joined(
                "(case when {} then {} else {} end)", self.statement(depth - 1), one, other),
            lambda: joined("(case when {} then {} end)", self.statement(depth - 1), one),
            lambda: Node("cast(n as integer)"),
            lambda: Node("n::integer", lite="cast(n as integer)"),
            lambda: Node("(x - y)", lite="cast(julianday(x) - julianday(y) as integer)"),
        )()

    def quotient(self, one: Node) -> Node:
        divisor = self.rng.choice([2, 4, -2, 0])
        return joined(
            f"({{}} / {divisor})", one, duck=f"({{}} / {divisor})", lite=f"({{}} * 1.0 / {divisor})")

    def remainder(self) -> Node:
        one = self.rng.choice(["a", "b", "7", "-7"])
        return Node(f"({one} % {self.rng.choice(['b', '3', '-3', '0'])})")

    # Texts

    def text(self, depth: int) -> Node:
        rng = self.rng
        if depth <= 0 or rng.random() < 0.3:
            return self.choose(
                lambda: Node(rng.choice("stn")),
                lambda: Node(quoted(rng.choice(TEXTS))),
            )()
        one, other = self.text(depth - 1), self.text(depth - 1)
        start, count = rng.randint(-3, 4), rng.randint(0, 3)
        return self.choose(
            lambda: joined("({} || {})", one, other),
            lambda: joined("lower({})", one),
            lambda: joined("upper({})", one),
            lambda: joined("trim({})", one),
            lambda: joined("ltrim({})", one),
            lambda: joined("rtrim({})", one),
            lambda: joined(f"substr({{}}, {start}, {count})", one),
            lambda: joined(f"substring({{}}, {start})", one, lite=f"substr({{}}, {start})"),
            lambda: joined("coalesce({}, {})", one, other),
            lambda: joined("nullif({}, {})", one, other),
            lambda: joined(
                "(case when {} then {} else {} end)", self.statement(depth - 1), one, other),
            lambda: Node("cast(a as text)"),
            lambda: Node("cast(x as text)"),
        )()

    def day(self, depth: int) -> Node:
        rng = self.rng
        if depth <= 0 or rng.random() < 0.5:
            day = quoted(rng.choice(DAYS))
            return self.choose(
                lambda: Node(rng.choice("xy")), lambda: Node(f"date {day}", lite=day))()
        count = rng.randint(-40, 40)
        months = rng.randint(-14, 14)
        one = self.day(depth - 1)
        return self.choose(
            lambda: joined(f"({{}} + {count})", one, lite=f"date({{}}, '{count} days')"),
            lambda: joined(f"({{}} - {count})", one, lite=f"date({{}}, '{-count} days')"),
            lambda: joined(
                f"cast({{}} + interval '{months} months' as date)", one,
                lite=f"date({{}}, '{months} months')"),
            lambda: joined("coalesce({}, {})", one, self.day(depth - 1)),
        )()

    # Statements

    def statement(self, depth: int) -> Node:
        rng = self.rng
        if depth <= 0:
            return self.simple()
        below = depth - 1
        comparison = rng.choice(["=", "<>", "!=", "<", "<=", ">", ">="])
        one, other = self.statement(below), self.statement(below)
        return self.choose(
            lambda: joined("({} and {})", one, other),
            lambda: joined("({} or {})", one, other),
            lambda: joined("({} and {} or not {})", one, other, self.statement(below)),
            lambda: joined("(not {})", one),
            lambda: joined(f"({{}} {comparison} {{}})", self.number(below), self.number(below)),
            lambda: joined(f"({{}} {comparison} {{}})", self.text(below), self.text(below)),
            lambda: joined(f"({{}} {comparison} {{}})", self.day(below), self.day(below)),
            lambda: joined(
                "({} between {} and {})", self.number(below), self.number(below),
                self.number(below)),
            lambda: joined(
                "({} not between {} and {})", self.text(below), self.text(below), self.text(below)),
            lambda: joined(
                "({} in ({}, {}, {}))", self.number(below), self.number(0), self.number(0),
                self.number(0)),
            lambda: joined("({} not in ({}, null))", self.text(below), self.text(0)),
            lambda: joined("({} is null)", self.any(below)),
            lambda: joined("({} is not null)", self.any(below)),
            lambda: joined("({} is true)", one),
            lambda: joined("({} is not false)", one),
            lambda: self.distinct(below),
            lambda: self.like(below),
            lambda: self.starts(below),
            lambda: joined("(case when {} then {} else {} end)", one, other, self.simple()),
            lambda: joined("coalesce({}, {})", one, other),
            lambda: self.simple(),
        )()

    def any(self, depth: int) -> Node:
        return self.choose(self.number, self.text, self.day, self.statement)(depth)

    def distinct(self, depth: int) -> Node:
        word = self.rng.choice(["is distinct from", "is not distinct from"])
        kind = self.choose(self.number, self.text)
        return joined(f"({{}} {word} {{}})", kind(depth), kind(depth))

    def like(self, depth: int) -> Node:
        rng = self.rng
        letters = ["a", "b", "c", "%", "_", "!", "A", "ë", " "]
        pattern = "".join(rng.choice(letters) for _ in range(rng.randint(0, 4)))
        negation = rng.choice(["", "not "])
        if rng.random() < 0.3:
            pattern = pattern.replace("!", "!%")
            return joined(f"({{}} {negation}like {quoted(pattern)} escape '!')", self.text(depth))
        if rng.random() < 0.3:
            return joined(
                f"({{}} {negation}ilike {quoted(pattern)})", self.text(depth),
                lite=f"(lower({{}}) {negation}like lower({quoted(pattern)}))")
        return joined(f"({{}} {negation}like {quoted(pattern)})", self.text(depth))

    def starts(self, depth: int) -> Node:
        start = quoted(self.rng.choice(TEXTS))
        return joined(
            f"starts_with({{}}, {start})", self.text(depth),
            lite=f"(substr({{}}, 1, length({start})) = {start})")

    def simple(self) -> Node:
        rng = self.rng
        comparison = rng.choice(["=", "<>", "<", "<=", ">", ">="])
        return self.choose(
            lambda: Node(rng.choice("fg")),
            lambda: Node(f"({rng.choice('abde')} {comparison} {rng.randint(-4, 6)})"),
            lambda: Node(f"({rng.randint(-4, 6)} {comparison} {rng.choice('abde')})"),
            lambda: Node(f"({rng.choice('st')} {comparison} {quoted(rng.choice(TEXTS))})"),
            lambda: Node(
                f"(s in ({quoted(rng.choice(TEXTS))}, {quoted(rng.choice(TEXTS))}))"),
            lambda: Node(f"(a in ({rng.randint(-4, 6)}, {rng.randint(-4, 6)}))"),
            lambda: Node(f"({rng.choice('abdestnfgxy')} is {rng.choice(['', 'not '])}null)"),
            lambda: Node(rng.choice(["true", "false", "(null = 1)"])),
        )()

    # Rows

    def row(self) -> dict[str, object]:
        rng = self.rng
        row: dict[str, object] = {}
        for name, kind in COLUMNS.items():
            if rng.random() < 0.2:
                row[name] = None
            elif kind == "integer":
                row[name] = rng.randint(-4, 6)
            elif kind.startswith("decimal"):
                row[name] = rng.randint(-16, 24) / 4
            elif kind == "boolean":
                row[name] = rng.random() < 0.5
            elif kind == "date":
                row[name] = rng.choice(DAYS)
            else:
                row[name] = str(rng.randint(-20, 20)) if name == "n" else rng.choice(TEXTS)
        return row


def truth(value: object) -> str:
    return "null" if value is None else "true" if value else "false"


def ours(binary: str, statements: list[Node], rows: list[dict], folder: Path, csv: bool) -> list:
    """For each statement, what bulkcheck says of each row."""
    types = {"integer": "integer", "boolean": "boolean", "text": "string"}
    fields: dict[str, dict] = {}
    for name, kind in COLUMNS.items():
        fields[name] = (
            {"format": "date"} if kind == "date" else {"type": types.get(kind, "number")})
    rules = []
    for index, statement in enumerate(statements):
        rules.append({"id": f"s{index}", "sql": statement.ours})
        rules.append({"id": f"n{index}", "sql": f"({statement.ours}) is not null"})
    profile = {"bulkcheck": 1, "fields": fields, "rules": rules}
    if csv:
        profile["input"] = {"missingValues": ["NULL"]}
    (folder / "p.json").write_text(json.dumps(profile))
    data = folder / ("d.csv" if csv else "d.jsonl")
    if csv:
        def cell(value: object) -> str:
            if value is None:
                return "NULL"
            if isinstance(value, bool):
                return "true" if value else "false"
            return '"' + str(value) + '"'
        lines = [",".join(COLUMNS)] + [",".join(cell(v) for v in row.values()) for row in rows]
        data.write_text("\n".join(lines) + "\n")
    else:
        data.write_text("".join(json.dumps(row) + "\n" for row in rows))
    failures = folder / "f.jsonl"
    done = subprocess.run(
        [binary, "--profile", str(folder / "p.json"), "--failures", str(failures), str(data),
         "--report", f"json={folder / 'r.json'}"], capture_output=True, text=True, check=False)
    if done.returncode > 1:
        sys.exit(f"bulkcheck ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    first = 2 if csv else 1
    failed = set()
    for line in failures.read_text().splitlines():
        entry = json.loads(line)
        failed.add((entry["line"] - first, entry["rule"]))
    found = []
    for index in range(len(statements)):
        found.append([
            "null" if (row, f"n{index}") in failed
            else "false" if (row, f"s{index}") in failed else "true"
            for row in range(len(rows))])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--statements", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    rng = random.Random(options.seed)
    generator = Generator(rng)
    counts: Counter[str] = Counter()
    differences = 0
    while counts["statements"] < options.statements:
        rows = [generator.row() for _ in range(ROWS)]
        duck = duckdb.connect()
        lite = sqlite3.connect(":memory:")
        lite.execute("pragma case_sensitive_like = on")
        columns = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
        duck.execute(f"create table t (i integer, {columns})")
        names = ", ".join(COLUMNS)
        lite.execute(f"create table t (i, {names})")
        marks = ", ".join("?" for _ in range(len(COLUMNS) + 1))
        for index, row in enumerate(rows):
            duck.execute(f"insert into t values ({marks})", [index, *row.values()])
            lite.execute(f"insert into t values ({marks})", [index, *row.values()])
        agreed: list[tuple[Node, list]] = []
        while len(agreed) < STATEMENTS_PER_PROFILE:
            statement = generator.statement(rng.randint(0, 4))
            try:
                one = duck.execute(f"select {statement.duck} from t order by i").fetchall()
                other = lite.execute(f"select {statement.lite} from t order by i").fetchall()
            except (duckdb.Error, sqlite3.Error):
                counts["refused by one of the two"] += 1
                continue
            pairs = [(truth(a[0]), truth(b[0])) for a, b in zip(one, other)]
            wanted = [a if a == b else None for a, b in pairs]
            if any(wanted):
                agreed.append((statement, wanted))
        with tempfile.TemporaryDirectory() as folder:
            csv = counts["profiles"] % 2 == 1
            found = ours(options.binary, [s for s, _ in agreed], rows, Path(folder), csv)
        for (statement, wanted), answers in zip(agreed, found):
            counts["statements"] += 1
            for row, want, answer in zip(rows, wanted, answers):
                if want is None:
                    counts["rows of which the two disagree"] += 1
                    continue
                counts[f"rows that are {want}"] += 1
                if want != answer:
                    differences += 1
                    if differences <= 20:
                        kind = "CSV" if csv else "JSON lines"
                        print(f"\n{statement.ours}\n  {kind} {json.dumps(row)}"
                              f"\n  DuckDB and SQLite: {want}, bulkcheck: {answer}")
        counts["profiles"] += 1
    for name, count in sorted(counts.items()):
        print(f"{count:8} {name}")
    print(f"{differences:8} differences")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Runs the hand-written cases against the reference and, with --binary, against a binary of bulkcheck.

    python3 Tests/Reference/run_cases.py --binary .build/release/bulkcheck
"""

import argparse
import base64
import functools
import glob
import gzip
import json
import multiprocessing
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from bulkcheck_comparison.differences import plain_value  # noqa: E402
from bulkcheck_comparison.running import binary_report, reference_report  # noqa: E402
from bulkcheck_generator.cases import Case  # noqa: E402
from bulkcheck_reference.json_reader import parse_record  # noqa: E402
from bulkcheck_reference.pages import page  # noqa: E402
from bulkcheck_reference.values import ABSENT, Number, Object  # noqa: E402

# How the binary is run, which must not change what it reports.
WAYS = ({}, {"threads": 3, "chunk-bytes": 16})
OUTCOMES = ("passed", "failed", "missing", "blocked", "notApplicable", "overridden")


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def line_bytes(line):
    if isinstance(line, dict):
        return (line["repeat"][0] * line["repeat"][1] + line["then"][0] * line["then"][1]).encode()
    return line.encode("utf-8")


def content(entry):
    data = base64.b64decode(entry["base64"]) if "base64" in entry else entry["text"].encode("utf-8")
    if "truncatedGzip" in entry:
        data = gzip.compress(data, mtime=0)[:-entry["truncatedGzip"]]
    return data


def case_of(entry):
    """A hand-written entry as a case to run."""
    if "profileText" in entry:
        profile = entry["profileText"].encode("utf-8")
    else:
        profile = json.dumps({"bulkcheck": 1, **entry["profile"]}).encode("utf-8")
    if "files" in entry:
        files = [(file["name"], content(file)) for file in entry["files"]]
    elif "csv" in entry:
        files = [("0.csv", entry["csv"].encode("utf-8"))]
    elif "lines" in entry:
        files = [("0.jsonl", b"".join(line_bytes(line) + b"\n" for line in entry["lines"]))]
    else:
        files = [("0.jsonl", content(entry))]
    references = [(file["name"], content(file)) for file in entry.get("references", [])]
    return Case(profile, files, entry.get("options", {}), references)


def parts(entry):
    """The entry, or one for each record where it says what becomes of each."""
    if "outcomes" not in entry:
        return [entry]
    words = {identifier: text.split() for identifier, text in entry["outcomes"].items()}
    return [{**entry, "lines": [line], "rules": {i: {outcomes[number]: 1} for i, outcomes in words.items()}}
            for number, line in enumerate(entry["lines"])]


def normal(value):
    """A report of either side as plain Python values."""
    if isinstance(value, (Number, Object)):
        return plain_value(value)
    if isinstance(value, dict):
        return {name: normal(member) for name, member in value.items()}
    if isinstance(value, list):
        return [normal(element) for element in value]
    return value


def failures(entry, report):
    """How a report differs from what an entry expects."""
    if entry.get("refused"):
        return [] if isinstance(report, str) and report.startswith("refused") else ["not refused"]
    if isinstance(report, str):
        return [report]
    report = normal(report)
    rules = {rule["id"]: rule for rule in report["rules"]}
    found = []

    def same(where, wanted, got):
        if wanted != got:
            found.append("%s: expected %r, got %r" % (where, wanted, got))

    for key in ("exitCode", "outcome"):
        if key in entry:
            same(key, entry[key], report[key])
    if "limitReached" in entry:
        same("limitReached", entry["limitReached"], report.get("limitReached"))
    for key, count in entry.get("records", {}).items():
        same("records." + key, count, report["records"][key])
    if "fails" in entry:
        same("fails", sorted(entry["fails"]), sorted(i for i, rule in rules.items() if rule["failed"]))
    if "ids" in entry:
        same("ids", entry["ids"], [i for i in rules if not i.startswith("bulkcheck.")])
    for number, fields in enumerate(entry.get("fields", [])):
        same("fields[%d]" % number, fields, {k: report["fields"][number][k] for k in fields})
    for number, keys in enumerate(entry.get("inputs", [])):
        same("inputs[%d]" % number, keys, {k: report["inputs"][number][k] for k in keys})
    for identifier, wanted in entry.get("rules", {}).items():
        compare_rule(identifier, wanted, rules.get(identifier, {}), same)
    for identifier, samples in entry.get("samples", {}).items():
        compare_samples(identifier, samples, rules[identifier]["samples"], same)
    for identifier, top in entry.get("top", {}).items():
        same(identifier + ".topValues", top, [[t["value"], t["count"]] for t in rules[identifier]["topValues"]])
    return found


def compare_rule(identifier, wanted, rule, same):
    counts = {key: wanted.get(key, 0) for key in OUTCOMES}
    if wanted.get("status") == "off" or any(key in wanted for key in OUTCOMES):
        same(identifier, counts, {key: rule.get(key) for key in OUTCOMES})
    for key in ("status", "field", "constraint", "message", "measured", "judged", "mistyped", "reason", "partLeftOut"):
        if key in wanted:
            same(identifier + "." + key, wanted[key], rule.get(key))
    if "failureRate" in wanted:
        rate = rule.get("failureRate")
        same(identifier + ".failureRate", wanted["failureRate"], None if rate is None else float(rate))
    if "allowed" in wanted:
        same(identifier + ".allowed", wanted["allowed"], {k: float(v) for k, v in rule["allowed"].items()})


def compare_samples(identifier, wanted, samples, same):
    same(identifier + ": number of samples", len(wanted), len(samples))
    for number, (keys, sample) in enumerate(zip(wanted, samples)):
        for key, value in keys.items():
            got = sample.get(key, ABSENT)
            if key == "places" and got is not ABSENT:
                got = [place["instanceLocation"] if isinstance(place, dict) else place for place in got]
            if value == {"absent": True}:
                value = ABSENT
            same("%s.samples[%d].%s" % (identifier, number, key), value, got)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", help="a bulkcheck to run the cases against, too")
    options = parser.parse_args()
    entries = [part for path in sorted(glob.glob(os.path.join(HERE, "cases", "*.json")))
               for entry in load(path) for part in parts(entry)]
    with multiprocessing.Pool() as pool:
        found = pool.map(functools.partial(judge, options.binary), entries)
        # Workers that wait for work are stopped by a signal otherwise. Where that is blocked, as in what Swift's tests
        # start, the end is waited for in vain.
        pool.close()
        pool.join()
    wrong = 0
    for entry, (by_reference, by_binary) in zip(entries, found):
        wrong += tell(entry, "reference", by_reference)
        if entry.get("known") and options.binary:
            print("known: %s, %s: %s" % (
                page(entry["semantics"]), entry["known"],
                "still so" if by_binary else "MENDED: take the mark away"))
        else:
            wrong += tell(entry, "binary", by_binary)
    print("%d cases for %d numbers, %d wrong" % (len(entries), len({e["semantics"] for e in entries}), wrong))
    return 1 if wrong else 0


def judge(binary, entry):
    """How the report of the reference, and those of the binary, differ from what an entry expects."""
    case = case_of(entry)
    runs = [binary_report(binary, case.but(options={**way, **case.options})) for way in WAYS] if binary else []
    return failures(entry, reference_report(case)), [d for _, report in runs for d in failures(entry, report)]


def tell(entry, who, found):
    for difference in found:
        print("WRONG: %s, %s, %s: %s" % (who, page(entry["semantics"]), entry["about"], difference))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

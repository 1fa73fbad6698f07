#!/usr/bin/env python3
"""Compares counts by keyword with those of jsonschema-rs, on records made wrong at random.

    Tests/Reference/schema_counts.py --binary .build/release/bulkcheck FOLDER... [--seed 1]

Each folder has `schema.json` and `instances.jsonl`. Needs `pip install jsonschema-rs`.

Every error of `iter_errors` names the absolute location of its keyword, which is the id of a rule,
and the place in the record. The failures that bulkcheck counts for each rule, and for each place of
a rule, must be as many records. `dependencies` and draft 4's boolean `exclusiveMinimum` are named
differently by both and are mapped.
"""

import argparse
import collections
import copy
import json
import pathlib
import random
import subprocess
import sys
import tempfile

try:
    import jsonschema_rs
except ImportError:
    sys.exit("schema_counts.py: jsonschema-rs is not installed: pip install jsonschema-rs")

WRONG = [None, True, False, 0, -1, 1.5, 10**20, "", "x", "ä b", [], [0], {}, {"x": 1}]


def places(value, path=()):
    yield path
    if isinstance(value, dict):
        for name in value:
            yield from places(value[name], path + (name,))
    elif isinstance(value, list):
        for index in range(len(value)):
            yield from places(value[index], path + (index,))


def damaged(draw, record):
    """A copy in which one to three values are replaced, removed, added, doubled or renamed."""
    record = copy.deepcopy(record)
    for _ in range(draw.randint(1, 3)):
        path = draw.choice(list(places(record)))
        if not path:
            if draw.random() < 0.1:
                return draw.choice(WRONG)
            continue
        parent = record
        for step in path[:-1]:
            parent = parent[step]
        change = draw.choice(["replace", "replace", "remove", "add", "double", "rename"])
        if change == "replace":
            parent[path[-1]] = copy.deepcopy(draw.choice(WRONG))
        elif change == "remove":
            del parent[path[-1]]
        elif change == "add" and isinstance(parent, dict):
            parent[draw.choice(["x", "extra", "$ref", "a/b~c"])] = copy.deepcopy(draw.choice(WRONG))
        elif change == "double" and isinstance(parent, list):
            parent.insert(path[-1], copy.deepcopy(parent[path[-1]]))
        elif change == "rename" and isinstance(parent, dict):
            parent["x" + path[-1]] = parent.pop(path[-1])
    return record


def pointer(path):
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def value_at(schema, path):
    for step in path:
        if not isinstance(schema, (dict, list)):
            return None
        schema = schema[int(step)] if isinstance(schema, list) else schema.get(step)
    return schema


def rule_of(schema, path):
    """The id of the rule that an error's location is."""
    path = [str(step) for step in path]
    if path[-1] in ("required", "dependencies") and isinstance(value_at(schema, path[:-1]), list):
        path = path[:-2]
    if path[-1] in ("exclusiveMinimum", "exclusiveMaximum"):
        if isinstance(value_at(schema, path), bool):
            path[-1] = path[-1].replace("exclusiveM", "m")
    return "#" + pointer(path)


def expected(schema, validator, records):
    """By rule: the records that fail, and by place those that fail there."""
    found = collections.defaultdict(set)
    where = collections.defaultdict(lambda: collections.defaultdict(set))
    for number, record in enumerate(records):
        for error in validator.iter_errors(record):
            rule = rule_of(schema, error.schema_path)
            found[rule].add(number)
            place = tuple("*" if isinstance(step, int) else step for step in error.instance_path)
            where[rule][place].add(number)
    return found, where


def matches(pattern, place):
    return len(pattern) == len(place) and all(a in ("*", b) for a, b in zip(pattern, place))


def compare_places(rule, where):
    """What differs between the places of a rule in the report and those of the errors."""
    shown = rule.get("places", [])
    if rule["constraint"] in ("required", "dependentRequired", "additionalProperties"):
        return []  # these name the member, jsonschema-rs names the object
    if "otherPlaces" in rule or not rule.get("placesExact", True):
        return []
    patterns = [
        tuple(s.replace("~1", "/").replace("~0", "~") for s in p["place"].split("/")[1:])
        for p in shown
    ]
    records = [set() for _ in patterns]
    for place, numbers in where.items():
        fitting = [i for i, pattern in enumerate(patterns) if matches(pattern, place)]
        if not fitting:
            return [f"no place for {pointer(place)}"]
        best = min(fitting, key=lambda i: patterns[i].count("*"))
        records[best] |= numbers
    return [
        f"{p['place']}: {p['failed']}, expected {len(numbers)}"
        for p, numbers in zip(shown, records)
        if p["failed"] != len(numbers)
    ]


def check(binary, folder, seed, count):
    schema = json.loads((folder / "schema.json").read_text())
    lines = (folder / "instances.jsonl").read_text().splitlines()
    good = [json.loads(line) for line in lines if line.strip()]
    draw = random.Random(f"{seed} {folder.name}")
    records = [damaged(draw, draw.choice(good)) for _ in range(count)]
    found, where = expected(schema, jsonschema_rs.validator_for(schema), records)
    with tempfile.TemporaryDirectory() as place:
        data = pathlib.Path(place) / "records.jsonl"
        data.write_text("".join(json.dumps(record) + "\n" for record in records))
        command = [binary, "--schema", folder / "schema.json", data, "--report", "json"]
        run = subprocess.run(command, capture_output=True)
    if run.returncode not in (0, 1):
        return [run.stderr.decode().strip()]
    rules = {rule["id"]: rule for rule in json.loads(run.stdout)["rules"] if rule["id"][0] == "#"}
    wrong = []
    for rule in sorted(set(found) | set(rules)):
        if rule not in rules:
            wrong.append(f"{rule}: no such rule, expected {len(found[rule])} failures")
        elif rules[rule]["failed"] != len(found.get(rule, ())):
            wrong.append(f"{rule}: {rules[rule]['failed']} failed, expected {len(found[rule])}")
        else:
            wrong += [f"{rule}: {each}" for each in compare_places(rules[rule], where[rule])]
    print(
        f"{folder.name}: {len(records)} records, {sum(map(len, found.values()))} failures of "
        f"{len(found)} rules: {'agrees' if not wrong else f'{len(wrong)} differences'}"
    )
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--records", type=int, default=500)
    options = parser.parse_args()
    wrong = 0
    for folder in options.folders:
        for line in check(options.binary, folder, options.seed, options.records):
            wrong += 1
            print("  " + line)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

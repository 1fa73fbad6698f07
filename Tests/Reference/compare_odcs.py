#!/usr/bin/env python3
"""Compares verdicts on data contracts with those of datacontract-cli.

    pip install 'datacontract-cli[duckdb]'
    python3 Tests/Reference/compare_odcs.py --binary .build/release/bulkcheck --seed 1 --count 300

Each case is a random contract of the Open Data Contract Standard and a random CSV file, in which some values are
wrong. Each check of datacontract-cli is compared with the rule that bulkcheck makes of the same words. Differences
that docs/contracts/odcs.md explains are not made: see `Case`.
"""

import argparse
import datetime
import json
import logging
import os
import random
import subprocess
import sys
import tempfile

# What datacontract-cli calls a check, and the end of the id of our rule.
RULES = {
    "field_required": "required",
    "field_primary_key_required": "required",
    "field_unique": "unique",
    "field_primary_key_unique": "unique",
    "field_min_length": "minLength",
    "field_max_length": "maxLength",
    "field_regex": "pattern",
    "field_null_values": "nullValues",
    "field_missing_values": "missingValues",
    "field_invalid_values": "invalidValues",
    "field_duplicate_values": "duplicateValues",
    "field_relationships": "relationship",
    "servicelevel_freshness": "freshness",
}
# These have no counterpart: every column is there.
IGNORED = {"field_is_present"}


class Case:
    """A contract and its data.

    Not made: columns that are missing (null here, a failure there), values that cannot be read as their type (they end
    the whole run there), exclusive limits on both sides (an error of datacontract-cli 1.2.8), nulls among values that
    must be unique (equal to each other there), and numbers of duplicates other than 0 (of different values there, of
    occurrences here).
    """

    def __init__(self, seed):
        self.random = random.Random(seed)
        r = self.random
        self.columns = {}
        self.sla = []
        for name in r.sample(["id", "code", "amount", "status", "created", "customer"], r.randint(2, 6)):
            self.columns[name] = self.property(name)
        if r.random() < 0.3:
            for position, name in enumerate(r.sample(list(self.columns), 2)):
                self.columns[name]["primaryKey"] = True
                self.columns[name]["primaryKeyPosition"] = position + 1
        # Nulls are not duplicates of each other here.
        self.whole = {name for name, column in self.columns.items()
                      if column.get("unique") or column.get("primaryKey")
                      or any(rule["metric"] == "duplicateValues" for rule in column.get("quality", []))}
        self.rows = [self.row() for _ in range(r.randint(1, 30))]
        self.quality = self.row_count()

    def property(self, name):
        r = self.random
        kinds = {"id": "integer", "amount": "number", "created": "timestamp", "customer": "integer"}
        found = {"name": name, "logicalType": kinds.get(name, "string")}
        if r.random() < 0.4:
            found["required"] = True
        if r.random() < 0.2:
            found["unique"] = True
        if r.random() < 0.15:
            found["primaryKey"] = True
        options = {}
        if found["logicalType"] in ("integer", "number"):
            low = r.randint(-3, 20)
            high = low + r.randint(3, 15)
            if r.random() < 0.4:
                options[r.choice(["minimum", "exclusiveMinimum"])] = low
            if r.random() < 0.4:
                both = "exclusiveMinimum" in options
                options["maximum" if both else r.choice(["maximum", "exclusiveMaximum"])] = high
        elif found["logicalType"] == "string":
            if r.random() < 0.3:
                options["minLength"] = r.randint(0, 3)
            if r.random() < 0.3:
                options["maxLength"] = r.randint(3, 8)
            if r.random() < 0.3:
                options["pattern"] = r.choice(["^[A-Z]{2}[0-9]*$", "[0-9]", "^(open|closed)$", "^.{2,4}$"])
        if options:
            found["logicalTypeOptions"] = options
        if r.random() < 0.5 and name != "created":
            found["quality"] = [self.metric(found)]
        if name == "customer" and r.random() < 0.8:
            found["relationships"] = [{"to": "customers.id"}]
        if name == "created" and r.random() < 0.8:
            self.sla.append({"property": "freshness", "value": r.choice([1, 30, 48]), "unit": r.choice("dh"),
                             "element": "t.created"})
        return found

    def operator(self, most):
        r = self.random
        word = r.choice(["mustBe", "mustNotBe", "mustBeGreaterThan", "mustBeGreaterOrEqualTo", "mustBeLessThan",
                         "mustBeLessOrEqualTo", "mustBe"])
        return {word: r.choice([0, 0, 1, r.randint(0, most)])}

    def metric(self, column):
        r = self.random
        metric = r.choice(["nullValues", "missingValues", "invalidValues", "duplicateValues"])
        found = {"metric": metric, **self.operator(20)}
        if metric == "duplicateValues":
            return {"metric": metric, **r.choice([{"mustBe": 0}, {"mustNotBe": 0}, {"mustBeGreaterThan": 0},
                                                  {"mustBeLessThan": 1}])}
        if metric == "missingValues":
            found["arguments"] = {"missingValues": [None, "", "N/A"] if column["logicalType"] == "string" else [None, 7]}
        if metric == "invalidValues":
            values = ["open", "closed", "AB12"] if column["logicalType"] == "string" else [1, 2, 3, 7]
            found["arguments"] = {"validValues": values}
        if metric != "duplicateValues" and r.random() < 0.4:
            word = next(name for name in found if name.startswith("must"))
            found[word] = r.choice([0, 10, 25, 50, 100])
            found["unit"] = "percent"
        return found

    def row_count(self):
        return [{"metric": "rowCount", **self.operator(30)}] if self.random.random() < 0.5 else []

    def row(self):
        return {name: self.value(name, column["logicalType"]) for name, column in self.columns.items()}

    def value(self, name, kind):
        r = self.random
        if r.random() < 0.1 and name not in self.whole:
            return ""
        if name == "customer":
            return str(r.randint(1, 8 if r.random() < 0.1 else 5))
        if kind == "integer":
            return str(r.randint(-5, 40))
        if kind == "number":
            return "%d.%d" % (r.randint(-5, 40), r.choice([0, 5, 25]))
        if kind == "timestamp":
            age = datetime.timedelta(minutes=r.randint(60, 3 * 24 * 60))
            return (datetime.datetime.now(datetime.timezone.utc) - age).strftime("%Y-%m-%d %H:%M:%S")
        return r.choice(["open", "closed", "N/A", "AB12", "AB", "x", "ÄÖ", "CD345678"])

    def contract(self, folder):
        return {
            "kind": "DataContract", "apiVersion": "v3.1.0", "id": "t", "version": "1.0.0", "status": "active",
            "servers": [{"server": "local", "type": "local", "path": folder + "/{model}.csv", "format": "csv",
                         "delimiter": ","}],
            "schema": [
                {"name": "t", "properties": list(self.columns.values()), "quality": self.quality},
                {"name": "customers", "properties": [{"name": "id", "logicalType": "integer"}]},
            ],
            "slaProperties": self.sla,
        }

    def csv(self):
        lines = [",".join(self.columns)] + [",".join(row.values()) for row in self.rows]
        return "\n".join(lines) + "\n"


def theirs(path):
    from datacontract.data_contract import DataContract
    run = DataContract(data_contract_file=path, server="local").test()
    found = {}
    for check in run.checks:
        if check.type in IGNORED or check.model == "customers":
            continue
        result = str(getattr(check.result, "value", check.result))
        name = check.type
        if name == "row_count":
            key = "rowCount"
        elif name == "primary_key_unique":
            key = "primary-key"
        elif name in ("field_minimum", "field_maximum", "field_not_equal"):
            key = check.field + ".limits"
        elif name in RULES:
            key = "%s.%s" % (check.field, RULES[name])
        else:
            key = "%s %s: %s" % (name, check.field, check.reason)
        failed = result != "passed"
        found[key] = found.get(key, False) or failed
    return found


def ours(binary, folder):
    report = os.path.join(folder, "report.json")
    run = subprocess.run(
        [binary, "check", "--contract", folder + "/c.json#t", "--table", "customers=" + folder + "/customers.csv",
         folder + "/t.csv", "--report", "json=" + report], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        return {"exit code %d: %s" % (run.returncode, run.stderr): True}
    with open(report, encoding="utf-8") as file:
        rules = json.load(file)["rules"]
    found = {}
    for rule in rules:
        key = rule["id"]
        if key.startswith("bulkcheck.") or key.split(".")[-1] in ("type", "format"):
            if rule["failed"]:
                found[key] = True
            continue
        if key.split(".")[-1] in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
            key = key.rsplit(".", 1)[0] + ".limits"
        found[key] = found.get(key, False) or rule["failed"] > 0
    return found


def compare(binary, seed):
    case = Case(seed)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("c.json", json.dumps(case.contract(folder))), ("t.csv", case.csv()),
                           ("customers.csv", "id\n1\n2\n3\n4\n5\n")):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        one, other = ours(binary, folder), theirs(os.path.join(folder, "c.json"))
    # A key that is unique and required by two words is one rule here.
    differences = [(key, one.get(key), other.get(key)) for key in sorted(set(one) | set(other))
                   if one.get(key) != other.get(key)]
    return case, one, differences


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    arguments = parser.parse_args()
    logging.disable(logging.CRITICAL)
    rules = failing = wrong = 0
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        case, one, differences = compare(os.path.abspath(arguments.binary), seed)
        rules += len(one)
        failing += sum(one.values())
        if differences:
            wrong += 1
            print("\n=== seed %d" % seed)
            print(json.dumps(case.contract(".")["schema"][0]))
            print(case.csv())
            for key, mine, other in differences:
                print("  %s: bulkcheck %s, datacontract-cli %s" % (
                    key, *({True: "fails", False: "passes", None: "has no such rule"}[x] for x in (mine, other))))
    print("%d cases, %d rules compared, %d of them failing, %d cases that differ" % (
        arguments.count, rules, failing, wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

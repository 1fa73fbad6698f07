#!/usr/bin/env python3
"""Writes the files of the comparison, and what is true of them.

    python3 make_corpus.py --out data --records 1000000 --seed 1
    python3 make_corpus.py --out data --existing     # data holds users.* and truth.json: only what is derived

users.jsonl, users.csv (the same records), both compressed as well, users.multi.jsonl.gz (many gzip members)
and truth.json. Every rule is broken by about one record in 250, each on its own, so the truth is known when
a record is made; no library reads the data back. Into `derived`, below that, go the files and profiles
of the other rows, with a truth.json of their own:

    good.jsonl, failing.jsonl   the same number of records; no rule is broken, every rule is broken
    many.jsonl                  the first lines of users.jsonl, for 16 and for 150 rules
    ten.jsonl                   ten good records

The same seed gives the same bytes (compressed ones depend on the compressor's version). For 1,000,000 records
this takes some minutes, most of them in the plain Python that finds the truth of the 150 rules.
"""
import argparse
import csv
import json
import multiprocessing
import os
import random
import subprocess
import zlib
from collections import Counter

import slow_judge
import users
from many_rules import many_rules_profile
from rules import COLUMNS, RULES
from schemas import plain_profile, users_schema
from whole_table import table_profiles, table_truth

HERE = os.path.dirname(os.path.abspath(__file__))
USERS_PROFILE = os.path.join(HERE, "../../profiles/users.json")
MEMBER_BYTES = 1 << 20
LINES_IN_A_BATCH = 2000


def write_users(folder, records, seed):
    r = random.Random(seed)
    invalid, failures = 0, Counter(dict.fromkeys(RULES, 0))
    with open(f"{folder}/users.jsonl", "w", encoding="utf-8", newline="") as lines, \
            open(f"{folder}/users.csv", "w", encoding="utf-8", newline="") as rows:
        writer = csv.writer(rows, lineterminator="\n")
        writer.writerow(COLUMNS)
        for _ in range(records):
            record = users.good(r)
            broken = users.spoil(r, record)
            invalid += bool(broken)
            failures.update(broken)
            lines.write(line_of(r, record))
            writer.writerow(users.row(record))
    for name in ("users.jsonl", "users.csv"):
        subprocess.run(["gzip", "-6", "-n", "-k", "-f", f"{folder}/{name}"], check=True)
    write_members(f"{folder}/users.jsonl", f"{folder}/users.multi.jsonl.gz")
    truth = {"records": records, "malformed": 0, "invalid_records": invalid, "rules": failures}
    write_json(f"{folder}/truth.json", {"jsonl": truth, "csv": truth})


def line_of(r, record):
    """A line of JSON. Some are written otherwise: with blanks and in another order, or in ASCII alone."""
    way = r.random()
    if way < 0.02:
        names = list(record)
        r.shuffle(names)
        return json.dumps({name: record[name] for name in names}, ensure_ascii=way < 0.01) + "\n"
    return json.dumps(record, ensure_ascii=way < 0.08, separators=(",", ":")) + "\n"


def write_members(source, target):
    """gzip members of 1 MiB of input each; they end anywhere, inside a line too."""
    with open(source, "rb") as plain, open(target, "wb") as packed:
        while part := plain.read(MEMBER_BYTES):
            packer = zlib.compressobj(6, zlib.DEFLATED, 31)
            packed.write(packer.compress(part) + packer.flush())


def write_json(path, value):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1, ensure_ascii=False)


def failing_profile():
    """The sixteen rules except one condition: a country cannot be wrong and be US, so a state asks for the zip.

    In good records only US addresses have a state.
    """
    profile = slow_judge.load_profile(USERS_PROFILE)
    profile["name"] = "users, of which all rules can fail at once"
    profile["rules"][0]["when"] = {"address.state": {"required": True}}
    del profile["tests"]
    return profile


def derive(folder, hard_records, many_records, seed):
    target = f"{folder}/derived"
    os.makedirs(target, exist_ok=True)
    profiles = {"failing": failing_profile(), "many": many_rules_profile(),
                "one": {"bulkcheck": 1, "name": "one rule", "fields": {"id": {"required": True}}}}
    write_json(f"{target}/users.schema.json", users_schema())
    write_json(f"{target}/plain.profile.json", plain_profile())
    for name, profile in profiles.items():
        write_json(f"{target}/{name}.profile.json", profile)
    table = table_truth(f"{folder}/users.jsonl")
    for name, profile in table_profiles(table["records"]).items():
        write_json(f"{target}/{name}.profile.json", profile)
    write_hard(target, hard_records, seed)
    take_lines(f"{folder}/users.jsonl", f"{target}/many.jsonl", many_records)
    take_lines(f"{target}/good.jsonl", f"{target}/ten.jsonl", 10)
    # The names of the rows, what they judge, by what.
    truth = {"good": hard_truth(hard_records, 0), "failing": hard_truth(hard_records, hard_records),
             "ten": hard_truth(10, 0), "table": table}
    sixteen = slow_judge.load_profile(USERS_PROFILE)
    truth["sixteen"] = tally(sixteen, f"{target}/many.jsonl")
    truth["many"] = tally(profiles["many"], f"{target}/many.jsonl")
    truth["one"] = tally(profiles["one"], f"{folder}/users.jsonl")
    write_json(f"{target}/truth.json", truth)


def write_hard(target, records, seed):
    """Good and failing records, turn by turn, so that both files come from the same numbers."""
    r = random.Random(f"{seed}, all or nothing")
    with open(f"{target}/good.jsonl", "w", encoding="utf-8", newline="") as good, \
            open(f"{target}/failing.jsonl", "w", encoding="utf-8", newline="") as failing:
        for number in range(records):
            good.write(line_of(r, users.good(r)))
            failing.write(line_of(r, users.broken_throughout(r, number)))


def hard_truth(records, failures):
    return {"records": records, "invalid": failures, "rules": dict.fromkeys(RULES, failures) if failures else {}}


def take_lines(source, target, count):
    with open(source, "rb") as plain, open(target, "wb") as part:
        for _, line in zip(range(count), plain):
            part.write(line)


def batches(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        while lines := [line for _, line in zip(range(LINES_IN_A_BATCH), file)]:
            yield lines


JUDGE = None


def start_worker(profile):
    global JUDGE
    JUDGE = slow_judge.compile_profile(profile)


def tally_batch(lines):
    return slow_judge.tally(JUDGE, lines)


def tally(profile, path):
    """What is true of a file by the plain reading of the profile, on all cores."""
    total = {"records": 0, "invalid": 0, "rules": Counter()}
    with multiprocessing.Pool(initializer=start_worker, initargs=(profile,)) as pool:
        for part in pool.imap_unordered(tally_batch, batches(path)):
            total["records"] += part["records"]
            total["invalid"] += part["invalid"]
            total["rules"].update(part["rules"])
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", default="data")
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--existing", action="store_true", help="users.* and truth.json are there; derive the rest")
    parser.add_argument("--hard-records", type=int, default=300_000, help="records of good.jsonl and failing.jsonl")
    parser.add_argument("--many-records", type=int, default=200_000, help="records for the 150 rules")
    options = parser.parse_args()
    folder = os.path.normpath(options.out)
    if not options.existing:
        os.makedirs(folder, exist_ok=True)
        write_users(folder, options.records, options.seed)
    derive(folder, min(options.hard_records, options.records), options.many_records, options.seed)


if __name__ == "__main__":
    main()

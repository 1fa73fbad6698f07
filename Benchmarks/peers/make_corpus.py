#!/usr/bin/env python3
"""Writes the files of the comparison, and what is true of them.

    python3 make_corpus.py --out data --records 1000000 --seed 1

users.jsonl, users.csv (the same records), both compressed as well, and truth.json. Every rule is broken
by about one record in 250, each on its own, so the truth is known when a record is made; no
library reads the data back. The same seed gives the same bytes.
"""
import argparse
import csv
import json
import os
import random
import subprocess

from rules import COLUMNS, COUNTRIES, PLANS, RULES

RARITY = 250
NAMES = ["emma", "liam", "olivia", "noah", "ava", "pavel", "chloe", "hugo", "yuki", "ravi", "lucia"]
CITIES = ["Oslo", "Berlin", "München", "São Paulo", "Kraków", "Springfield", "New York", "Athens"]
TAGS = ["news", "beta", "vip", "mobile", "web", "early_adopter", "partner", "newsletter"]
WORDS = ("the of and to in for with developer designer coffee music travel open source building things "
         "every day café naïve працюю книги 書籍 photographer, \"quoted\" a/b").split()


def make(r):
    """A record without a fault."""
    number = r.randrange(10_000, 100_000)
    name = r.choice(NAMES)
    h = "%032x" % r.getrandbits(128)
    country = r.choice(COUNTRIES)
    return {
        "id": f"{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}",
        "username": f"{name}_{number}",
        "email": f"{name}.{number}@mail.example.org",
        "age": r.randrange(18, 121),
        "country": country,
        "balance": r.randrange(1_000_000) / 100,
        "phone": f"+{r.randrange(10**10, 10**12)}" if r.random() < 0.7 else None,
        "created": f"20{r.randrange(10, 26)}-{r.randrange(1, 13):02}-{r.randrange(1, 29):02}"
                   f"T{r.randrange(24):02}:{r.randrange(60):02}:{r.randrange(60):02}Z",
        "terms": True,
        "tags": [r.choice(TAGS) for _ in range(r.randrange(1, 6))],
        "address": {"street": f"{number % 2000} High Street", "city": r.choice(CITIES),
                    "zip": f"{number:05}" if country == "US" else "SW1A 1AA"},
        "plan": r.choice(PLANS),
        "bio": " ".join(r.choice(WORDS) for _ in range(r.randrange(1, 20)))[:160],
    }


def spoil(r, record):
    """Breaks rules now and then; returns which."""
    broken = []
    for rule in RULES:
        if r.randrange(RARITY):
            continue
        if rule == "zip" and record["country"] != "US":
            continue
        broken.append(rule)
        address = record["address"]
        if rule == "id": record["id"] = record["id"][:-1]
        elif rule == "username": record["username"] = r.choice(["ab", "ä" * 21])
        elif rule == "email": record["email"] = record["email"].replace("@", " at ")
        elif rule == "age": record["age"] = r.choice([-3, 17, 121])
        elif rule == "country": record["country"] = "XX"
        elif rule == "balance": record["balance"] = r.choice([-0.01, 10000.01])
        elif rule == "phone": record["phone"] = r.choice(["n/a", "555-1234"])
        elif rule == "created": record["created"] = r.choice(["yesterday", "2023-13-05T10:00:00Z"])
        elif rule == "terms": record["terms"] = False
        elif rule == "tags": record["tags"] = TAGS[:6]
        elif rule == "city": address["city"] = "ü" * 41
        elif rule == "plan": record["plan"] = "Free"
        elif rule == "bio": record["bio"] = "я" * 161
        elif rule == "zip": address["zip"] = r.choice(["1234", "ABCDE", "12345-67"])
    return broken


def row(record):
    address = record["address"]
    cells = dict(record, terms="true" if record["terms"] else "false", tags="|".join(record["tags"]))
    return [address[c[8:]] if c.startswith("address.") else cells[c] for c in COLUMNS]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", default="data")
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    path = lambda name: os.path.join(options.out, name)
    r = random.Random(options.seed)
    invalid, failures = 0, dict.fromkeys(RULES, 0)
    with open(path("users.jsonl"), "w", encoding="utf-8", newline="") as lines, \
            open(path("users.csv"), "w", encoding="utf-8", newline="") as rows:
        writer = csv.writer(rows, lineterminator="\n")
        writer.writerow(COLUMNS)
        for _ in range(options.records):
            record = make(r)
            # "country" may turn US into XX, and "zip" asks for US: the rule order settles it.
            broken = spoil(r, record)
            invalid += bool(broken)
            for rule in broken:
                failures[rule] += 1
            lines.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
            writer.writerow(row(record))
    packers = [subprocess.Popen(["gzip", "-6", "-n", "-k", "-f", path(name)])
               for name in ("users.jsonl", "users.csv")]
    assert all(packer.wait() == 0 for packer in packers)
    with open(path("truth.json"), "w") as file:
        json.dump({"records": options.records, "invalid": invalid, "failures": failures}, file, indent=1)


if __name__ == "__main__":
    main()

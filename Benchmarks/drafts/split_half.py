#!/usr/bin/env python3
"""Do drafts hold tomorrow? A draft is made from one half of a data set and held against the other.

    python3 Benchmarks/drafts/split_half.py .build/release/bulkcheck ../shared/data

The records of each data set are split at random. The draft that `infer` makes of one half has to
pass on the other half, and has to fail on a copy of that half in which one cell in a hundred was
made wrong. Prints both rates, the rules that failed without a reason, and the damage that was not
noticed.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import zlib

import damage
import records


def main():
    options = arguments()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = [
            result
            for result in pool.map(lambda data_set: measure(data_set, options), chosen(options))
            if result
        ]
    if not results:
        sys.exit("no data set was found")
    sys.exit(0 if tell(results, options) else 1)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("bulkcheck", help="the program")
    parser.add_argument("folders", nargs="*", help="folders of CSV and JSON lines")
    parser.add_argument("--packages", action="store_true", help="also what Python packages carry")
    parser.add_argument("--minimum", type=int, default=40, help="smaller data sets are left out")
    parser.add_argument("--maximum", type=int, default=20000, help="records taken of a data set")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", default="0/1", help="I/N: every Nth data set, from number I on")
    parser.add_argument("--share", type=float, default=0.01, help="the cells that go wrong")
    parser.add_argument("--kinds", action="store_true", help="also each kind of damage alone")
    parser.add_argument(
        "--verbose", action="store_true", help="each data set that is judged wrongly"
    )
    parser.add_argument("--keep", help="a folder for the halves and the drafts of these")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--passing", type=float, default=0, help="the least percentage that passes")
    parser.add_argument("--noticed", type=float, default=0, help="the least percentage noticed")
    return parser.parse_intermixed_args()


def chosen(options):
    first, step = (int(text) for text in options.part.split("/"))
    number = 0
    for data_set in sources(options):
        if len(data_set.records) >= options.minimum:
            if number % step == first:
                yield data_set
            number += 1


def sources(options):
    for folder in options.folders:
        yield from records.in_folder(folder)
    if options.packages:
        yield from records.in_packages()


# One data set


class Result:
    def __init__(self, data_set):
        self.name = data_set.name
        self.size = len(data_set.records)
        self.failing = []
        self.noticed = {}
        self.damaged = 0


def measure(data_set, options):
    generator = random.Random(zlib.crc32(data_set.name.encode()) + options.seed)
    everything = data_set.records
    if len(everything) > options.maximum:
        everything = generator.sample(everything, options.maximum)
    order = list(range(len(everything)))
    generator.shuffle(order)
    seen = [everything[place] for place in sorted(order[: len(order) // 2])]
    other = [everything[place] for place in sorted(order[len(order) // 2 :])]
    result = Result(data_set)
    with tempfile.TemporaryDirectory() as folder:
        files = Files(pathlib.Path(folder), data_set, options.bulkcheck)
        draft = files.draft(seen)
        if draft is None:
            return None
        result.failing = files.failing(other, "other")
        spoil = damage.Damage(data_set, generator, options.share)
        broken, result.damaged = spoil.applied(other)
        result.noticed["mixed"] = bool(files.failing(broken, "broken"))
        for kind in damage.KINDS if options.kinds else ():
            broken, count = damage.Damage(data_set, generator, options.share, [kind]).applied(other)
            if count:
                result.noticed[kind] = bool(files.failing(broken, kind))
        if options.keep and (result.failing or not result.noticed["mixed"]):
            files.keep(pathlib.Path(options.keep) / re.sub(r"\W+", "-", data_set.name))
    return result


class Files:
    """The halves of a data set and what was drafted of one, in a folder of their own."""

    def __init__(self, folder, data_set, program):
        self.folder, self.data_set, self.program = folder, data_set, program
        self.profile = folder / "draft.json"

    def draft(self, seen):
        half = self.folder / f"half{self.data_set.suffix}"
        self.data_set.write(seen, half)
        run = self.run("infer", "-o", self.profile, half)
        if run.returncode != 0:
            return None
        if self.failing(seen, "seen"):
            sys.exit(f"{self.data_set.name}: the draft does not hold for its own data")
        return self.profile

    def failing(self, some, name):
        """The rules that fail on records."""
        half = self.folder / f"{name.replace(' ', '-')}{self.data_set.suffix}"
        self.data_set.write(some, half)
        run = self.run("check", "-p", self.profile, "--report", "json", half)
        if run.returncode not in (0, 1):
            sys.exit(f"{self.data_set.name}: {run.stderr}")
        if run.returncode == 0:
            return []
        report = json.loads(run.stdout)
        return [rule for rule in report["rules"] if rule["status"] == "fail"]

    def run(self, *command):
        return subprocess.run([self.program, *command], capture_output=True, text=True, check=False)

    def keep(self, place):
        place.mkdir(parents=True, exist_ok=True)
        for file in self.folder.iterdir():
            (place / file.name).write_bytes(file.read_bytes())


# All of them


def tell(results, options):
    passing = [result for result in results if not result.failing]
    noticed = [result for result in results if result.noticed["mixed"]]
    rates = [100 * len(some) / len(results) for some in (passing, noticed)]
    print(f"{len(results)} data sets, seed {options.seed}")
    print(f"pass on the other half: {len(passing)} ({rates[0]:.1f} %)")
    print(f"damage is noticed:      {len(noticed)} ({rates[1]:.1f} %)")
    for kind in damage.KINDS if options.kinds else ():
        judged = [result.noticed[kind] for result in results if kind in result.noticed]
        print(f"  {kind + ' alone':<20}{sum(judged)} of {len(judged)}")
    counts = collections.Counter()
    for result in results:
        counts.update({rule["constraint"] for rule in result.failing})
    for constraint, count in counts.most_common():
        print(f"  failed without a reason: {constraint:<16}{count}")
    if options.verbose:
        for result in results:
            for rule in result.failing:
                print(f"FAILED {result.name} ({result.size}): {rule['id']}, {rule['failed']}")
            if not result.noticed["mixed"]:
                print(f"UNNOTICED {result.name} ({result.size}): {result.damaged} cells")
    return rates[0] >= options.passing and rates[1] >= options.noticed


if __name__ == "__main__":
    main()

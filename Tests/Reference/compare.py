#!/usr/bin/env python3
"""Compares a binary of bulkcheck with the reference on random cases.

    python3 Tests/Reference/compare.py --binary .build/release/bulkcheck --seed 1 --count 300

Each case has a seed of its own, which is printed and repeats it: `--seed THAT --count 1`.
"""

import argparse
import multiprocessing
import os
import re
import sys
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from bulkcheck_comparison.differences import compare_case  # noqa: E402
from bulkcheck_comparison.running import command_line, profile_bytes  # noqa: E402
from bulkcheck_comparison.shrinking import shrink  # noqa: E402
from bulkcheck_generator.cases import make_case  # noqa: E402

PROCESSES = 2


def known_differences(path):
    """The regular expressions of a file, one a line; # begins a comment."""
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file]
    return [re.compile(line) for line in lines if line and not line.startswith("#")]


def compare_unknown(binary, case, known):
    """The differences of a case that no line of the list of known ones describes."""
    return [d for d in compare_case(binary, case) if not any(expression.search(d) for expression in known)]


def differences_of_seed(task):
    """A seed with the differences of its case."""
    binary, seed, known = task
    try:
        return seed, compare_unknown(binary, make_case(seed), known)
    except Exception:  # a fault of the reference or the generator is a finding too
        return seed, ["reference broke: " + traceback.format_exc()]


def show(binary, seed, found, known, small):
    print("\n=== seed %d" % seed)
    case = make_case(seed)
    if small and not found[0].startswith("reference broke"):
        case = shrink(case, lambda candidate: safely(binary, candidate, known))
        found = safely(binary, case, known) or found
    print(command_line(case))
    print("profile.json: %s" % profile_bytes(case).decode("utf-8"))
    for name, content in (*case.files, *case.references):
        print("%s: %r" % (name, content if len(content) < 1500 else content[:1500] + b"..."))
    for difference in found[:12]:
        print("  " + difference)
    sys.stdout.flush()


def safely(binary, case, known):
    try:
        return compare_unknown(binary, case, known)
    except Exception:
        return []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True, help="the bulkcheck to compare with")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first case; the next has the next seed")
    parser.add_argument("--count", type=int, default=300, help="number of cases")
    parser.add_argument("--stop", type=int, default=0, help="stop after so many differing cases (0: never)")
    parser.add_argument("--no-shrink", action="store_true", help="print differing cases as they are")
    parser.add_argument("--known", default=os.path.join(HERE, "known_differences.txt"),
                        help="a file of differences that are known and passed over")
    options = parser.parse_args()
    known = known_differences(options.known)
    tasks = [(options.binary, seed, known) for seed in range(options.seed, options.seed + options.count)]
    differing = 0
    with multiprocessing.Pool(PROCESSES) as pool:
        for seed, found in pool.imap(differences_of_seed, tasks, chunksize=4):
            if found:
                differing += 1
                show(options.binary, seed, found, known, not options.no_shrink)
                if differing == options.stop:
                    pool.terminate()
                    break
    print("%d of at most %d cases differ" % (differing, options.count) if differing else
          "%d cases, no difference" % options.count)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())

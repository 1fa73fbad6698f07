#!/usr/bin/env python3
"""Counts what of real data contracts is enforced.

    pip install pyyaml
    python3 Tests/Reference/count_odcs.py --binary .build/release/bulkcheck FOLDER

An item is what a contract can ask of data: a `logicalType`, `required: true`, `unique: true`, `primaryKey: true`, each
option of a type, each quality rule, each relationship. It is not carried if `bulkcheck lint` leaves it over, and partly
carried if only a part of it is left over. The items of files that are refused are listed by themselves.
"""

import argparse
import collections
import os
import re
import subprocess
import sys

import yaml

LEFT = re.compile(r":(\d+):(\d+): note: not enforced: (.*)")
# Leftovers that are a part of their item.
PARTS = ("the severity ", "is not a word of the standard for this quality rule", "is not an argument of the metric",
         "that there are ", "that there is an offset", "that the offset is", "how the offset is written",
         "whose offset changes")


def items(node, path=()):
    """The items of a YAML node, as kind, first and last line."""
    if isinstance(node, yaml.SequenceNode):
        for child in node.value:
            yield from items(child, path)
    if not isinstance(node, yaml.MappingNode):
        return
    for key, value in node.value:
        name, line = key.value, key.start_mark.line + 1
        last = max(value.end_mark.line + (1 if isinstance(value, yaml.ScalarNode) else 0), line)
        inner = path + (name,)
        if not path and name not in ("schema",):
            continue
        if name == "logicalType" and len(path) > 1:
            yield "logicalType", line, last
        elif name in ("required", "unique", "primaryKey") and value.value in ("true", "True", True):
            yield name, line, last
        elif name == "logicalTypeOptions" and isinstance(value, yaml.MappingNode):
            for option, text in value.value:
                yield "option", option.start_mark.line + 1, max(
                    option.start_mark.line + 1, text.end_mark.line + (1 if isinstance(text, yaml.ScalarNode) else 0))
        elif name in ("quality", "relationships") and isinstance(value, yaml.SequenceNode):
            for entry in value.value:
                kind = name
                if isinstance(entry, yaml.MappingNode):
                    words = {k.value: v.value for k, v in entry.value}
                    if name == "quality":
                        kind = "quality " + (words.get("type") or "library")
                        if kind == "quality custom":
                            kind += " " + str(words.get("engine"))
                yield kind, entry.start_mark.line + 1, max(entry.end_mark.line, entry.start_mark.line + 1)
        elif name in ("schema", "properties", "items"):
            yield from items(value, inner)


def leftovers(binary, path):
    run = subprocess.run([binary, "lint", "--contract", path], capture_output=True, text=True)
    text = run.stdout + run.stderr
    return run.returncode, text, [(int(m.group(1)), m.group(3)) for m in map(LEFT.search, text.splitlines()) if m]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--list", action="store_true", help="each item that is not carried or only partly")
    parser.add_argument("folder")
    arguments = parser.parse_args()
    counts = collections.defaultdict(collections.Counter)
    refused = []
    for name in sorted(os.listdir(arguments.folder)):
        path = os.path.join(arguments.folder, name)
        with open(path, encoding="utf-8") as file:
            try:
                root = yaml.compose(file.read())
            except yaml.YAMLError:
                root = None
        code, text, left = leftovers(arguments.binary, path)
        if code != 0:
            refused.append((name, next((line for line in text.splitlines() if "error:" in line), text.strip())))
        for kind, first, last in items(root) if root is not None else ():
            found = [sentence for line, sentence in left if first <= line <= last]
            if code != 0:
                state = "refused"
            elif any(not any(part in sentence for part in PARTS) for sentence in found):
                state = "not carried"
            else:
                state = "partly" if found else "exact"
            counts[kind][state] += 1
            if arguments.list and state in ("not carried", "partly"):
                print("%s:%d: %s %s: %s" % (name, first, kind, state, "; ".join(found)))
    states = ("exact", "partly", "not carried", "refused")
    print("%-40s" % "" + "".join("%13s" % state for state in states))
    total = collections.Counter()
    for kind in sorted(counts):
        print("%-40s" % kind + "".join("%13d" % counts[kind][state] for state in states))
        total.update(counts[kind])
    rest = collections.Counter()
    for kind in counts:
        if kind != "logicalType":
            rest.update(counts[kind])
    for label, found in (("all", total), ("all but logicalType", rest)):
        carried = sum(found.values()) - found["refused"]
        print("%-40s" % label + "".join("%13d" % found[state] for state in states)
              + "   exact %.1f %%" % (100 * found["exact"] / max(carried, 1)))
    print("\n%d files are refused:" % len(refused))
    for name, line in refused:
        print("  %s: %s" % (name, line.replace(arguments.folder, "").lstrip("/")))


if __name__ == "__main__":
    main()

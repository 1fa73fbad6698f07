#!/usr/bin/env python3
"""Compares bulkcheck with its peers and with the limits of the machine, on the same files in one run.

    python3 make_corpus.py --out data
    python3 compare.py data --binary ../../.build/release/bulkcheck --rounds 5
    python3 compare.py data --seconds --only jsonl --only parquet --only jsonl.gz --only csv --only csv.gz
    python3 compare.py data --only jsonl --only csv --markdown run.md --json all-runs.json

Prints a table in Markdown: the bar of each row, the ratio of medians, its range over the rounds, the verdict;
below it what every program took. Every answer is held against the truth. The exit code is 1 if one is wrong,
and with --strict also if a bar is missed or could not be measured.
"""
import argparse
import datetime
import json
import os
import platform
import sys

from corpus import Corpus
from measuring import alternate
from programs import Programs
from rows import KEYS, all_rows
from table import as_data, details, judge, seconds, summary

BAR_RECORDS = 1_000_000
HERE = os.path.dirname(os.path.abspath(__file__))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", help="the folder that make_corpus.py wrote")
    parser.add_argument("--binary", default=os.path.join(HERE, "../../.build/release/bulkcheck"))
    parser.add_argument("--binary-zlib", help="a bulkcheck built with --disable-default-traits (no ISA-L)")
    parser.add_argument("--only", action="append", choices=KEYS, metavar="ROW", help=", ".join(KEYS) + "; repeatable")
    parser.add_argument("--rounds", type=int, default=5, help="how many runs the medians are of")
    parser.add_argument("--threads", type=int, default=2, help="for bulkcheck and every peer, unless a row says more")
    parser.add_argument("--json", metavar="PATH", help="write every single run")
    parser.add_argument("--markdown", metavar="PATH", help="write what is printed, with machine, versions, commands")
    parser.add_argument("--seconds", action="store_true", help="print the table of seconds that README shows, and no more")
    parser.add_argument("--note", help="a line for the heading, such as the commit that was built")
    parser.add_argument("--strict", action="store_true", help="a missed or unmeasured bar is exit code 1")
    options = parser.parse_args()
    options.binary = os.path.normpath(options.binary)
    if not os.access(options.binary, os.X_OK):
        parser.error(f"no program at {options.binary}: build it with swift build -c release")
    options.data = os.path.normpath(options.data)
    for name in ("truth.json", "derived/truth.json"):
        if not os.path.exists(f"{options.data}/{name}"):
            parser.error(f"no {name} in {options.data}: run make_corpus.py first (--existing keeps users.*)")
    return parser, options


def machine(options, records):
    """What the figures were measured on."""
    model, memory = platform.processor() or platform.machine(), ""
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), model)
        memory = f", {os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 1e9:.0f} GB"
    return {"date": datetime.date.today().isoformat(), "processor": model, "cores": os.cpu_count(),
            "system": f"{platform.system()} {platform.release()}{memory}", "python": platform.python_version(),
            "threads": options.threads, "rounds": options.rounds, "records": records,
            "note": options.note, "loadAtStart": round(os.getloadavg()[0], 1)}


def heading(facts):
    yield f"# {facts['date']}"
    yield ""
    yield f"- Machine: {facts['processor']}, {facts['cores']} cores, {facts['system']}."
    yield (f"- {facts['records']:,} records, {facts['threads']} threads, median of {facts['rounds']} rounds; load at "
           f"the start {facts['loadAtStart']}, at the end {os.getloadavg()[0]:.1f}.")
    if facts["records"] < BAR_RECORDS:
        yield f"- The bars are meant for {BAR_RECORDS:,} records: with fewer, starting a process weighs too much."
    if facts["note"]:
        yield f"- {facts['note']}"


def versions(rows, binary):
    known = {}
    for row in rows:
        for program in row.programs:
            if program.version:
                # One command under many names.
                name = "bulkcheck" if program.command[0] == binary else program.name.split(" -")[0]
                known[name] = program.version
    return ", ".join(f"{name}: {version}" for name, version in sorted(known.items()))


def commands(rows):
    """Each row's commands as they ran, once."""
    seen = set()
    for row in rows:
        if row.key == "memory":
            continue
        for program in row.programs:
            # Where a program lies is nobody's business.
            variables = [f"{name}={os.path.basename(value) if os.path.isfile(value) else value}"
                         for name, value in program.environment.items()]
            line = " ".join([*variables, os.path.basename(program.command[0]), *program.command[1:]])
            if not program.missing and line not in seen:
                seen.add(line)
                yield line


def document(rows, facts, options, corpus):
    yield from heading(facts)
    yield f"- Versions: {versions(rows, options.binary)}; Python {facts['python']}."
    yield ""
    yield "## Bars"
    yield ""
    yield from summary(rows)
    yield ""
    yield "## Every program"
    for row in rows:
        yield ""
        yield from details(row, corpus.path)
    yield ""
    yield "## Commands"
    yield ""
    yield "```"
    for line in commands(rows):
        yield line.replace(options.data + "/", "data/").replace(os.path.dirname(os.path.dirname(HERE)) + "/", "")
    yield "```"


def main():
    parser, options = parse_arguments()
    corpus = Corpus(options.data)
    if corpus.missing():
        parser.error(f"{options.data} lacks {', '.join(corpus.missing())}: run make_corpus.py")
    facts = machine(options, corpus.users["jsonl"]["records"])
    programs = Programs(options, corpus)
    if not options.only or {"parquet", "arrow", "columns", "frames"}.intersection(options.only):
        programs.write_tables()
    chosen = [row for row in all_rows(programs) if not options.only or row.key in options.only]
    for program in {program.name: program for row in chosen for program in row.programs if program.missing}.values():
        print(f"missing: {program.name} ({program.missing})", file=sys.stderr)
    for row in chosen:
        print(f"measuring: {row.title}", file=sys.stderr)
        alternate(row.programs, row.rounds or options.rounds)
    lines = list(document(chosen, facts, options, corpus))
    print("\n".join(seconds(chosen) if options.seconds else lines))
    if options.markdown:
        with open(options.markdown, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"machine": facts, "rows": [as_data(row) for row in chosen]}, file, indent=1)
    problems = [f"{row.title}: {program.name}: {program.problem}"
                for row in chosen for program in row.programs if program.problem]
    for problem in problems:
        print(f"PROBLEM {problem}", file=sys.stderr)
    words = [judge(bar, row.programs).word for row in chosen for bar in row.bars]
    failed = options.strict and any(word not in ("pass", "no bar") for word in words)
    return 1 if problems or failed else 0


if __name__ == "__main__":
    sys.exit(main())

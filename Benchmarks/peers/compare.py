#!/usr/bin/env python3
"""Compares bulkcheck with its peers and with the limits of the machine, on the same files in one run.

    python3 make_corpus.py --out data
    python3 compare.py data --bulkcheck ../../.build/release/bulkcheck --rounds 5

Prints a table in Markdown: medians of the whole process' wall clock and the ratio to bulkcheck. The
programs take turns within each round, so that a disturbance hits all of them. Every answer is compared
with truth.json; a wrong one is told, and the exit code is then 1. What is not installed is skipped with
a message.
"""
import argparse
import datetime
import importlib.util
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = ["users.jsonl", "users.jsonl.gz", "users.csv", "users.csv.gz"]


class Program:
    """A command, how to read its answer, and what it took."""

    def __init__(self, name, command, read=None, version=""):
        self.name, self.command, self.read, self.version = name, command, read, version
        self.seconds, self.cpu, self.inner, self.peak_bytes, self.problem = [], [], [], 0, ""

    def run(self, path, truth):
        with tempfile.TemporaryFile() as output:
            start = time.perf_counter()
            process = subprocess.Popen(self.command + [path], stdout=output if self.read else subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.perf_counter() - start
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            text = output.read()
        self.seconds.append(seconds)
        self.cpu.append(usage.ru_utime + usage.ru_stime)
        # Kibibytes on Linux, bytes on macOS.
        self.peak_bytes = max(self.peak_bytes, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))
        self.check(process.returncode, text, truth)

    def check(self, code, text, truth):
        if not self.read:
            self.problem = self.problem or (f"exit code {code}" if code else "")
            return
        try:
            answer, inner, version = self.read(json.loads(text))
        except (ValueError, KeyError):
            self.problem = f"no answer, exit code {code}"
            return
        self.inner.append(inner)
        self.version = self.version or version
        wrong = [key for key in answer if answer[key] != truth[key]]
        if wrong:
            self.problem = "wrong " + ", ".join(wrong)


def read_report(report):
    failures = {rule["id"]: rule["failed"] for rule in report["rules"]
                if not rule["id"].startswith("bulkcheck.") and rule["constraint"] not in ("type", "required")}
    answer = {"records": report["records"]["total"], "invalid": report["records"]["invalid"],
              "failures": failures}
    return answer, report["timing"]["seconds"], report["tool"]["version"]


def read_peer(report):
    answer = {key: report[key] for key in ("records", "invalid", "failures")}
    return answer, report["seconds"], report["version"]


def first_line(command):
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        return (result.stdout or result.stderr).strip().splitlines()[0]
    except (OSError, IndexError):
        return ""


def programs(options, path):
    """The programs that can run on the file, bulkcheck first."""
    threads = str(options.threads)
    profile = os.path.join(HERE, "users.profile.json")
    yield Program("bulkcheck", [options.bulkcheck, "--profile", profile, "--report", "json",
                                "--threads", threads], read_report)
    for module in ("duckdb", "polars"):
        if importlib.util.find_spec(module):
            script = os.path.join(HERE, f"peer_{module}.py")
            yield PeerProgram(module, [sys.executable, script], threads)
        else:
            skip(f"{module} is not installed (pip install {module})")
    limits = [["igzip", "-dc"], ["pigz", "-dc"], ["gzip", "-dc"]] if path.endswith(".gz") else [["wc", "-l"]]
    for command in limits:
        if shutil.which(command[0]):
            yield Program(" ".join(command), command, version=first_line([command[0], "--version"]))
        else:
            skip(f"{command[0]} is not installed")


class PeerProgram(Program):
    """A Python script that takes the file, then the number of threads."""

    def __init__(self, name, command, threads):
        super().__init__(name, command, read_peer)
        self.threads = threads

    def run(self, path, truth):
        command = self.command
        self.command = [command[0], command[1], path]
        try:
            super().run(self.threads, truth)
        finally:
            self.command = command


SKIPPED = set()


def skip(message):
    if message not in SKIPPED:
        SKIPPED.add(message)
        print(f"skipped: {message}", file=sys.stderr)


def machine():
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as file:
            model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), model)
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"


def table(file, size, plain_size, measured):
    own, own_cpu = statistics.median(measured[0].seconds), statistics.median(measured[0].cpu)
    print(f"\n### {file}, {size / 1e6:,.0f} MB" + (f" ({plain_size / 1e6:,.0f} MB plain)" if plain_size != size else ""))
    print("\n| program | median s | fastest s | CPU s | inside s | MB/s of plain data | time ÷ bulkcheck | CPU ÷ bulkcheck | peak MB | answer |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --- |")
    for program in measured:
        median, cpu = statistics.median(program.seconds), statistics.median(program.cpu)
        inner = f"{statistics.median(program.inner):.3f}" if program.inner else "–"
        verdict = program.problem or ("right" if program.read else "–")
        print(f"| {program.name} | {median:.3f} | {min(program.seconds):.3f} | {cpu:.3f} | {inner} | {plain_size / median / 1e6:,.0f} "
              f"| {median / own:.2f} | {cpu / own_cpu:.2f} | {program.peak_bytes / 1e6:,.0f} | {verdict} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", help="the folder that make_corpus.py wrote")
    parser.add_argument("--bulkcheck", default=os.path.join(HERE, "../../.build/release/bulkcheck"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    options = parser.parse_args()
    if not os.access(options.bulkcheck, os.X_OK):
        parser.error(f"no program at {options.bulkcheck}: build it with swift build -c release")
    with open(os.path.join(options.data, "truth.json")) as file:
        truth = json.load(file)
    print(f"{datetime.date.today()}, {machine()}, {options.threads} threads, {options.rounds} rounds, "
          f"{truth['records']:,} records, load at the start {os.getloadavg()[0]:.1f}")
    problems, versions = [], {}
    for name in FILES:
        path = os.path.join(options.data, name)
        measured = list(programs(options, path))
        for number in range(options.rounds + 1):
            for program in measured:
                program.run(path, truth)
                if number == 0:  # fills the page cache
                    program.seconds.clear()
                    program.cpu.clear()
                    program.inner.clear()
        table(name, os.path.getsize(path), os.path.getsize(path.removesuffix(".gz")), measured)
        problems += [f"{name}: {p.name}: {p.problem}" for p in measured if p.problem]
        versions.update({p.name: p.version for p in measured if p.version})
    print("\nVersions: " + "; ".join(f"{name}: {version}" for name, version in versions.items())
          + f"; Python {platform.python_version()}; load at the end {os.getloadavg()[0]:.1f}")
    for problem in problems:
        print(f"PROBLEM {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Runs the tool on inputs that are huge or made to do harm, and prints a table of what it took.

    python3 Tests/Endurance/run.py --binary .build/release/bulkcheck                  # some seconds: sizes divided by 1000
    python3 Tests/Endurance/run.py --binary .build/release/bulkcheck --size full      # minutes to an hour
    python3 Tests/Endurance/run.py --binary .build/release/bulkcheck --size full --only scale --only unique

Inputs are made on the fly and piped into the tool, or lie in a temporary folder. Each scenario names its exit code, a word of
the report and the most memory that it may take; a miss is marked and makes this end with 1. Needs nothing but Python 3; without pyarrow the group `arrow` is left out.
"""
import argparse
import importlib.util
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
import zlib

MB = 1_000_000


class Scenario:
    def __init__(self, name, profile, feed, code, word, most, options=(), files=None, fails=()):
        self.name = name          # what the table says
        self.profile = profile    # a dictionary
        self.feed = feed          # a function that yields bytes for standard input, or None
        self.code = code          # the exit code
        self.word = word          # occurs in the report
        self.most = most          # peak memory in MB that is still right
        self.options = list(options)
        self.files = files        # a function that makes files in a folder and returns their paths


def fields(**constraints):
    return {"bulkcheck": 1, "fields": constraints}


# What is fed. Blocks of some 100 kB are made once and repeated, so that making them costs nothing beside reading them.

def repeat(block, total):
    written = 0
    while written < total:
        yield block
        written += len(block)


def users(bad):
    """Lines of users, of which a share fails every rule, with values that differ."""
    lines = []
    for number in range(2000):
        wrong = bad and number % round(1 / bad) == 0
        lines.append(json.dumps({
            "id": f"{number:08x}-8d3e-4b7a-9a51-0c2f8f6f7b11" if not wrong else f"no {number}",
            "email": f"jane{number}@example.com" if not wrong else f"jane{number}",
            "age": 18 + number % 70 if not wrong else -number,
            "tags": ["a", "b"] if not wrong else [],
            "text": "lorem ipsum dolor sit amet " * 4}) + "\n")
    return "".join(lines).encode()


USERS = fields(
    id={"type": "string", "required": True, "format": "uuid"},
    email={"type": "string", "pattern": "^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$"},
    age={"type": "integer", "range": [18, 120]}, tags={"type": "array", "minItems": 1},
    text={"maxLength": 4000, "pattern": "^[a-z ]*$"})


def numbered(first, last, template="{\"a\":%d}\n"):
    """Lines with a number each, in blocks. The fastest way that needs no other program."""
    step = 200_000
    for start in range(first, last, step):
        stop = min(start + step, last)
        yield (template * (stop - start) % tuple(range(start, stop))).encode()


def line(total, start=b'{"a":"', fill=b"x", end=b'"}\n'):
    yield start
    yield from repeat(fill * (1 << 20), total)
    yield end


def bomb(total, fill):
    """A gzip member of blocks that inflate to a thousand times their size."""
    block = fill * (1 << 20)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    first = deflate.compress(block) + deflate.flush(zlib.Z_FULL_FLUSH)
    again = deflate.compress(block) + deflate.flush(zlib.Z_FULL_FLUSH)
    end = deflate.flush()
    crc, length = 0, 0
    yield b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
    yield first
    crc, length = zlib.crc32(block, crc), len(block)
    while length < total:
        yield again
        crc, length = zlib.crc32(block, crc), length + len(block)
    yield end + crc.to_bytes(4, "little") + (length & 0xffffffff).to_bytes(4, "little")


def members(total):
    """Many gzip members, each a bomb of a megabyte."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, 31)
    member = deflate.compress(b'{"a":1}\n' * (1 << 17)) + deflate.flush()
    for _ in range(max(1, total >> 20)):
        yield member


def arrow_stream(total):
    """An Arrow stream of batches of 8 MB."""
    import pyarrow as pa

    rows = 125_000
    ids = [f"{number:08x}-8d3e-4b7a-9a51-0c2f8f6f7b11" for number in range(rows)]
    batch = pa.record_batch({"id": ids, "age": pa.array([18 + n % 70 for n in range(rows)], pa.int64()),
                             "email": [f"jane{number}@example.com" for number in range(rows)]})
    yield batch.schema.serialize().to_pybytes()
    yield from repeat(batch.serialize().to_pybytes(), total)
    yield b"\xff\xff\xff\xff\0\0\0\0"


def scenarios(scale):
    """All of them; sizes are multiplied by `scale`."""
    def size(number):
        return max(1, int(number * scale))

    for total, name in [(10 * MB, "10 MB"), (100 * MB, "100 MB"), (1000 * MB, "1 GB"), (10_000 * MB, "10 GB")]:
        yield "scale", Scenario(
            f"users, {name}, none fails, 2 threads", USERS, lambda total=total: repeat(users(0), size(total)), 0,
            "PASSED", 45, ["--threads", "2"])
    for bad, name in [(0.01, "1 % fail all rules"), (1, "all fail all rules")]:
        yield "scale", Scenario(
            f"users, 1 GB, {name}, 2 threads", USERS, lambda bad=bad: repeat(users(bad), size(1000 * MB)), 1,
            "FAILED", 60, ["--threads", "2"])
    for threads in [1, 4, 16]:
        yield "scale", Scenario(
            f"users, 1 GB, none fails, {threads} thread{'s' * (threads > 1)}", USERS,
            lambda: repeat(users(0), size(1000 * MB)), 0, "PASSED", 40 + 4 * threads, ["--threads", str(threads)])
    yield "scale", Scenario(
        "users, 1 GB, 1 % fail, --valid, --invalid and --failures", USERS,
        lambda: repeat(users(0.01), size(1000 * MB)), 1, "FAILED", 60,
        ["--valid", "/dev/null", "--invalid", "/dev/null", "--failures", "/dev/null"])

    if importlib.util.find_spec("pyarrow"):
        yield "arrow", Scenario(
            "an Arrow stream of 4 GB in batches of 8 MB, 2 threads", fields(**{
                name: USERS["fields"][name] for name in ("id", "age", "email")}),
            lambda: arrow_stream(size(4000 * MB)), 0, "PASSED", 64, ["--threads", "2"])

    yield "records", Scenario(
        "100 records of 10 MB", fields(a={"pattern": "^x*$"}),
        lambda: (part for _ in range(100) for part in line(size(10 * MB))), 0, "PASSED", 260)
    yield "records", Scenario(
        "20 records of 5 million elements, each judged", fields(a={"items": {"maximum": 10}}),
        lambda: (part for _ in range(20) for part in line(size(10 * MB), b'{"a":[1', b",1", b"]}\n")), 0, "PASSED", 600)
    yield "records", Scenario(
        "a record of 32 million elements, each judged: 64 MB, the longest allowed", fields(a={"items": {"maximum": 10}}),
        lambda: line(min(size(64 * MB), 62 * MB), b'{"a":[1', b",1", b"]}\n"), 0, "PASSED", 2600)
    yield "records", Scenario(
        "the same with --max-record-bytes 1M", fields(a={"items": {"maximum": 10}}),
        lambda: line(max(size(64 * MB), 3 * MB), b'{"a":[1', b",1", b"]}\n"), 1, "1 malformed", 60,
        ["--max-record-bytes", "1M"])

    yield "hostile", Scenario(
        "nested 100,000 deep", fields(a={"type": "object"}),
        lambda: [b"[" * 100_000 + b"\n", b'{"a":' * 100_000 + b"1\n", b"{}\n"], 1, "depth", 40)
    yield "hostile", Scenario(
        "a JSON line of 2 GB", fields(a={"type": "string"}), lambda: line(size(2000 * MB)), 1, "FAILED" if scale >= 1 else "", 120
    ) if scale >= 1 else Scenario(
        "a JSON line of 2 MB, of which 1 is allowed", fields(a={"type": "string"}), lambda: line(2 * MB), 1, "length", 60,
        ["--max-record-bytes", "1M"])
    yield "hostile", Scenario(
        "a line of CSV with an open quote and 100 MB of short lines behind it", fields(a={"type": "string"}),
        lambda: line(size(100 * MB), b'a\n"', b"x,\n", b""), 1, "malformed", 1100, ["--input-format", "csv"])
    yield "hostile", Scenario(
        "CSV of a million columns, 3 rows", {"bulkcheck": 1, "fields": {'"7"': {"type": "integer"}}},
        lambda: [",".join(map(str, range(size(1_000_000)))).encode() + b"\n"] * 4, 0, "PASSED", 420,
        ["--input-format", "csv"])
    yield "hostile", Scenario(
        "a record of a million members, three times", fields(k7={"type": "integer"}),
        lambda: [("{" + ",".join(f'"k{n}":{n}' for n in range(max(8, size(1_000_000)))) + "}\n").encode()] * 3, 0,
        "PASSED", 160)
    yield "hostile", Scenario(
        "10 million different failing values", fields(a={"type": "string"}), lambda: numbered(0, size(10_000_000)), 1,
        "FAILED", 60)
    yield "hostile", Scenario(
        "10 million malformed lines", fields(a={"type": "string"}), lambda: numbered(0, size(10_000_000), '{"a":%d\n'), 1,
        "malformed", 60)
    yield "hostile", Scenario(
        "a gzip bomb: 10 GB of blanks in one line", fields(a={"type": "string"}), lambda: bomb(size(10_000 * MB), b" "), 1,
        "empty-input", 130, ["--input-format", "jsonl"])
    yield "hostile", Scenario(
        "a gzip bomb: 10 GB of records in one member", fields(a={"type": "integer"}),
        lambda: bomb(size(10_000 * MB), b'{"a":1}\n'), 0, "PASSED", 60)
    yield "hostile", Scenario(
        "10 GB in gzip members of 1 MB", fields(a={"type": "integer"}), lambda: members(size(10_000 * MB)), 0, "PASSED", 60)

    for pattern, text, count, name in [
            ("^(a+)+$", "a" * 5000 + "!", 1000, "exponential, on 5 kB"),
            ("(a|aa)+$", "a" * 60 + "!", 20_000, "exponential, on 60 bytes"),
            ("^(\\s*([0-9a-zA-Z+/=]){4}\\s*)+$", "QUJD" * 25_000, 1000, "FHIR's base64, on 100 kB that match"),
            ("^(\\s*([0-9a-zA-Z+/=]){4}\\s*)+$", "QUJD" * 25_000 + "!", 1000, "FHIR's base64, on 100 kB that do not"),
            ("(?:[0-9]|ab)+[a-z]", "0" * 10_000, 100, "quadratic, on 10 kB"),
            ("(?:[0-9]|ab)+[a-z]", "0" * 100_000, 100, "quadratic, on 100 kB"),
            ("(?:[0-9]|ab)+[a-z]", "0" * 1_000_000, 100, "quadratic, on 1 MB"),
            (".*foo.*bar", "lorem foo " * 10_000, 100, "quadratic by two loops, on 100 kB")]:
        record = json.dumps({"a": text}).encode() + b"\n"
        code = 0 if "that match" in name else 1
        yield "patterns", Scenario(
            f"{max(1, size(count)):,} × `{pattern}`: {name}".replace("|", "\\|"), fields(a={"pattern": pattern}),
            lambda record=record, count=count: [record] * max(1, size(count)), code, "", 110)

    def several(folder):
        paths = []
        for part in range(3):
            path = os.path.join(folder, f"part{part}.jsonl")
            with open(path, "wb") as file:
                # Each part repeats the last fifth of the one before it.
                first = part * size(4_000_000)
                for block in numbered(first, first + size(5_000_000), '{"a":%d,"b":"n","c":7}\n'):
                    file.write(block.replace(b'"n","c":7', b'"n","c":7'))
            paths.append(path)
        return paths

    three = {"bulkcheck": 1, "fields": {"a": {"unique": True}},
             "rules": [{"id": "pair", "unique": ["a", "b"]}, {"id": "triple", "unique": ["a", "b", "c"]}]}
    yield "unique", Scenario(
        "three unique rules over three inputs of 5 million records, --memory 128M", three, None, 1,
        f"{2 * size(1_000_000):,}", 200, ["--memory", "128M"], files=several)
    yield "unique", Scenario(
        "10 million keys, --memory 64M", fields(a={"unique": True}), lambda: numbered(0, size(10_000_000)), 0, "PASSED",
        120, ["--memory", "64M"])
    yield "unique200", Scenario(
        "200 million keys, --memory 512MB", fields(a={"unique": True}), lambda: numbered(0, size(200_000_000)), 0, "PASSED",
        600, ["--memory", "512MB"])


def run(scenario, binary):
    with tempfile.TemporaryDirectory(prefix="bulkcheck-endurance-") as folder:
        profile = os.path.join(folder, "profile.json")
        with open(profile, "w") as file:
            json.dump(scenario.profile, file)
        paths = scenario.files(folder) if scenario.files else ["-"]
        command = [binary, "-p", profile, "--temp-dir", folder, *scenario.options, *paths]
        out, err = os.path.join(folder, "out"), os.path.join(folder, "err")
        start = time.monotonic()
        fed = 0
        with open(out, "wb") as output, open(err, "wb") as diagnostics:
            tool = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output, stderr=diagnostics)

            def feed():
                nonlocal fed
                try:
                    for block in scenario.feed() if scenario.feed else []:
                        tool.stdin.write(block)
                        fed += len(block)
                    tool.stdin.close()
                except BrokenPipeError:
                    pass

            feeder = threading.Thread(target=feed)
            feeder.start()
            # The memory of the tool alone: the counter of children starts with that of the process that they are forked from.
            peak = 0
            while True:
                pid, status, usage = os.wait4(tool.pid, os.WNOHANG)
                if pid:
                    break
                try:
                    with open(f"/proc/{tool.pid}/status") as file:
                        for row in file:
                            if row.startswith("VmHWM"):
                                peak = int(row.split()[1]) * 1024
                except OSError:
                    pass
                time.sleep(0.01)
            seconds = time.monotonic() - start
            tool.returncode = os.waitstatus_to_exitcode(status)
            feeder.join()
        if peak == 0:
            peak = usage.ru_maxrss * 1024
        text = open(out, errors="replace").read()
        said = [row for row in text.splitlines() if row[:4] in ("PASS", "FAIL", "INCO")]
        return {
            "seconds": seconds, "cpu": usage.ru_utime + usage.ru_stime, "peak": peak / MB, "code": tool.returncode,
            "said": said[-1] if said else open(err, errors="replace").read()[:80].strip(), "text": text,
            "fed": fed or sum(os.path.getsize(path) for path in paths if os.path.exists(path))}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", required=True, help="the tool, a release build")
    parser.add_argument("--size", choices=["smoke", "full"], default="smoke")
    parser.add_argument("--only", action="append",
                        help="a group: scale, arrow, records, hostile, patterns, unique, unique200")
    options = parser.parse_args()
    # A core file of a crash would be large.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    scale = 1 if options.size == "full" else 0.001
    print("| scenario | fed | exit | wall s | CPU s | peak MB | what the report said |")
    print("| --- | --- | --- | --- | --- | --- | --- |", flush=True)
    misses = 0
    for group, scenario in scenarios(scale):
        if options.only and group not in options.only:
            continue
        if group == "unique200" and not (options.only or options.size == "smoke"):
            continue
        found = run(scenario, os.path.abspath(options.binary))
        wrong = []
        if found["code"] != scenario.code:
            wrong.append(f"exit code {scenario.code} expected")
        if scenario.word not in found["text"]:
            wrong.append(f"`{scenario.word}` expected")
        if found["peak"] > scenario.most:
            wrong.append(f"at most {scenario.most} MB expected")
        misses += bool(wrong)
        note = (" **" + ", ".join(wrong) + "**") if wrong else ""
        print(f"| {scenario.name} | {found['fed'] / MB:,.1f} MB | {found['code']} | {found['seconds']:.2f} | {found['cpu']:.2f} "
              f"| {found['peak']:.0f} | {' '.join(found['said'].split())}{note} |", flush=True)
    sys.exit(1 if misses else 0)


main()

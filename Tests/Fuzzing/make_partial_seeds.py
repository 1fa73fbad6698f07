#!/usr/bin/env python3
"""Makes the seeds of the fuzz target `partials` (docs/fuzzing.md) out of real partial results.

    Tests/Fuzzing/make_partial_seeds.py .build/release/bulkcheck

To be run again whenever what is in a partial result changes: a test says so.
"""

import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent / "Seeds" / "partials"
MARK = b"\xfe\xff"

UNIQUE = """{"bulkcheck":1,"name":"u","fields":{
"id":{"unique":{"message":"{value} at {line}: {n}"}},
"s":{"labels":["pii"],"unique":true},
"c":{"normalize":["trim"],"unique":{"severity":"warning"}},
"n":{"type":"integer","maximum":{"value":3,"message":"{value} on {line}"}}}}"""
PLAIN = """{"bulkcheck":1,"fields":{"t":{"maxLength":{"value":1,"tolerance":"10%"}},"k":{"required":true}}}"""
PAIRS = """{"bulkcheck":1,"fields":{"id":{"unique":true}},"rules":[
{"id":"up","previous":{"by":"g"},"compare":["n",">","previous.n"]},
{"id":"sum","previous":{},"compare":["sum(a[*])","==","sum(previous.a[*])"]}]}"""
STEPS = (
    '{"g":1,"n":2,"a":[1,2],"id":1}\n{"g":"x","n":"y","a":[]}\n{"g":1,"n":1,"a":[3],"id":1}\n'
    '{"n":1,"a":null}\n{"g":"x","n":"z","id":2}\n'
)
LINES = (
    '{"id":1,"s":"a","c":" x","n":9}\n{"id":1,"s":"a","c":"x","n":1}\n{"id":\n[1]\n'
    '{"id":2,"id":3}\n{"id":2,"n":"x"}\n'
)
ROWS = "id,n,c\n1,9,x\n1,2,x\n\"a\nb\",4\n"
TEXTS = '{"t":"ab","k":null}\n{"t":"\\u00e9\\u00e9"}\n{"t":"ab"}\n'


def run(binary, folder, out, *arguments):
    """Runs the tool, which writes the partial result `out`, whatever its exit code."""
    command = [binary, *arguments, "--partial", out]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    if not (folder / out).exists():
        sys.exit(done.stderr.decode())


def blocks(data):
    """The kinds and contents of a file's blocks."""
    position = 10
    while position < len(data):
        length = int.from_bytes(data[position + 1 : position + 5], "little")
        content = data[position + 5 : position + 5 + length]
        yield data[position : position + 1], content
        position += 9 + length


def after_profile(header):
    """A header's content behind version, checksum and length of the profile: the target writes these."""
    position = 0
    for _ in range(2):
        position += 1 + header[position]
    while header[position] >= 0x80:
        position += 1
    return header[position + 1 :]


def marked(data, repairs_header):
    parts = []
    for kind, content in blocks(data):
        if kind == b"H" and repairs_header:
            content = after_profile(content)
        if MARK in content:
            sys.exit("the mark occurs in a block: change the data a little")
        parts.append(MARK + kind + content)
    return b"".join(parts)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for path, text in [
            ("u.json", UNIQUE), ("p.json", PLAIN), ("a.jsonl", LINES), ("b.csv", ROWS),
            ("t.jsonl", TEXTS), ("e.jsonl", ""), ("r.json", PAIRS), ("s.jsonl", STEPS),
        ]:
            (folder / path).write_text(text)

        def partial(out, profile, *inputs):
            options = ["--report", "json=/dev/null", "--fail-on", "never", "--threads", "1"]
            run(binary, folder, out, "-p", profile, *options, *inputs)

        partial("unique", "u.json", "a.jsonl")
        partial("two-inputs", "u.json", "a.jsonl", "b.csv")
        partial("csv", "u.json", "b.csv")
        partial("texts", "p.json", "t.jsonl")
        partial("empty", "p.json", "e.jsonl")
        partial("missing", "p.json", "t.jsonl", "none.jsonl")
        partial("limit", "p.json", "--limit", "2", "t.jsonl", "e.jsonl")
        partial("few", "u.json", "--samples", "1", "--skip", "id.unique", "a.jsonl")
        partial("pairs", "r.json", "s.jsonl")
        run(binary, folder, "merged-pairs", "merge", "--as", "all", "pairs", "pairs")
        run(binary, folder, "merged", "merge", "--as", "all", "csv", "csv")

        def seed(file, settings, content):
            (FOLDER / file).write_bytes(bytes(settings) + content)

        names = ["unique", "two-inputs", "csv", "texts", "empty", "missing", "limit", "few", "merged"]
        names += ["pairs", "merged-pairs"]
        for number, partial_name in enumerate(names):
            data = (folder / partial_name).read_bytes()
            # Repaired, kept as several inputs or as pieces of one, memory, examples, how many times.
            pieces = 1 if partial_name in ("csv", "merged", "pairs", "merged-pairs") else 0
            seed(partial_name, [0, pieces, number % 2, 0, number % 3], marked(data, True))
        data = (folder / "texts").read_bytes()
        seed("header", [1, 0, 0, 0, 0], marked(data, False))
        seed("file", [2, 0, 0, 0, 0], data)


if __name__ == "__main__":
    main()

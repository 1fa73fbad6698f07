"""The rows of the table: what runs against what, and the bar."""
from dataclasses import dataclass, field

from programs import PEERS

# Starting takes milliseconds; few runs of it say nothing.
START_ROUNDS = 30
MEMORY_THREADS = [1, 2, 4, 8]


@dataclass
class Bar:
    """`ours` against the fastest of `others` (all of which must be there), or alone in `unit`."""

    label: str
    ours: str
    others: list
    # None: measured and written down, no bar.
    limit: float = None
    aim: float = None
    metric: str = "wall"
    unit: str = ""


@dataclass
class Row:
    key: str
    title: str
    programs: list
    bars: list = field(default_factory=list)
    rounds: int = None
    note: str = ""


def input_rows(make):
    """The five files on all threads."""
    jsonl, csv = "users.jsonl", "users.csv"
    peers = list(PEERS.values())
    fastest = "the fastest of " + ", ".join(peers)
    inflate = "igzip -dc"
    yield Row("jsonl", jsonl, [make.bulkcheck(jsonl), *make.peers(jsonl), make.wc(jsonl)],
              [Bar("DuckDB", "bulkcheck", ["DuckDB"], 1 / 4, 1 / 5.5)])
    yield from columnar_rows(make, jsonl)
    gzip = jsonl + ".gz"
    yield Row("jsonl.gz", gzip + ", one member",
              [make.bulkcheck(gzip), *make.peers(gzip), make.igzip(gzip), make.pigz(gzip)],
              [Bar(inflate, "bulkcheck", [inflate], 1.15, 1.05), Bar(fastest, "bulkcheck", peers, 1 / 2.5)])
    members = "users.multi.jsonl.gz"
    parallel, count = make.rapidgzip(members, "-f", "-dc"), make.rapidgzip(members, "--count")
    yield Row("multi", members + ", members of 1 MiB of text",
              [make.bulkcheck(members), *make.peers(members), parallel, count, make.igzip(members)],
              [Bar(parallel.name, "bulkcheck", [parallel.name], 1.3, 1.1)])
    yield Row("csv", csv, [make.bulkcheck(csv), *make.peers(csv)],
              [Bar(fastest, "bulkcheck", peers, 1 / 4, 1 / 5)])
    gzip = csv + ".gz"
    yield Row("csv.gz", gzip, [make.bulkcheck(gzip), *make.peers(gzip), make.igzip(gzip), make.pigz(gzip)],
              [Bar(inflate, "bulkcheck", [inflate], 1.2, 1.05), Bar(fastest, "bulkcheck", peers, 1 / 2.3)])


def columnar_rows(make, jsonl):
    """Tables that are columns already."""
    def fastest(peers, ours, *limits):
        names = [peer.name for peer in peers]
        return Bar("the fastest of " + ", ".join(names), ours, names, *limits)

    parquet, lines = "users.parquet", make.bulkcheck(jsonl, "bulkcheck, " + jsonl)
    peers = make.columnar_peers(parquet)
    yield Row("parquet", parquet + ", by a reader", [make.parquet(parquet), lines, *peers],
              [fastest(peers, "bulkcheck", 1.1, 0.5), fastest(peers, lines.name)],
              note="The second bar is bulkcheck on the same records as JSON lines.")
    arrow = "users.arrow"
    peers = make.columnar_peers(arrow)
    yield Row("arrow", arrow, [make.with_table(make.bulkcheck(arrow), arrow), lines, *peers],
              [Bar("the same records as JSON lines", "bulkcheck", [lines.name], 0.6, 0.35),
               fastest(peers, "bulkcheck")])
    wide = "wide.arrow"
    peers = list(make.column_peers(wide))
    yield Row("columns", wide + ", three rules on 3 of 50 columns", [make.columns(wide), *peers],
              [fastest(peers, "bulkcheck", 0.3, 0.15)])
    events = "events.arrow"
    file = make.frame(events, "file", "check of the file")
    holders = {"pyarrow": (2.0, 1.3), "polars": (2.0, 1.3), "pandas": (2.5, 1.5)}
    frames = [make.frame(events, module, f"check of {module}") for module in holders]
    yield Row("frames", "dates, times, decimals and a dictionary, from Python", [file, *frames],
              [Bar(f"{program.name}, against the same rows as an Arrow file", program.name, [file.name], *limits,
                   metric="inside") for program, limits in zip(frames, holders.values())],
              note="Only `check` counts, not the start of Python or how the frame was made.")


def schema_rows(make):
    """A JSON Schema, against what else can judge by one, and against the profile that says the same."""
    jsonl, good = "users.jsonl", "good.jsonl"
    yield Row("schema", jsonl + ", by a JSON Schema", [make.schema(jsonl), make.jsonschema_rs(jsonl)],
              [Bar("jsonschema-rs, two processes", "bulkcheck --schema", ["jsonschema-rs"], 0.15, 0.10)],
              note="jsonschema-rs says valid or not; bulkcheck counts every keyword.")
    yield Row("schema", jsonl + ", by a JSON Schema, 1 thread",
              [make.schema(jsonl, threads=1), make.plain(jsonl, threads=1)],
              [Bar("the same rules as a profile, CPU", "bulkcheck --schema", ["plain profile"], 1.2, 1.0,
                   metric="cpu")])
    sourcemeta = make.sourcemeta(good)
    yield Row("schema", good + ", by a JSON Schema", [make.schema(good), sourcemeta],
              [Bar("sourcemeta's jsonschema", "bulkcheck --schema", [sourcemeta.name], 0.05, 0.03)])


def table_rows(make):
    """Rules about the whole table: what they add to those of the fields, and their figures against DuckDB."""
    note = "Count, missing, distinct, mean, quantile, count by country, sorted."
    jsonl, csv = "users.jsonl", "users.csv"
    both, fields = make.table(jsonl, "bulkcheck", "table"), make.plain(jsonl)
    alone, duckdb = make.table(jsonl, "table rules alone", "table-only"), make.duckdb_table(jsonl)
    yield Row("table", jsonl + ", and the whole table", [both, fields, alone, duckdb],
              [Bar("the fields alone, CPU", both.name, [fields.name], 1.5, 1.3, metric="cpu"),
               Bar("DuckDB, the table alone", alone.name, [duckdb.name], 1 / 3, 1 / 5),
               Bar("fields and table against DuckDB, the table alone", both.name, [duckdb.name])], note=note)
    alone, duckdb = make.table(csv, "table rules alone", "table-only"), make.duckdb_table(csv)
    yield Row("table", csv + ", the whole table alone", [alone, duckdb],
              [Bar("DuckDB", alone.name, [duckdb.name], 1 / 3, 1 / 5)], note=note)


def limit_rows(make):
    """One thread against the limits of the machine, the cost of rules and of failures, the start, the memory."""
    jsonl = "users.jsonl"
    yield Row("parse", jsonl + ", 1 thread, all rules", [make.bulkcheck(jsonl, threads=1), make.simdjson(jsonl)],
              [Bar("simdjson's DOM, CPU", "bulkcheck", ["simdjson"], 0.9, 0.7, metric="cpu")],
              note="simdjson parses every line and judges nothing.")
    good, failing = (make.bulkcheck(f"{name}.jsonl", name, profile="failing", truth=name)
                     for name in ("good", "failing"))
    yield Row("failing", "every record fails every rule", [failing, good],
              [Bar("as many good records", "failing", ["good"], 1.5, 1.1)],
              note="The same number of records, so the ratio is one of time per record. The failing ones are "
                   "longer (a text must be too long to fail): {failing.jsonl} bytes a record against {good.jsonl}.")
    one = make.bulkcheck(jsonl, "bulkcheck", threads=1, profile="one", truth="one")
    yield Row("count", jsonl + ", one trivial rule, 1 thread", [one, make.wc(jsonl)],
              [Bar("wc -l", "bulkcheck", ["wc -l"], 4.5, 3)])
    many = make.bulkcheck("many.jsonl", "150 rules", profile="many", truth="many")
    sixteen = make.bulkcheck("many.jsonl", "16 rules", truth="sixteen")
    yield Row("rules", "150 rules on 14 fields", [many, sixteen],
              [Bar("16 rules", "150 rules", ["16 rules"], 3, 2)],
              note="Value rules are counted; presence and type are declared in both profiles besides.")
    yield Row("start", "10 records, from the start of the process", [make.bulkcheck("ten.jsonl", truth="ten")],
              [Bar("wall clock", "bulkcheck", [], 15, 8, unit="ms")], rounds=START_ROUNDS,
              note="The program's file is in the page cache.")
    yield memory_row(make)


def counted(threads):
    return "1 thread" if threads == 1 else f"{threads} threads"


def memory_row(make):
    files = ["users.jsonl", "users.jsonl.gz", "users.multi.jsonl.gz", "users.csv", "users.csv.gz"]
    programs = [make.bulkcheck(file, f"{file}, {counted(threads)}", threads=threads)
                for threads in MEMORY_THREADS for file in files]
    programs += [make.bulkcheck(["users.jsonl"] * 3, "users.jsonl three times, 8 threads", threads=8)]
    programs += [make.bulkcheck("failing.jsonl", f"failing.jsonl, {counted(threads)}", threads=threads,
                                profile="failing", truth="failing") for threads in MEMORY_THREADS]
    programs += [make.bulkcheck("ten.jsonl", "ten.jsonl, 8 threads", threads=8, truth="ten")]
    return Row("memory", "peak memory, any input, 1 to 8 threads", programs,
               [Bar("the largest", "", [], 64, 40, metric="peak_bytes", unit="MB")], rounds=1)


def switch_rows(make):
    """The slower ways, which there is no bar for."""
    jsonl, csv, gzip = "users.jsonl", "users.csv", "users.jsonl.gz"
    engine = ("BULKCHECK_PATTERN_ENGINE", "pcre2")

    def against(key, title, file, program, **usual):
        return Row(key, title, [program, make.bulkcheck(file, **usual)],
                   [Bar("bulkcheck as it is", program.name, ["bulkcheck"])])

    for kernel in ("scalar", "avx2"):
        for file in (jsonl, csv):
            yield against(kernel, f"{file}, {kernel} kernel", file,
                          make.bulkcheck(file, f"{kernel} kernel", variable=("BULKCHECK_SCAN_KERNEL", kernel)))
    for file in (jsonl, csv):
        yield against("pcre2", f"{file}, PCRE2 alone", file, make.bulkcheck(file, "PCRE2 alone", variable=engine))
    many = dict(profile="many", truth="many")
    yield against("pcre2", "150 rules, PCRE2 alone", "many.jsonl",
                  make.bulkcheck("many.jsonl", "PCRE2 alone", variable=engine, **many), **many)
    for file in (gzip, "users.multi.jsonl.gz", "users.csv.gz"):
        zlib = make.bulkcheck(file, "zlib alone", binary=make.options.binary_zlib or "(--binary-zlib not given)")
        yield against("zlib", f"{file}, zlib alone", file, zlib)


def all_rows(make):
    yield from input_rows(make)
    yield from schema_rows(make)
    yield from table_rows(make)
    yield from limit_rows(make)
    yield from switch_rows(make)


KEYS = ["jsonl", "parquet", "arrow", "columns", "frames", "jsonl.gz", "multi", "csv", "csv.gz", "schema", "table",
        "parse", "failing", "count", "rules", "start", "memory", "scalar", "avx2", "pcre2", "zlib"]

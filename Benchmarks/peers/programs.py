"""The programs that are compared: how each is called, and whether it is there."""
import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile

from measuring import (Program, read_figures, read_lines, read_parsed, read_peer, read_report,
                       read_users_report)

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.normpath(os.path.join(HERE, "../../python/src"))
PEERS = {"duckdb": "DuckDB", "polars": "Polars", "chdb": "chDB"}


def first_line(command):
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        return (result.stdout or result.stderr).strip().splitlines()[0]
    except (OSError, IndexError):
        return ""


def find(name):
    """A command's path: first beside this Python, where pip puts commands (a version manager's shim is slow)."""
    beside = os.path.join(os.path.dirname(sys.executable), name)
    return beside if os.access(beside, os.X_OK) else shutil.which(name)


class Programs:
    """Makes programs for one corpus, whose truth they are held against."""

    def __init__(self, options, corpus):
        self.options, self.corpus = options, corpus
        self.versions = {}

    def bulkcheck(self, file, name="bulkcheck", threads=None, profile=None, truth=None, binary=None, variable=None):
        """`profile` and `truth`: names of what is derived; without them the sixteen rules on users.*.

        `variable`: (name, value) of an environment variable, which the binary must know.
        """
        threads = threads or self.options.threads
        binary = binary or self.options.binary
        path = self.corpus.profile(profile) if profile else self.corpus.users_profile
        read = read_report if truth else read_users_report
        truth = self.corpus.derived_truth(truth) if truth else self.corpus.users_truth(file)
        files = [file] if isinstance(file, str) else file
        program = Program(
            name, [binary, "--profile", path, "--report", "json", "--fail-on", "never", "--threads", str(threads),
                   *(self.corpus.path(file) for file in files)],
            read=read, truth=truth)
        if not os.access(binary, os.X_OK):
            program.missing = f"no program at {binary}"
        elif variable:
            program.environment = dict([variable])
            if not mentions(binary, variable[0]):
                program.missing = f"this bulkcheck does not read {variable[0]}"
        return program

    def judging(self, file, name, *rules, threads=None):
        """bulkcheck by rules whose ids the truth does not know: only valid and invalid records are compared."""
        threads = threads or self.options.threads
        return Program(
            name, [self.options.binary, *rules, "--report", "json", "--fail-on", "never", "--threads", str(threads),
                   self.corpus.path(file)],
            read=read_report, truth=self.corpus.validity(file))

    def schema(self, file, threads=None):
        return self.judging(file, "bulkcheck --schema", "--schema", self.corpus.schema(), threads=threads)

    def plain(self, file, threads=None):
        return self.judging(file, "plain profile", "--profile", self.corpus.profile("plain"), threads=threads)

    def table(self, file, name, profile):
        """bulkcheck by the rules about the whole table, with others or alone."""
        return Program(
            name, [self.options.binary, "--profile", self.corpus.profile(profile), "--report", "json", "--fail-on", "never",
                   "--threads", str(self.options.threads), self.corpus.path(file)],
            read=read_figures, truth=self.corpus.table_truth())

    def duckdb_table(self, file):
        script = os.path.join(HERE, "peer_duckdb_table.py")
        program = Program(
            "DuckDB", [sys.executable, script, self.corpus.path(file), str(self.options.threads)],
            read=read_peer, truth=self.corpus.table_truth())
        if not importlib.util.find_spec("duckdb"):
            program.missing = "pip install duckdb"
        return program

    def jsonschema_rs(self, file):
        script = os.path.join(HERE, "peer_jsonschema_rs.py")
        program = Program(
            "jsonschema-rs", [sys.executable, script, self.corpus.path(file), str(self.options.threads)],
            read=read_peer, truth=self.corpus.validity(file))
        if not importlib.util.find_spec("jsonschema_rs") or not importlib.util.find_spec("orjson"):
            program.missing = "pip install jsonschema-rs orjson"
        return program

    def sourcemeta(self, file):
        """Ends at the first record that is not valid, so it gets a file without one."""
        hint = "pip install sourcemeta-jsonschema"
        program = self.tool(["jsonschema", "validate", "--fast", self.corpus.schema()], file, hint)
        program.name = "sourcemeta"
        # Another package has a command of that name.
        if not has_distribution("sourcemeta-jsonschema"):
            program.missing = hint
        return program

    def peer(self, module, file):
        truth = self.corpus.users_truth(file)
        script = os.path.join(HERE, f"peer_{module}.py")
        program = Program(
            PEERS[module], [sys.executable, script, self.corpus.path(file), str(self.options.threads)],
            read=read_peer, truth={key: truth[key] for key in ("records", "invalid", "failures")})
        if not importlib.util.find_spec(module):
            program.missing = f"pip install {module}"
        return program

    def peers(self, file):
        return [self.peer(module, file) for module in PEERS]

    def columnar_peers(self, file):
        """DuckDB and Polars on the records of users.jsonl as columns."""
        return [self.with_table(self.peer(module, file), file) for module in ("duckdb", "polars")]

    def column_peers(self, file):
        """DuckDB and Polars on three columns of a wide table."""
        script = os.path.join(HERE, "peer_columns.py")
        for module in ("duckdb", "polars"):
            program = Program(
                PEERS[module], [sys.executable, script, self.corpus.path(file), str(self.options.threads), module],
                read=read_peer, truth=self.corpus.failures_truth(file))
            if not importlib.util.find_spec(module):
                program.missing = f"pip install {module}"
            yield self.with_table(program, file)

    def columns(self, file):
        """bulkcheck on three columns of a wide table."""
        program = Program(
            "bulkcheck", [self.options.binary, "--profile", self.corpus.profile("wide"), "--report", "json",
                          "--fail-on", "never", "--threads", str(self.options.threads), self.corpus.path(file)],
            read=read_report, truth=self.corpus.failures_truth(file))
        return self.with_table(program, file)

    def frame(self, file, module, name):
        """`check` of the Python package on the rows of a file, held by a package, or on the file itself."""
        program = Program(
            name, [sys.executable, os.path.join(HERE, "check_frame.py"), self.corpus.path(file),
                   self.corpus.profile("events"), str(self.options.threads), module],
            read=read_peer, truth=self.corpus.failures_truth(file),
            environment={"PYTHONPATH": PACKAGE, "BULKCHECK": os.path.abspath(self.options.binary)})
        if module != "file" and not importlib.util.find_spec(module):
            program.missing = f"pip install {module}"
        return self.with_table(program, file)

    def parquet(self, file):
        """bulkcheck on Parquet, by the reader of the Python package."""
        program = self.bulkcheck(file)
        program.command[1:1] = ["--reader", f".parquet={parquet_reader()}"]
        program.environment = {"PYTHONPATH": PACKAGE}
        return self.with_table(program, file)

    def with_table(self, program, file):
        """A program that is missing where a table is."""
        if not os.path.exists(self.corpus.path(file)):
            program.missing = program.missing or f"no {file}: pip install duckdb pyarrow"
        return program

    def write_tables(self):
        """In a process of its own, whose memory is not that of compare.py."""
        files = ["users.parquet", "users.arrow", "wide.arrow", "events.arrow"]
        if not all(os.path.exists(self.corpus.path(file)) for file in files) and importlib.util.find_spec("duckdb"):
            subprocess.run([sys.executable, os.path.join(HERE, "make_tables.py"), self.corpus.folder], check=True)

    def tool(self, command, file, hint, read=None):
        """A command that takes the file as its last argument."""
        name, path = " ".join(command), find(command[0])
        program = Program(name, [path or command[0], *command[1:], self.corpus.path(file)], read=read)
        if not path:
            program.missing = hint
        else:
            if name not in self.versions:
                self.versions[name] = first_line([path, "--version"])
            program.version = self.versions[name]
        return program

    def igzip(self, file):
        return self.tool(["igzip", "-dc"], file, "apt-get install isal")

    def pigz(self, file):
        return self.tool(["pigz", "-dc"], file, "apt-get install pigz")

    def rapidgzip(self, file, *action):
        return self.tool(["rapidgzip", "-P", str(self.options.threads), *action], file, "pip install rapidgzip")

    def wc(self, file):
        program = self.tool(["wc", "-l"], file, "coreutils", read=read_lines)
        program.truth = {"records": self.corpus.users_truth(file)["records"]}
        return program

    def simdjson(self, file):
        program = Program("simdjson", [simdjson_binary(), self.corpus.path(file)], read=read_parsed,
                          truth={"records": self.corpus.users_truth(file)["records"], "malformed": 0})
        program.missing = "" if program.command[0] else "g++ and libsimdjson-dev"
        return program


def has_distribution(name):
    try:
        importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def mentions(binary, word):
    """Whether the name of a variable stands in the program: one that it does not read would change nothing unseen."""
    end = b""
    with open(binary, "rb") as file:
        # In blocks: what this process holds in memory shows up in the peak of those it starts.
        while block := file.read(1 << 16):
            if word.encode() in end + block:
                return True
            end = block[-len(word):]
    return False


MADE = {}


def parquet_reader():
    """The console script of the Python package, which need not be installed."""
    if "reader" not in MADE:
        MADE["folder"] = tempfile.TemporaryDirectory(prefix="bulkcheck-peers-")
        path = MADE["reader"] = os.path.join(MADE["folder"].name, "bulkcheck-parquet")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!{sys.executable}\nfrom bulkcheck._parquet import main\n\nmain()\n")
        os.chmod(path, 0o755)
    return MADE["reader"]


COMPILED = {}


def simdjson_binary():
    """Compiles simdjson_parse.cpp, once; "" if there is no compiler or no simdjson."""
    if "path" not in COMPILED:
        folder = COMPILED["folder"] = tempfile.TemporaryDirectory(prefix="bulkcheck-peers-")
        path = os.path.join(folder.name, "simdjson_parse")
        source = os.path.join(HERE, "simdjson_parse.cpp")
        try:
            subprocess.run(["g++", "-O3", "-march=native", "-std=c++17", source, "-lsimdjson", "-o", path],
                           check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            path = ""
        COMPILED["path"] = path
    return COMPILED["path"]

#!/usr/bin/env python3
"""Checks data with bulkcheck on the machines of an Apache Spark cluster, and merges what they found into one report.

Each partition is judged where it is; only its partial result (`bulkcheck check --partial`) travels to the driver,
where `bulkcheck merge` makes the report of a single run of them. Two ways:

    spark-submit bulkcheck_spark.py files --profile users.json --report report.json 'data/part-*.jsonl.gz'
    spark-submit bulkcheck_spark.py rows  --profile users.json --report report.json data/users.jsonl

`files`: each partition judges whole files, which every machine must see under the same path. The report lists them.
`rows`: Spark reads and cuts one text file of JSON lines; the partitions are successive pieces of it, and lines are counted
on from piece to piece. The report is that of a run over the whole file.

The profile travels with the files that its `references` name by a relative path; one that is named by an absolute
path must be there on every machine.

The exit code is that of `bulkcheck merge`: 0 passed, 1 the data failed, 2 could not judge. Errors of Spark and of
this script are 2 as well. Every machine needs the command; BULKCHECK in the driver's environment, or --bulkcheck,
names it where it is not on the PATH.
"""

import argparse
import glob
import itertools
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile


class CannotJudge(Exception):
    """The run cannot say whether the data is good; the text says why."""


class Profile:
    """A profile on the driver, and its copy on every machine of the cluster.

    The copy is an archive that Spark unpacks once on each machine. In it the profile and the files that it refers to
    are placed as they are here, so that relative paths lead to them.
    """

    def __init__(self, command, path):
        """Reads the profile: a mistake in it ends the job before anything is distributed."""
        with tempfile.TemporaryDirectory() as folder:
            report = os.path.join(folder, "report.json")
            arguments = ["--report", "json=" + report, "--input-format", "jsonl", "-"]
            self.nothing = check(command, path, arguments, [])
            with open(report, encoding="utf-8") as file:
                references = json.load(file)["profile"].get("references", [])
        home = os.path.dirname(os.path.abspath(path))
        files = {os.path.abspath(path): path}
        for name in sorted({reference["file"] for reference in references}):
            if not os.path.isabs(name):
                files[os.path.normpath(os.path.join(home, name))] = os.path.join(home, name)
        self.files = files
        self.root = os.path.commonpath([os.path.dirname(place) for place in files])
        self.path = os.path.relpath(os.path.abspath(path), self.root)

    def distribute(self, context, folder):
        """Sends the archive to every machine; returns what finds the profile there."""
        archive = os.path.join(folder, "profile.tar")
        with tarfile.open(archive, "w", dereference=True) as file:
            for place, source in self.files.items():
                file.add(source, os.path.relpath(place, self.root))
        context.addArchive(archive + "#bulkcheck-profile")
        path = os.path.join("bulkcheck-profile", self.path)

        def find():
            from pyspark import SparkFiles

            return SparkFiles.get(path)

        return find


def check(command, profile, arguments, rows=None):
    """The partial result of one run of bulkcheck, as bytes.

    --fail-on never: data that fails must not fail the task, which Spark would try again. Exit code 2 stays: an input that
    could not be read, or a mistake in the profile.
    """
    if "--report" not in arguments:
        arguments = ["--report", "json=/dev/null"] + arguments
    with tempfile.TemporaryDirectory() as folder:
        partial_path = os.path.join(folder, "result.bcp")
        try:
            process = subprocess.Popen(
                [command, "check", "--profile", profile, "--partial", partial_path,
                 "--fail-on", "never", "--threads", "1"] + arguments,
                stdin=subprocess.DEVNULL if rows is None else subprocess.PIPE, stderr=subprocess.PIPE)
        except OSError as error:
            raise CannotJudge(f"cannot run {command}: {error.strerror}") from error
        try:
            if rows is not None:
                for row in rows:
                    process.stdin.write(row.encode("utf-8") if isinstance(row, str) else row)
                    process.stdin.write(b"\n")
                process.stdin.close()
                process.stdin = None
        except BrokenPipeError:
            process.stdin = None  # the exit code says why
        diagnostics = process.communicate()[1].decode("utf-8", "replace")
        if process.returncode != 0:
            raise CannotJudge(diagnostics.strip() or f"bulkcheck ended with {process.returncode}")
        with open(partial_path, "rb") as file:
            return file.read()


def check_files(context, command, profile, paths):
    """A partial result for each file, with the file's number. `profile` finds the profile on a machine."""
    files = context.parallelize(list(enumerate(paths)), len(paths))
    return one_by_one(files.map(lambda file: (file[0], check(command, profile(), [file[1]]))))


def check_rows(session, command, profile, nothing, path):
    """A partial result for each partition of a text file, with the place in the file where the partition begins.

    Rows are taken as bytes, not as text: Spark would mend ill-formed UTF-8, which is to be reported. `nothing` is the
    partial result of no row.
    """
    from pyspark.sql import functions

    rows = session.read.option("lineSep", "\n").text(path).select(
        functions.input_file_block_start(), functions.col("value").cast("binary"))

    def judge(part):
        first = next(part, None)
        if first is None:
            return []
        lines = itertools.chain([first], part)
        arguments = ["--input-format", "jsonl", "-"]
        return [(first[0], check(command, profile(), arguments, (line[1] for line in lines)))]

    # Before all others an empty piece: without rows there is no partition, and nothing would be merged.
    return itertools.chain([(-1, nothing)], one_by_one(rows.rdd.mapPartitions(judge)))


def one_by_one(partials):
    """Makes all results in parallel, on the workers' disks, and hands them over one after another.

    collect() would hold all of them in the driver's memory; toLocalIterator() alone would run one task at a time.
    """
    from pyspark import StorageLevel

    partials = partials.persist(StorageLevel.DISK_ONLY)
    partials.count()
    yield from partials.toLocalIterator()
    partials.unpersist()


def merge(command, partials, arguments):
    """Merges partial results, which come with their place, in the order of the places; returns the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for place, partial in partials:
            paths.append(os.path.join(folder, f"{place + 1:020}.bcp"))
            with open(paths[-1], "wb") as file:
                file.write(partial)
        return subprocess.run([command, "merge"] + arguments + sorted(paths)).returncode


def run(options):
    """Does the job; returns the exit code."""
    profile = Profile(options.bulkcheck, options.profile)

    # Imported here, so that --help needs no Spark.
    from pyspark.sql import SparkSession

    session = SparkSession.builder.appName("bulkcheck").config(
        "spark.sql.files.maxPartitionBytes", options.partition_bytes).getOrCreate()
    reports = [argument for report in options.report for argument in ("--report", report)]
    try:
        with tempfile.TemporaryDirectory() as folder:
            find = profile.distribute(session.sparkContext, folder)
            if options.mode == "files":
                paths = [path for name in options.inputs for path in sorted(glob.glob(name)) or [name]]
                partials = check_files(session.sparkContext, options.bulkcheck, find, paths)
                return merge(options.bulkcheck, partials, reports)
            path = options.inputs[0]
            partials = check_rows(session, options.bulkcheck, find, profile.nothing, path)
            return merge(options.bulkcheck, partials, ["--as", path] + reports)
    finally:
        session.stop()


def reason(error):
    """What went wrong, in a few lines: Spark wraps an exception of a worker into two stacks of calls."""
    found = re.findall(r"CannotJudge: (.*?)(?=\n\s*(?:\n|at )|\Z)", str(error), re.DOTALL)
    return found[-1] if found else f"{type(error).__name__}: {error}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("mode", choices=["files", "rows"])
    parser.add_argument("inputs", nargs="+", help="files, or a pattern of their names; for rows: one")
    parser.add_argument("--profile", required=True)
    parser.add_argument("--report", action="append", default=[], help="as of bulkcheck; repeatable")
    parser.add_argument("--partition-bytes", type=int, default=128 << 20,
                        help="of a partition at most, for rows (default: 128 MiB)")
    parser.add_argument("--bulkcheck", default=os.environ.get("BULKCHECK", "bulkcheck"))
    options = parser.parse_args()
    if options.mode == "rows" and len(options.inputs) != 1:
        parser.error("rows needs exactly one input")
    try:
        code = run(options)
    except CannotJudge as error:
        sys.exit(cannot_judge(str(error)))
    except Exception as error:  # Python would end with 1, which means that the data failed.
        sys.exit(cannot_judge(reason(error)))
    sys.exit(code if code >= 0 else cannot_judge(f"bulkcheck merge was ended by signal {-code}"))


def cannot_judge(why):
    """Says why, and returns the exit code for it."""
    print(why, file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()

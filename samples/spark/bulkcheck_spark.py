#!/usr/bin/env python3
"""Checks data with bulkcheck on the machines of an Apache Spark cluster, and merges what they found into one report.

Each partition is judged where it is; only its partial result (`bulkcheck check --partial`) travels to the driver,
where `bulkcheck merge` makes the report of a single run of them. Two ways:

    spark-submit bulkcheck_spark.py files --profile users.json --report report.json 'data/part-*.jsonl.gz'
    spark-submit bulkcheck_spark.py rows  --profile users.json --report report.json data/users.jsonl

`files`: each partition judges whole files, which every machine must see under the same path. The report lists them.
`rows`: Spark reads and cuts one text file of JSON lines; the partitions are successive pieces of it, and lines are counted
on from piece to piece. The report is that of a run over the whole file.

The exit code is that of `bulkcheck merge`: 0 passed, 1 the data failed, 2 could not judge. Every machine needs the
command; BULKCHECK in the driver's environment, or --bulkcheck, names it where it is not on the PATH.
"""

import argparse
import glob
import itertools
import os
import subprocess
import sys
import tempfile


def check(command, profile, arguments, rows=None):
    """The partial result of one run of bulkcheck, as bytes.

    --fail-on never: data that fails must not fail the task, which Spark would try again. Exit code 2 stays: an input that
    could not be read, or a mistake in the profile.
    """
    with tempfile.TemporaryDirectory() as folder:
        profile_path = os.path.join(folder, "profile.json")
        with open(profile_path, "wb") as file:
            file.write(profile)
        partial_path = os.path.join(folder, "result.bcp")
        process = subprocess.Popen(
            [command, "check", "--profile", profile_path, "--partial", partial_path,
             "--report", "json=/dev/null", "--fail-on", "never", "--threads", "1"] + arguments,
            stdin=subprocess.DEVNULL if rows is None else subprocess.PIPE, stderr=subprocess.PIPE)
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
            raise RuntimeError(f"bulkcheck ended with {process.returncode}: {diagnostics.strip()}")
        with open(partial_path, "rb") as file:
            return file.read()


def check_files(context, command, profile, paths):
    """A partial result for each file, with the file's number."""
    files = context.parallelize(list(enumerate(paths)), len(paths))
    return one_by_one(files.map(lambda file: (file[0], check(command, profile, [file[1]]))))


def check_rows(session, command, profile, path):
    """A partial result for each partition of a text file, with the place in the file where the partition begins.

    Rows are taken as bytes, not as text: Spark would mend ill-formed UTF-8, which is to be reported.
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
        return [(first[0], check(command, profile, arguments, (line[1] for line in lines)))]

    # Before all others an empty piece: without rows there is no partition, and nothing would be merged.
    empty = (-1, check(command, profile, ["--input-format", "jsonl", "-"], []))
    return itertools.chain([empty], one_by_one(rows.rdd.mapPartitions(judge)))


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

    # Imported here, so that --help needs no Spark.
    from pyspark.sql import SparkSession

    with open(options.profile, "rb") as file:
        profile = file.read()
    session = SparkSession.builder.appName("bulkcheck").config(
        "spark.sql.files.maxPartitionBytes", options.partition_bytes).getOrCreate()
    reports = [argument for report in options.report for argument in ("--report", report)]
    try:
        if options.mode == "files":
            paths = [path for name in options.inputs for path in sorted(glob.glob(name)) or [name]]
            partials = check_files(session.sparkContext, options.bulkcheck, profile, paths)
            code = merge(options.bulkcheck, partials, reports)
        else:
            if len(options.inputs) != 1:
                parser.error("rows needs exactly one input")
            path = options.inputs[0]
            partials = check_rows(session, options.bulkcheck, profile, path)
            code = merge(options.bulkcheck, partials, ["--as", path] + reports)
    finally:
        session.stop()
    sys.exit(code)


if __name__ == "__main__":
    main()

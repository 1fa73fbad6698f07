"""Checks data on the machines of an Apache Spark cluster.

    import bulkcheck.spark

    report = bulkcheck.spark.check(frame, profile="users.json")

Each partition is checked where it is. Only partial results travel to the driver, which merges them
into the report of a single run: same counts, same examples, duplicates across partitions included.

The profile, the files that it names, the command and this package travel with the job, so the
cluster needs Python and glibc 2.34 and nothing else. With `command` the command stays at home: it
is then the path of one that every machine has, such as `environment/bin/bulkcheck` from
`--archives`.

Needs a classic session, with RDDs. Tested with PySpark 4.3.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import os
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, List, Optional, Sequence, Tuple

from . import _command
from ._bundle import Bundle
from ._check import Profile, profile_arguments
from ._errors import ProfileError
from ._options import ClusterOptions, listed
from ._partials import merged, partial_result, split_options
from ._report import Report
from ._sources import files_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: A place in the data, and what was found there.
_Partial = Tuple[int, bytes]
#: The number of a partition, and its result, without the bytes if they are many.
_Brought = Tuple[int, int, Optional[bytes]]

#: Without these, a null would look like a field that is not there, and times would lose digits.
_JSON = {
    "ignoreNullFields": "false",
    "timestampFormat": "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX",
    "timestampNTZFormat": "yyyy-MM-dd'T'HH:mm:ss.SSSSSS",
}
#: What all results that one job brings may amount to; Spark's own limit is 1 GiB by default.
_COLLECTED_BYTES = 256 << 20


@listed(ClusterOptions)
def check(
    data: Any,
    profile: Optional[Profile] = None,
    *,
    schema: Optional[Profile] = None,
    split: bool = False,
    name: Optional[str] = None,
    session: Any = None,
    command: Optional[str] = None,
    **options: Unpack[ClusterOptions],
) -> Report:
    """Checks a DataFrame, an RDD of records as JSON, or files, and returns the report.

    Files are paths or patterns that every machine sees. Each is checked as a whole by one task, and
    a task checks several small ones. With `split`, `data` is one text file of JSON lines, as
    anything that Spark reads, which Spark cuts.

    `name` is what the report calls a DataFrame, an RDD or a split file.
    Raises what `bulkcheck.check` raises, and Spark's errors.
    """
    from pyspark.sql import SparkSession

    session = session if session is not None else SparkSession.builder.getOrCreate()
    of_parts, of_merge = split_options(options)
    here = command if command is not None else _command.find()
    bundle = Bundle.of(profile, schema, here, carried=command is None)
    with tempfile.TemporaryDirectory(prefix="bulkcheck-") as folder:
        # A mistake in the profile ends the job before it begins. The result is that of no record.
        found, rules = bundle.unpacked(folder)
        try:
            nothing = partial_result(found, rules, _without_format(of_parts), records=())
        except ProfileError:
            # The same mistakes under the names of the files as they were given.
            with profile_arguments(profile, schema) as given:
                partial_result(found, given, _without_format(of_parts), records=())
            raise
        _send_package(session.sparkContext)
        judge = _judge(session.sparkContext.broadcast(bundle), of_parts)
        if hasattr(data, "rdd") or hasattr(data, "mapPartitionsWithIndex"):
            partials = _of_rows(data, judge)
            name = name if name is not None else "rows"
        elif split:
            name = name if name is not None else os.fspath(data)
            partials = _of_split_file(session, os.fspath(data), judge)
        else:
            return merged(here, _of_files(session.sparkContext, data, judge), of_merge, name)
        # First an empty piece: without rows there is no partition, and nothing to merge.
        return merged(here, itertools.chain([(-1, nothing)], partials), of_merge, name)


def _judge(bundle: Any, arguments: List[str]) -> Callable[..., bytes]:
    """What a task runs. `bundle` is a broadcast variable."""

    def judge(paths: Iterable[str] = (), records: Optional[Iterable[Any]] = None) -> bytes:
        from pyspark import SparkFiles

        # Spark removes its folder for files in the end.
        command, rules = bundle.value.unpacked(SparkFiles.getRootDirectory())
        given = _without_format(arguments) if records is not None else arguments
        return partial_result(command, rules, given, list(paths), records)

    return judge


def _without_format(arguments: List[str]) -> List[str]:
    return [each for each in arguments if not each.startswith("--input-format=")]


def _of_files(context: Any, data: Any, judge: Callable[..., bytes]) -> Iterator[_Partial]:
    names = [data] if isinstance(data, (str, os.PathLike)) else list(data)
    paths = [path for each in names for path in files_of(each)]
    if not paths:
        raise ValueError("there are no files to check")
    tasks = list(enumerate(_grouped(paths, context.defaultParallelism)))
    groups = context.parallelize(tasks, len(tasks))
    return _one_by_one(groups.map(lambda group: (group[0], judge(paths=group[1]))))


#: A task takes files of about so many bytes, each counted with what starting on it costs, as Spark
#: counts files that it reads itself (spark.sql.files.maxPartitionBytes and openCostInBytes).
_TASK_BYTES = 128 << 20
_FILE_BYTES = 4 << 20


def _grouped(paths: Sequence[str], parallelism: int) -> List[List[str]]:
    """The files of each task, in order; small ones together, but enough tasks for every core."""
    costs = [_FILE_BYTES + (os.path.getsize(each) if os.path.isfile(each) else 0) for each in paths]
    most = min(_TASK_BYTES, sum(costs) // max(1, parallelism))
    groups: List[List[str]] = []
    left = 0
    for path, cost in zip(paths, costs):
        if cost > left:
            groups.append([])
            left = most
        groups[-1].append(path)
        left -= cost
    return groups


def _of_rows(data: Any, judge: Callable[..., bytes]) -> Iterator[_Partial]:
    """Of a DataFrame, or of an RDD of JSON texts."""
    if hasattr(data, "rdd"):
        from pyspark.sql import functions

        row = functions.struct(*[functions.col(f"`{name}`") for name in data.columns])
        lines = data.select(functions.to_json(row, _JSON))
        rows = lines.rdd.map(lambda line: line[0])
    else:
        rows = data

    def part(number: int, records: Iterator[Any]) -> Iterator[_Partial]:
        yield number, judge(records=records)

    return _one_by_one(rows.mapPartitionsWithIndex(part))


def _of_split_file(session: Any, path: str, judge: Callable[..., bytes]) -> Iterator[_Partial]:
    """Lines are taken as bytes: in texts, Spark would mend UTF-8 that is to be found ill-formed."""
    from pyspark.sql import functions

    lines = (
        session.read.option("lineSep", "\n")
        .text(path)
        .select(functions.input_file_block_start(), functions.col("value").cast("binary"))
    )

    def part(rows: Iterator[Any]) -> Iterator[_Partial]:
        first = next(rows, None)
        if first is not None:
            rows = itertools.chain([first], rows)
            yield first[0], judge(records=(bytes(row[1]) + b"\n" for row in rows))

    return _one_by_one(lines.rdd.mapPartitions(part))


def _one_by_one(partials: Any) -> Iterator[_Partial]:
    """Makes all results in parallel, on the workers' disks, and hands them over one after another.

    One job makes them and brings the small ones along. Large ones follow, each by a job of its own:
    all of them together could be too much for the driver's memory.
    """
    from pyspark import StorageLevel

    partials = partials.persist(StorageLevel.DISK_ONLY)
    small = _COLLECTED_BYTES // max(1, partials.getNumPartitions())

    def brought(number: int, found: Iterator[_Partial]) -> Iterator[_Brought]:
        for place, partial in found:
            yield number, place, partial if len(partial) <= small else None

    for number, place, partial in partials.mapPartitionsWithIndex(brought).collect():
        if partial is None:
            yield from partials.context.runJob(partials, list, [number])
        else:
            yield place, partial
    partials.unpersist()


def _send_package(context: Any) -> None:
    """Sends this package to every machine, where functions of it are called; once in a session."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for source in sorted(Path(__file__).resolve().parent.glob("*.py")):
            archive.writestr(zipfile.ZipInfo(f"bulkcheck/{source.name}"), source.read_bytes())
    digest = hashlib.sha256(buffer.getvalue()).hexdigest()[:32]
    # Spark serves the file from where it is, and removes this folder in the end.
    path = os.path.join(context._temp_dir, f"bulkcheck-{digest}.zip")
    if not os.path.exists(path):
        with open(path, "wb") as file:
            file.write(buffer.getvalue())
        context.addPyFile(path)

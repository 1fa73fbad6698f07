"""`check` and `merge`: a report of a source, or of partial results."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union

from ._command import DICTIONARY_PREFIX, Command, Progress
from ._errors import error_for
from ._report import Report
from ._sources import Source, opened

#: A path, or the profile itself as a dictionary.
Profile = Union[str, "os.PathLike[str]", Mapping[str, Any]]
Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Options:
    """The options of `check` and related functions; None means the command's default."""

    #: `jsonl`, `json`, `csv` or `tsv`; by default the suffix decides, then the content.
    input_format: Optional[str] = None
    #: Where the records of a JSON document are, such as `/data/*`. By default the profile's, or the elements of an
    #: array, or the document.
    records: Optional[str] = None
    #: What separates the cells of CSV: one character, or `tab`. By default the profile and the rows decide.
    delimiter: Optional[str] = None
    #: The encoding of inputs without a byte-order mark, such as `windows-1252`. By default the profile's, or UTF-8.
    encoding: Optional[str] = None
    #: Programs that read the files with a suffix, such as `.odd=read-odd`. With `no_readers` none
    #: is called, not even the one for Parquet.
    readers: Sequence[str] = ()
    no_readers: bool = False
    #: Failing examples kept for each rule: 5.
    samples: Optional[int] = None
    #: Rules to run or to skip: ids, or `label:NAME`.
    only: Sequence[str] = ()
    skip: Sequence[str] = ()
    #: The lowest severity of a failing rule that fails the run: `error`, `warning` or `never`.
    fail_on: Optional[str] = None
    #: Rules that never applied and fields that never appeared fail too.
    strict: bool = False
    #: What rules take for now: a datetime with an offset, or RFC 3339 text. By default the clock.
    now: Union[datetime, str, None] = None
    #: An earlier JSON report: only what got worse fails.
    baseline: Optional[Path] = None
    write_baseline: Optional[Path] = None
    #: Files for the valid records, the others, the failures, and what `merge` needs.
    valid: Optional[Path] = None
    invalid: Optional[Path] = None
    failures: Optional[Path] = None
    #: A file with one byte for each record: 0 valid, 1 invalid, 2 malformed.
    verdicts: Optional[Path] = None
    partial: Optional[Path] = None
    #: What a JSON Schema describes of a JSON document: `document`, `record`, or `auto`.
    schema_of: Optional[str] = None
    #: Of a JSON Schema: the draft of one without $schema, files that it may refer to, and whether
    #: annotations are asserted.
    dialect: Optional[str] = None
    resolve: Sequence[Path] = ()
    assert_format: bool = False
    assert_content: bool = False
    #: Write valid records as `raw` or `normalized`.
    emit: Optional[str] = None
    #: Further reports to write: paths, or `FORMAT=PATH`.
    reports: Sequence[str] = ()
    limit: Optional[int] = None
    threads: Optional[int] = None
    #: Such as `2G`.
    memory: Optional[str] = None
    temp_dir: Optional[Path] = None
    max_record_bytes: Union[int, str, None] = None

    _SINGLE = {
        "input_format": "--input-format",
        "records": "--records",
        "delimiter": "--delimiter",
        "encoding": "--encoding",
        "samples": "--samples",
        "fail_on": "--fail-on",
        "now": "--now",
        "baseline": "--baseline",
        "write_baseline": "--write-baseline",
        "valid": "--valid",
        "invalid": "--invalid",
        "failures": "--failures",
        "verdicts": "--verdicts",
        "partial": "--partial",
        "emit": "--emit",
        "schema_of": "--schema-of",
        "dialect": "--dialect",
        "limit": "--limit",
        "threads": "--threads",
        "memory": "--memory",
        "temp_dir": "--temp-dir",
        "max_record_bytes": "--max-record-bytes",
    }
    _REPEATED = {
        "readers": "--reader",
        "only": "--only",
        "skip": "--skip",
        "reports": "--report",
        "resolve": "--resolve",
    }
    _FLAGS = {
        "no_readers": "--no-readers",
        "strict": "--strict",
        "assert_format": "--assert-format",
        "assert_content": "--assert-content",
    }

    def arguments(self) -> List[str]:
        result = []
        for name, option in self._SINGLE.items():
            value = getattr(self, name)
            if value is not None:
                result.append(f"{option}={option_text(value)}")
        for name, option in self._REPEATED.items():
            values = getattr(self, name)
            for value in [values] if isinstance(values, (str, os.PathLike)) else values:
                result.append(f"{option}={value}")
        return result + [option for name, option in self._FLAGS.items() if getattr(self, name)]


def option_text(value: Any) -> str:
    """A value as the command takes it."""
    if isinstance(value, datetime):
        return value.isoformat()
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def check(
    source: Source,
    profile: Optional[Profile] = None,
    *,
    schema: Optional[Profile] = None,
    progress: Progress = None,
    **options: Any,
) -> Report:
    """Checks records against a profile, and returns the report.

    `source` is a path or pattern, a list of them, bytes, a file object, an iterable of dictionaries or
    of records as JSON, or a table of pandas, Polars or Arrow. `schema` is a JSON Schema, in
    place of a profile or together with it. `options` are those of `Options`.
    `progress=True` shows a line on standard error; a function is called with its text.

    Failing data does not raise: see `Report.raise_for_failures`. Raises ProfileError for a profile
    with mistakes, CannotJudge if the data could not be read, and any error that the source raises.
    """
    given = Options(**options)
    input_ = opened(source)
    with profile_arguments(profile, schema) as rules, report_file() as path:
        arguments = ["check", *rules, f"--report=json={path}", *given.arguments()]
        arguments += input_.settled(given.input_format, given.encoding)
        return report_of(arguments + input_.arguments, input_.chunks, path, progress)


def merge(
    partials: Sequence[Path],
    *,
    name: Optional[str] = None,
    **options: Any,
) -> Report:
    """The report of a single run over all inputs of partial results (`check(..., partial=PATH)`).

    Their order is that of the data. With `name` they are successive pieces of one input.
    """
    arguments = Options(**options).arguments()
    if name is not None:
        arguments.append(f"--as={name}")
    with report_file() as path:
        arguments = ["merge", f"--report=json={path}", *arguments, "--", *map(str, partials)]
        return report_of(arguments, None, path)


def report_of(
    arguments: List[str],
    chunks: Any,
    report_path: str,
    progress: Progress = None,
    command: Optional[str] = None,
) -> Report:
    """Runs the command, which writes its report to a path, and reads it."""
    run = Command(arguments, takes_input=chunks is not None, progress=progress, command=command)
    run.output(chunks)
    report = None
    if os.path.getsize(report_path) > 0:
        with open(report_path, "rb") as file:
            report = Report.from_json(file.read())
    if run.exit_code not in (0, 1) or report is None:
        raise error_for(run.diagnostics, run.exit_code, report)
    return report


@contextmanager
def report_file() -> Iterator[str]:
    """The path of an empty file, which is removed in the end."""
    with tempfile.TemporaryDirectory(prefix="bulkcheck-") as folder:
        path = os.path.join(folder, "report.json")
        with open(path, "wb"):
            pass
        yield path


@contextmanager
def profile_arguments(
    profile: Optional[Profile], schema: Optional[Profile] = None
) -> Iterator[List[str]]:
    """The arguments that name a profile, a schema or both."""
    if profile is None and schema is None:
        raise TypeError("a profile is missing: check(source, profile=...)")
    with tempfile.TemporaryDirectory(prefix=DICTIONARY_PREFIX) as folder:
        arguments = []
        for option, given in (("--profile", profile), ("--schema", schema)):
            if given is not None:
                arguments.append(f"{option}={path_of(given, folder, option[2:])}")
        yield arguments


def path_of(profile: Profile, folder: str, name: str) -> str:
    """The path of a profile; one that is a dictionary is written into a folder."""
    if not isinstance(profile, Mapping):
        return os.fspath(profile)
    path = os.path.join(folder, f"{name}.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(_with_paths(profile), file, ensure_ascii=False)
    return path


def _with_paths(profile: Mapping[str, Any]) -> Dict[str, Any]:
    """The profile with the files that it names by absolute paths: its own folder is temporary."""
    result = _with_references(profile)
    for key in ("extends", "schema"):
        named = result.get(key)
        if isinstance(named, str):
            result[key] = os.path.abspath(named)
        elif isinstance(named, list):
            result[key] = [os.path.abspath(each) for each in named]
        elif isinstance(named, dict) and isinstance(named.get("file"), str):
            result[key] = {**named, "file": os.path.abspath(named["file"])}
    return dict(result)


def _with_references(value: Any, is_reference: bool = False) -> Any:
    if isinstance(value, Mapping):
        return {
            key: (
                os.path.abspath(each)
                if is_reference and key == "file" and isinstance(each, str)
                else _with_references(each, is_reference or key == "references")
            )
            for key, each in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [_with_references(each) for each in value]
    return value

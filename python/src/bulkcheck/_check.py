"""`check` and `merge`: a report of a source, or of partial results."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union

from ._command import DICTIONARY_PREFIX, Command, Progress, Write
from ._errors import error_for
from ._options import MergeOptions, Options, Path, arguments_of, listed
from ._report import Report
from ._sources import Input, Source, opened

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: A path, or the profile itself as a dictionary.
Profile = Union[str, "os.PathLike[str]", Mapping[str, Any]]


@listed(Options)
def check(
    source: Source = None,
    profile: Optional[Profile] = None,
    *,
    schema: Optional[Profile] = None,
    progress: Progress = None,
    **options: Unpack[Options],
) -> Report:
    """Checks records against a profile, and returns the report.

    `source` is a path or pattern, a list of them, bytes, a file object, an iterable of dictionaries
    or of records as JSON, or a frame of pandas, Polars, Arrow or DuckDB. `schema` is a JSON Schema,
    in place of a profile or together with it.
    Without a source, or with an empty list, `contract` names a Data Package, whose own files are
    read.
    `progress=True` shows a line on standard error; a function is called with its text.

    Failing data does not raise: see `Report.raise_for_failures`. Raises ProfileError for a profile
    with mistakes, CannotJudge if the data could not be read, and any error that the source raises.
    """
    return checked(opened(source, options.get("contract")), profile, schema, progress, options)


def checked(
    input_: Input,
    profile: Optional[Profile],
    schema: Optional[Profile],
    progress: Progress,
    options: Options,
    further: Sequence[str] = (),
) -> Report:
    """The report of an input. `further` are arguments of the command that are no options here."""
    given = [*arguments_of(options), *further]
    with profile_arguments(
        profile, schema, options.get("contract")
    ) as rules, report_file() as path:
        arguments = ["check", *rules, f"--report=json={path}", *given]
        arguments += input_.settled(options.get("input_format"), options.get("encoding"))
        report = report_of(arguments + input_.arguments, input_.write, path, progress)
    if input_.frame is not None:
        from ._failures import failures_of_frame

        frame = input_.frame
        report._find_failures_by(lambda: failures_of_frame(frame, profile, schema, options, report))
    return report


@listed(MergeOptions)
def merge(
    partials: Sequence[Path],
    *,
    name: Optional[str] = None,
    **options: Unpack[MergeOptions],
) -> Report:
    """The report of a single run over all inputs of partial results (`check(..., partial=PATH)`).

    Their order is that of the data. With `name` they are successive pieces of one input with lines,
    which frames lack.
    """
    arguments = arguments_of(options, MergeOptions)
    if name is not None:
        arguments.append(f"--as={name}")
    with report_file() as path:
        arguments = ["merge", f"--report=json={path}", *arguments, "--", *map(str, partials)]
        return report_of(arguments, None, path)


def report_of(
    arguments: List[str],
    write: Optional[Write],
    report_path: str,
    progress: Progress = None,
    command: Optional[str] = None,
) -> Report:
    """Runs the command, which writes its report to a path, and reads it."""
    run = Command(arguments, takes_input=write is not None, progress=progress, command=command)
    run.output(write)
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
    profile: Optional[Profile], schema: Optional[Profile] = None, contract: Optional[Path] = None
) -> Iterator[List[str]]:
    """The arguments that name a profile, a schema or both. A contract is among the options."""
    if profile is None and schema is None and contract is None:
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

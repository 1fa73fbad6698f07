"""`infer`, `explain` and `lint`."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from datetime import datetime
from typing import List, Optional, Sequence, Union

from ._check import Path, Profile, option_text, path_of, profile_arguments
from ._command import DICTIONARY_PREFIX, Command, Progress, named
from ._errors import Mistake, error_for, mistakes_in
from ._sources import Source, opened


def infer(
    source: Source,
    *,
    name: Optional[str] = None,
    output: Optional[Path] = None,
    input_format: Optional[str] = None,
    delimiter: Optional[str] = None,
    encoding: Optional[str] = None,
    records: Optional[str] = None,
    readers: Sequence[str] = (),
    no_readers: bool = False,
    limit: Optional[int] = None,
    schema: bool = False,
    near_misses: Optional[str] = None,
    now: Union[datetime, str, None] = None,
    progress: Progress = None,
) -> str:
    """A draft of a profile that fits the data: JSON with comments that give the evidence.

    With `schema` it is a JSON Schema. `near_misses="warning"` writes rules that nearly hold as
    warnings, not as comments. `output` is a file for it besides. Raises CannotJudge if there is no
    record.
    """
    input_ = opened(source)
    arguments = ["infer", "--schema"] if schema else ["infer"]
    for option, value in (
        ("--name", name),
        ("--near-misses", near_misses),
        ("--now", now),
        ("--input-format", input_format),
        ("--delimiter", delimiter),
        ("--encoding", encoding),
        ("--records", records),
        ("--limit", limit),
    ):
        if value is not None:
            arguments.append(f"{option}={option_text(value)}")
    arguments += _reader_arguments(readers, no_readers)
    arguments += input_.settled(input_format, encoding)
    run = Command(arguments + input_.arguments, input_.chunks is not None, progress)
    text = run.output(input_.chunks)
    if run.exit_code != 0:
        raise error_for(run.diagnostics, run.exit_code)
    if output is not None:
        with open(output, "wb") as file:
            file.write(text)
    return text.decode("utf-8")


def _reader_arguments(readers: Sequence[str], none_is_called: bool) -> List[str]:
    named_readers = [readers] if isinstance(readers, str) else readers
    return [f"--reader={each}" for each in named_readers] + ["--no-readers"] * none_is_called


@dataclass(frozen=True)
class Explanation:
    """What every rule makes of one record, as text."""

    text: str
    valid: bool

    def __str__(self) -> str:
        return self.text


def explain(
    source: Source,
    profile: Optional[Profile] = None,
    *,
    line: Optional[int] = None,
    record: Union[int, str, None] = None,
    schema: Optional[Profile] = None,
    input_format: Optional[str] = None,
    delimiter: Optional[str] = None,
    encoding: Optional[str] = None,
    records: Optional[str] = None,
    readers: Sequence[str] = (),
    no_readers: bool = False,
    now: Union[datetime, str, None] = None,
) -> Explanation:
    """One record, rule by rule, and what would pass.

    Give `line` or `record`, counted from 1. In a JSON document, `record` can be a JSON Pointer such as
    `/data/17`.
    """
    input_ = opened(source)
    with profile_arguments(profile, schema) as rules:
        arguments = ["explain", *rules]
        for option, value in (
            ("--line", line),
            ("--record", record),
            ("--now", now),
            ("--input-format", input_format),
            ("--delimiter", delimiter),
            ("--encoding", encoding),
            ("--records", records),
        ):
            if value is not None:
                arguments.append(f"{option}={option_text(value)}")
        arguments += _reader_arguments(readers, no_readers)
        arguments += input_.settled(input_format, encoding)
        run = Command(arguments + input_.arguments, takes_input=input_.chunks is not None)
        text = run.output(input_.chunks).decode("utf-8")
    if run.exit_code not in (0, 1):
        raise error_for(run.diagnostics, run.exit_code)
    return Explanation(text, valid=run.exit_code == 0)


def lint(profile: Union[Profile, List[Path]]) -> List[Mistake]:
    """Every mistake in a profile, or in several. An empty list means that it can be used."""
    with tempfile.TemporaryDirectory(prefix=DICTIONARY_PREFIX) as folder:
        if isinstance(profile, list):
            paths = [os.fspath(path) for path in profile]
        else:
            paths = [path_of(profile, folder, "profile")]
        run = Command(["lint", "--", *paths])
        found = mistakes_in(named(run.output().decode("utf-8")) + run.diagnostics)
    if run.exit_code != 0 and not found:
        raise error_for(run.diagnostics, run.exit_code)
    return found

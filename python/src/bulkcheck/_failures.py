"""`failures`: every failing record and rule, one after another."""

from __future__ import annotations

import dataclasses
import json
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple

from ._check import Options, Profile, profile_arguments, report_file
from ._command import Command
from ._errors import error_for
from ._report import NO_LINE, Place, Report, made, places_of
from ._sources import Source, opened


@dataclass(frozen=True)
class Failure:
    """A record that fails a rule, or a malformed record (which has a `kind` and a `column`).

    `value` is None where it is null or absent: `raw` tells which.
    """

    input: str
    #: None, as is `byte_offset`, if a reader such as that of Parquet made the record.
    line: Optional[int]
    record: int
    byte_offset: Optional[int]
    rule: str
    field: Optional[str]
    message: str
    severity: str
    #: In a JSON document, the JSON Pointer of the record.
    record_pointer: Optional[str] = None
    value: Any = None
    code: Optional[str] = None
    value_truncated: bool = False
    instance_location: Optional[str] = None
    keyword_location: Optional[str] = None
    places: Tuple[Place, ...] = ()
    more_places: int = 0
    kind: Optional[str] = None
    column: Optional[int] = None
    reason: Optional[str] = None
    raw: Mapping[str, Any] = dataclasses.field(default_factory=dict, repr=False, compare=False)


class Failures(Iterator[Failure]):
    """An iterator over failures, in the order of the input, while the check is running.

    `report` is there once the iterator has ended. To end it early, use it in a `with` statement or
    call `close`.
    """

    def __init__(
        self,
        source: Source,
        profile: Optional[Profile],
        schema: Optional[Profile],
        options: Options,
    ) -> None:
        self.report: Optional[Report] = None
        self._resources = ExitStack()
        input_ = opened(source)
        with ExitStack() as stack:
            rules = stack.enter_context(profile_arguments(profile, schema))
            self._report_path = stack.enter_context(report_file())
            arguments = ["check", *rules, f"--report=json={self._report_path}", "--failures=-"]
            arguments += options.arguments()
            arguments += input_.settled(options.input_format, options.encoding)
            self._run = Command(arguments + input_.arguments, takes_input=input_.chunks is not None)
            stack.callback(self._run.stop)
            self._resources = stack.pop_all()
        if input_.chunks is not None:
            self._run.feed_in_background(input_.chunks)

    def __next__(self) -> Failure:
        if self.report is not None or self._run.stdout.closed:
            raise StopIteration
        line = self._run.stdout.readline()
        if line:
            raw = json.loads(line)
            failure: Failure = made(Failure, {**NO_LINE, **raw}, places=places_of(raw), raw=raw)
            return failure
        self._end()
        raise StopIteration

    def _end(self) -> None:
        """Reads the report; raises CannotJudge if the run could not check all of the data."""
        with self._resources:
            self._run.finish()
            with open(self._report_path, "rb") as file:
                text = file.read()
            report = Report.from_json(text) if text else None
            if self._run.exit_code not in (0, 1) or report is None:
                raise error_for(self._run.diagnostics, self._run.exit_code, report)
            self.report = report

    def close(self) -> None:
        """Ends the check, if it is still running."""
        self._resources.close()
        self._run.stdout.close()

    def __enter__(self) -> Failures:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_run"):
            self.close()

    def to_pandas(self) -> Any:
        """The failures that are left, as a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(self._rows(), columns=_COLUMNS)

    def to_polars(self) -> Any:
        """The failures that are left, as a Polars DataFrame; values are JSON strings."""
        import polars

        rows = [{**row, "value": _json_text(row["value"])} for row in self._rows()]
        texts = {name: polars.String for name in _COLUMNS}
        for name in ("line", "record", "byte_offset", "column", "more_places"):
            texts[name] = polars.Int64
        texts["value_truncated"] = polars.Boolean
        return polars.DataFrame(rows, schema=texts)

    def _rows(self) -> List[Dict[str, Any]]:
        return [{name: getattr(failure, name) for name in _COLUMNS} for failure in self]


_COLUMNS = [each.name for each in dataclasses.fields(Failure) if each.name not in ("places", "raw")]


def _json_text(value: Any) -> Optional[str]:
    return None if value is None else json.dumps(value, ensure_ascii=False)


def failures(
    source: Source,
    profile: Optional[Profile] = None,
    *,
    schema: Optional[Profile] = None,
    **options: Any,
) -> Failures:
    """Every failing record and rule of a source, as they are found: see `check` for the arguments.

    Records of an iterable are taken from another thread than the caller's.
    """
    return Failures(source, profile, schema, Options(**options))

"""`failures`: every failing record and rule, one after another."""

from __future__ import annotations

import dataclasses
import json
from contextlib import ExitStack
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Iterator,
    List,
    Mapping,
    Optional,
    Tuple,
    Union,
    cast,
    get_type_hints,
)

from ._check import Profile, profile_arguments, report_file
from ._command import Command
from ._errors import BulkcheckError, error_for
from ._frames import Frame
from ._lines import json_text
from ._options import Options, ResultOptions, arguments_of, listed
from ._report import NO_LINE, Place, Report, made, places_of
from ._sources import Input, Source, input_of, opened

if TYPE_CHECKING:
    from typing_extensions import Unpack


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
        source: Union[Source, Input],
        profile: Optional[Profile],
        schema: Optional[Profile],
        options: Options,
    ) -> None:
        self.report: Optional[Report] = None
        self._resources = ExitStack()
        contract = options.get("contract")
        input_ = source if isinstance(source, Input) else opened(source, contract)
        with ExitStack() as stack:
            rules = stack.enter_context(profile_arguments(profile, schema, contract))
            self._report_path = stack.enter_context(report_file())
            arguments = ["check", *rules, f"--report=json={self._report_path}", "--failures=-"]
            arguments += arguments_of(options)
            arguments += input_.settled(options.get("input_format"), options.get("encoding"))
            self._run = Command(arguments + input_.arguments, takes_input=input_.write is not None)
            stack.callback(self._run.stop)
            self._resources = stack.pop_all()
        if input_.write is not None:
            self._run.feed_in_background(input_.write)

    def __next__(self) -> Failure:
        raw = next(self._raws())
        failure: Failure = made(Failure, {**NO_LINE, **raw}, places=places_of(raw), raw=raw)
        return failure

    def _raws(self) -> Iterator[Dict[str, Any]]:
        """The failures that are left, as the command writes them."""
        if self.report is not None or self._run.stdout.closed:
            return
        for line in self._run.stdout:
            yield json.loads(line)
        self._end()

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

        rows = [{**row, "value": json_text(row["value"])} for row in self._rows()]
        texts: Dict[str, Any] = {name: polars.String for name in _COLUMNS}
        for name in ("line", "record", "byte_offset", "column", "more_places"):
            texts[name] = polars.Int64
        texts["value_truncated"] = polars.Boolean
        return polars.DataFrame(rows, schema=texts)

    def _rows(self) -> List[Dict[str, Any]]:
        return [{name: getattr(failure, name) for name in _COLUMNS} for failure in self]


_COLUMNS = [each.name for each in dataclasses.fields(Failure) if each.name not in ("places", "raw")]


#: Options that change nothing about which records fail.
_OF_OUTPUTS = {
    *get_type_hints(ResultOptions),
    "valid",
    "invalid",
    "emit",
    "failures",
    "failures_format",
    "verdicts",
    "partial",
} - {"memory", "temp_dir"}


def failures_of_frame(
    frame: Frame,
    profile: Optional[Profile],
    schema: Optional[Profile],
    options: Options,
    report: Report,
) -> Any:
    """The failures behind a report, as a frame of the same package.

    They are found by a second run, so that a check costs nothing for what nobody looks at.
    """
    if not frame.can_be_read_again:
        raise BulkcheckError(
            "the rows of a stream are gone: use bulkcheck.filter, which keeps them, or "
            "bulkcheck.failures"
        )
    again = {name: value for name, value in options.items() if name not in _OF_OUTPUTS}
    again["now"] = report.raw.get("now")
    columns: Dict[str, List[Any]] = {
        name: [] for name in ("row", "rule", "field", "value", "message")
    }
    found = Failures(input_of(frame), profile, schema, cast(Options, again))
    for raw in found._raws():
        columns["row"].append(raw["record"])
        for name in ("rule", "field", "value", "message"):
            columns[name].append(raw.get(name))
    assert found.report is not None
    if _counts(found.report) != _counts(report):
        raise BulkcheckError("the frame or the profile has changed since the check")
    return frame.like(columns)


def _counts(report: Report) -> Any:
    failed = [(rule.id, rule.failed) for rule in report.rules.values()]
    return report.profile_sha256, report.records, failed


@listed(Options, without=["failures", "failures_format"])
def failures(
    source: Source = None,
    profile: Optional[Profile] = None,
    *,
    schema: Optional[Profile] = None,
    **options: Unpack[Options],
) -> Failures:
    """Every failing record and rule of a source, as they are found: see `check` for the arguments.

    Records of an iterable are taken from another thread than the caller's.
    """
    return Failures(source, profile, schema, options)

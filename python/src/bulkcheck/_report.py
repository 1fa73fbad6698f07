"""The JSON report as values. Names are those of the report, in snake_case.

`raw` of a report, rule or sample is the object as the command wrote it, with keys that a newer
command may have added.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple

from ._errors import BulkcheckError, CheckFailed
from ._html import html_of


@dataclass(frozen=True)
class Records:
    """`total` = `valid` + `invalid` + `malformed`, over all inputs."""

    total: int
    valid: int
    invalid: int
    malformed: int


@dataclass(frozen=True)
class RecordSet:
    """The records of a JSON document, which are at the places that the pointer `records` describes.

    `without` is how many of these places are absent or null.
    """

    records: str
    total: int
    valid: int
    invalid: int
    malformed: int
    without: int


@dataclass(frozen=True)
class Input:
    """One file that was checked, or `-` for what was streamed."""

    path: str
    format: str
    compression: str
    bytes_read: int
    bytes: Optional[int]
    records: int
    invalid: int
    malformed: int
    complete: bool
    failure: Optional[str] = None
    sets: Tuple[RecordSet, ...] = ()


@dataclass(frozen=True)
class Field:
    """How often a path of the profile was there."""

    path: str
    absent: int
    null: int
    empty: int
    present: int
    #: NaN in a float column of a table, which is present, or null if the profile says so.
    nan: int = 0


@dataclass(frozen=True)
class Section:
    """A section of the profile: how many records belong to it, and its own fields.

    The fields count these records only.
    """

    id: str
    records: int
    fields: Mapping[str, Field] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True)
class Allowed:
    """How many failures were allowed in this run; `percent` is the profile's, if it gives one."""

    count: int
    percent: Optional[float] = None


@dataclass(frozen=True)
class Place:
    """A value at fault within a record, by its JSON Pointer; one of several."""

    instance_location: str
    value: Any = None


@dataclass(frozen=True)
class First:
    """Where a repeated value occurred first: its line, or its record if there are no lines."""

    input: int
    line: Optional[int] = None
    record: Optional[int] = None


@dataclass(frozen=True)
class Sample:
    """A failing record. `value` is None where it is null or absent: `raw` tells which."""

    input: int
    #: None, as is `byte_offset`, if a reader such as that of Parquet made the record.
    line: Optional[int]
    record: int
    byte_offset: Optional[int]
    message: str
    #: In a JSON document, the JSON Pointer of the record.
    record_pointer: Optional[str] = None
    value: Any = None
    value_truncated: bool = False
    instance_location: Optional[str] = None
    keyword_location: Optional[str] = None
    places: Tuple[Place, ...] = ()
    more_places: int = 0
    kind: Optional[str] = None
    column: Optional[int] = None
    reason: Optional[str] = None
    first: Optional[First] = None
    raw: Mapping[str, Any] = dataclasses.field(default_factory=dict, repr=False, compare=False)

    @property
    def place(self) -> str:
        """Where the record is, in a few words."""
        where = f"row {self.record}" if self.line is None else f"line {self.line}"
        return self.record_pointer or where


@dataclass(frozen=True)
class TopValue:
    """A value that failed often; `exact` is false if a later one may have failed more often."""

    value: Any
    count: int
    exact: bool


@dataclass(frozen=True)
class PlaceCount:
    """A place, in which ``*`` stands for every element, and how many records fail there."""

    place: str
    failed: int


@dataclass(frozen=True)
class Spread:
    """How the failures of a rule are spread over the records of all inputs, in their order.

    `parts` has the failures in each hundredth of the records, or on each of fewer than a hundred.
    `first` and `last` are the numbers of the first and the last record that fail, from 1. `input`
    is the position of the input that all of them are in; None if they are in several.
    """

    records: int
    first: int
    last: int
    parts: Tuple[int, ...]
    input: Optional[int] = None


@dataclass(frozen=True)
class Rule:
    """One rule and its counts."""

    id: str
    field: Optional[str]
    constraint: str
    severity: str
    status: str
    message: str
    evaluated: int = 0
    passed: int = 0
    failed: int = 0
    missing: int = 0
    blocked: int = 0
    not_applicable: int = 0
    overridden: int = 0
    failure_rate: Optional[float] = None
    allowed: Allowed = Allowed(0)
    labels: Tuple[str, ...] = ()
    samples: Tuple[Sample, ...] = ()
    samples_truncated: bool = False
    top_values: Tuple[TopValue, ...] = ()
    code: Optional[str] = None
    muted_by: Optional[str] = None
    #: Of a rule about the table: the figure, a number or a text, and its bounds and it in words.
    measured: Any = None
    finding: Optional[str] = None
    #: The bounds as the profile writes them, and by how much an estimate can be off.
    bounds: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    error: Optional[str] = None
    #: How many records or elements were measured, were skipped, or are of another type.
    judged: Optional[int] = None
    skipped: int = 0
    mistyped: int = 0
    #: Why the rule fails, if the figure does not show it.
    reason: Optional[str] = None
    groups: Optional[Groups] = None
    columns: Optional[Columns] = None
    uncovered: Optional[Uncovered] = None
    #: With `baseline=`: the rule beside its earlier figures.
    comparison: Optional[RuleComparison] = None
    #: How often a condition was decided with a part left out.
    part_left_out: int = 0
    kinds: Optional[Mapping[str, int]] = None
    places: Tuple[PlaceCount, ...] = ()
    other_places: int = 0
    places_exact: bool = True
    #: Where in the inputs it failed; None if it did not.
    spread: Optional[Spread] = None
    raw: Mapping[str, Any] = dataclasses.field(default_factory=dict, repr=False, compare=False)

    @property
    def example(self) -> str:
        """The first failure in a few words, or what was measured; empty if there is neither."""
        place = self.samples[0].place if self.samples else ""
        if self.finding is None:
            return f"{place}: {self.samples[0].message}" if place else ""
        for group in self.groups.worst[:1] if self.groups is not None else ():
            figure = group.measured if group.measured is not None else group.reason
            place = f"worst group {json.dumps(group.value, ensure_ascii=False)}: {figure}"
        return f"{self.finding} ({place})" if place else self.finding


@dataclass(frozen=True)
class Group:
    """A group of a rule about the table with `by`: the values of its fields, and its figure.

    `value` is a list if `by` has several paths. `error` is that of an estimate, such as `0.0071%`.
    """

    value: Any
    measured: Any
    judged: int
    error: Optional[str] = None
    mistyped: int = 0
    reason: Optional[str] = None
    first: Optional[First] = None
    raw: Mapping[str, Any] = dataclasses.field(default_factory=dict, repr=False, compare=False)


@dataclass(frozen=True)
class Groups:
    """The groups of a rule about the table with `by`: how many there are, and the worst of them."""

    by: Tuple[str, ...]
    count: int
    failed: int
    worst: Tuple[Group, ...] = ()


@dataclass(frozen=True)
class Columns:
    """How the columns of the input differ from those that a rule asks for."""

    missing: Tuple[str, ...]
    further: Tuple[str, ...]
    in_order: bool
    twice: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Uncovered:
    """The values that a rule `covers` asks for and no record has: how many, out of how many."""

    count: int
    of: int
    first: Tuple[Any, ...] = ()


@dataclass(frozen=True)
class RuleComparison:
    """A rule beside its figures in the baseline. `id` is what the rule was called there.

    `change` is `worse`, `same`, `better`, `new` or `unjudged`.
    """

    change: str
    id: Optional[str]
    evaluated: int
    failed: int
    failure_rate: Optional[float]
    measured: Any = None


@dataclass(frozen=True)
class Comparison:
    """A run beside its baseline: the ids of rules by what became of them."""

    path: str
    profile_name: Optional[str]
    profile_sha256: str
    records: int
    worse: Tuple[str, ...]
    better: Tuple[str, ...]
    new: Tuple[str, ...]
    removed: Tuple[str, ...]


@dataclass(frozen=True)
class NotEnforced:
    """A part of a contract that no rule enforces, with its place in the contract's file."""

    line: int
    column: int
    message: str
    object: Optional[str] = None


@dataclass(frozen=True)
class Timing:
    """How long the run took."""

    seconds: float
    bytes_per_second: float
    threads: int
    ended: Optional[str] = None


class Rules(Mapping[str, Rule]):
    """The rules by id, in the order of the report."""

    def __init__(self, rules: List[Rule]) -> None:
        self._rules: Dict[str, Rule] = {rule.id: rule for rule in rules}

    def __getitem__(self, rule_id: str) -> Rule:
        try:
            return self._rules[rule_id]
        except KeyError:
            import difflib

            near = difflib.get_close_matches(rule_id, self._rules, n=1)
            hint = f": did you mean {near[0]!r}?" if near else ""
            raise KeyError(f"there is no rule {rule_id!r}{hint}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __repr__(self) -> str:
        return f"Rules({list(self._rules)})"


@dataclass(frozen=True)
class Report:
    """What a run found."""

    outcome: str
    exit_code: int
    complete: bool
    fail_on: str
    profile_name: Optional[str]
    profile_sha256: str
    records: Records
    inputs: Tuple[Input, ...]
    fields: Mapping[str, Field]
    rules: Rules
    muted: Tuple[str, ...]
    unread_fields: Tuple[str, ...]
    sections: Mapping[str, Section]
    timing: Timing
    tool_version: str
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)
    #: With `baseline=`: the run beside the earlier one.
    comparison: Optional[Comparison] = None
    #: What rules took for now, if a rule uses it.
    now: Optional[str] = None
    limit_reached: bool = False
    #: With `contract=`: what of it is not enforced.
    not_enforced: Tuple[NotEnforced, ...] = ()

    @classmethod
    def from_json(cls, text: Any) -> Report:
        """The report that a JSON text (`str` or `bytes`) holds."""
        raw = json.loads(text)
        return cls(
            outcome=raw["outcome"],
            exit_code=raw["exitCode"],
            complete=raw["complete"],
            fail_on=raw["failOn"],
            profile_name=raw["profile"]["name"],
            profile_sha256=raw["profile"]["sha256"],
            records=made(Records, raw["records"]),
            inputs=tuple(_input(each) for each in raw["inputs"]),
            fields=_fields(raw, None),
            rules=Rules([_rule(each) for each in raw["rules"]]),
            muted=tuple(raw.get("muted", ())),
            unread_fields=tuple(raw.get("unreadFields", ())),
            sections={
                each["id"]: made(Section, each, fields=_fields(raw, each["id"]))
                for each in raw.get("sections", ())
            },
            timing=made(Timing, raw["timing"]),
            tool_version=raw["tool"]["version"],
            raw=raw,
            comparison=_comparison(raw["baseline"]) if "baseline" in raw else None,
            now=raw.get("now"),
            limit_reached=raw.get("limitReached", False),
            not_enforced=tuple(
                made(NotEnforced, each) for each in raw.get("contract", {}).get("notEnforced", ())
            ),
        )

    @property
    def failures(self) -> Any:
        """Every failing row and rule of the frame that was checked, as a frame of the same package.

        Its columns are `row` (from 1, as in messages), `rule`, `field`, `value` and `message`.
        Values are objects in pandas, and JSON texts elsewhere. The frame is checked again for it,
        once. Raises BulkcheckError if it has changed, or if the source was not a frame.
        """
        if "_failures" not in self.__dict__:
            find: Optional[Callable[[], Any]] = self.__dict__.get("_find_failures")
            if find is None:
                raise BulkcheckError(
                    "only the report of a frame has failures: use bulkcheck.failures for other "
                    "sources"
                )
            self.__dict__["_failures"] = find()
            # Nothing else needs the frame.
            del self.__dict__["_find_failures"]
        return self.__dict__["_failures"]

    def _find_failures_by(self, find: Callable[[], Any]) -> None:
        self.__dict__["_find_failures"] = find

    def __reduce__(self) -> Tuple[Any, Tuple[str]]:
        # The frame stays where it is.
        return Report.from_json, (json.dumps(self.raw),)

    @property
    def passed(self) -> bool:
        """Whether the data passed, at the severity that was asked for."""
        return self.exit_code == 0

    @property
    def failing(self) -> List[Rule]:
        """The rules beyond their tolerance, of any severity, in the order of the report."""
        return [rule for rule in self.rules.values() if rule.status in ("fail", "warn", "info")]

    def raise_for_failures(self) -> Report:
        """Raises CheckFailed if the data failed; returns the report otherwise, to be chained."""
        if not self.passed:
            raise CheckFailed(self)
        return self

    def summary(self) -> str:
        """A few lines: the verdict, and the rules that failed most often, with an example each.

        A rule about the table shows what was measured.
        """
        counts = self.records
        lines = [
            f"{self.outcome}: {counts.valid:,} valid, {counts.invalid:,} invalid, "
            f"{counts.malformed:,} malformed records"
        ]
        decisive = ("fail", "warn") if self.fail_on == "warning" else ("fail",)
        worst = sorted(
            (rule for rule in self.failing if rule.status in decisive),
            key=lambda rule: -(rule.failure_rate or 0),
        )
        for rule in worst[:5]:
            if rule.finding is not None:
                lines.append(f"  {rule.id}: {rule.example}")
            else:
                place = f" ({rule.example})" if rule.example else ""
                lines.append(f"  {rule.id} failed {rule.failed:,} of {rule.evaluated:,}{place}")
        if len(worst) > 5:
            lines.append(f"  and {len(worst) - 5} more rules")
        return "\n".join(lines)

    def to_dict(self) -> Dict[str, Any]:
        """The JSON report as it was written."""
        return dict(self.raw)

    def to_pandas(self) -> Any:
        """A pandas DataFrame with a row for each rule."""
        import pandas

        return pandas.DataFrame(self._rows())

    def to_polars(self) -> Any:
        """A Polars DataFrame with a row for each rule."""
        import polars

        return polars.DataFrame(self._rows(), infer_schema_length=None)

    def _rows(self) -> List[Dict[str, Any]]:
        names = (
            "id",
            "field",
            "constraint",
            "severity",
            "status",
            "evaluated",
            "passed",
            "failed",
            "missing",
            "blocked",
            "not_applicable",
            "overridden",
            "failure_rate",
            "message",
        )
        return [{name: getattr(rule, name) for name in names} for rule in self.rules.values()]

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        return html_of(self)


def _snake(name: str) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name)


def made(kind: Any, keys: Mapping[str, Any], /, **others: Any) -> Any:
    """A value of a dataclass from an object; keys that it does not know are left to `raw`."""
    known = kind.__dataclass_fields__
    values = {_snake(name): value for name, value in keys.items() if _snake(name) in known}
    values.update(others)
    return kind(**values)


#: The keys that a record lacks in an input without lines.
NO_LINE: Mapping[str, None] = {"line": None, "byteOffset": None}


def places_of(raw: Mapping[str, Any]) -> Tuple[Place, ...]:
    return tuple(made(Place, each) for each in raw.get("places", ()))


def _fields(raw: Mapping[str, Any], section: Optional[str]) -> Dict[str, Field]:
    """The fields of a section, or those outside of sections."""
    return {
        each["path"]: made(Field, each) for each in raw["fields"] if each.get("section") == section
    }


def _sample(raw: Mapping[str, Any]) -> Sample:
    first = _first(raw)
    sample: Sample = made(Sample, {**NO_LINE, **raw}, places=places_of(raw), first=first, raw=raw)
    return sample


def _input(raw: Mapping[str, Any]) -> Input:
    found: Input = made(
        Input, raw, sets=tuple(made(RecordSet, each) for each in raw.get("sets", ()))
    )
    return found


def _comparison(raw: Mapping[str, Any]) -> Comparison:
    profile = raw["profile"]
    ids = {name: tuple(raw[name]) for name in ("worse", "better", "new", "removed")}
    found: Comparison = made(
        Comparison, raw, profile_name=profile["name"], profile_sha256=profile["sha256"], **ids
    )
    return found


def _first(raw: Mapping[str, Any]) -> Optional[First]:
    found: Optional[First] = made(First, raw["first"]) if "first" in raw else None
    return found


def _groups(raw: Mapping[str, Any]) -> Groups:
    worst = tuple(made(Group, each, raw=each, first=_first(each)) for each in raw["worst"])
    found: Groups = made(Groups, raw, by=tuple(raw["by"]), worst=worst)
    return found


def _listed(kind: Any, raw: Mapping[str, Any], name: str) -> Any:
    """What a rule about the table says under a name, its arrays as tuples; None if nothing."""
    if name not in raw:
        return None
    arrays = {key: tuple(value) for key, value in raw[name].items() if isinstance(value, list)}
    return made(kind, {**raw[name], **arrays})


def _rule(raw: Mapping[str, Any]) -> Rule:
    rule: Rule = made(
        Rule,
        raw,
        allowed=made(Allowed, raw.get("allowed", {"count": 0})),
        labels=tuple(raw.get("labels", ())),
        samples=tuple(_sample(each) for each in raw.get("samples", ())),
        top_values=tuple(made(TopValue, each) for each in raw.get("topValues", ())),
        places=tuple(made(PlaceCount, each) for each in raw.get("places", ())),
        other_places=raw.get("otherPlaces", 0),
        places_exact=raw.get("placesExact", True),
        groups=_groups(raw["groups"]) if "groups" in raw else None,
        columns=_listed(Columns, raw, "columns"),
        uncovered=_listed(Uncovered, raw, "uncovered"),
        comparison=_listed(RuleComparison, raw, "baseline"),
        spread=_listed(Spread, raw, "spread"),
        raw=raw,
    )
    return rule

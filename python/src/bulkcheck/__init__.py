"""Check large batches of records against a profile of rules.

    import bulkcheck

    report = bulkcheck.check("data/*.jsonl.gz", profile="users.json")
    print(report.records.invalid, report.rules["email.pattern"].failed)
    report.raise_for_failures()

    good, bad, report = bulkcheck.filter(frame, profile="users.json")

`check` takes files, bytes, file objects, iterables of dictionaries, and frames of pandas, Polars,
Arrow and DuckDB; `filter` takes frames. The `bulkcheck` command does the work; the wheel installs
it. `bulkcheck.spark` checks on the machines of a Spark cluster.
"""

from ._assertions import assert_valid
from ._check import check, merge
from ._command import version
from ._errors import (
    BulkcheckError,
    CannotJudge,
    CheckFailed,
    CommandNotFound,
    Mistake,
    ProfileError,
)
from ._failures import Failure, Failures, failures
from ._filter import filter
from ._options import Options
from ._report import (
    Allowed,
    Columns,
    Comparison,
    Field,
    First,
    Group,
    Groups,
    Input,
    NotEnforced,
    Place,
    RecordSet,
    Records,
    Report,
    Rule,
    RuleComparison,
    Rules,
    Sample,
    Section,
    Spread,
    Timing,
    PlaceCount,
    TopValue,
    Uncovered,
)
from ._tools import Explanation, explain, infer, lint

__all__ = [
    "Allowed",
    "BulkcheckError",
    "CannotJudge",
    "CheckFailed",
    "Columns",
    "CommandNotFound",
    "Comparison",
    "Explanation",
    "Failure",
    "Failures",
    "Field",
    "First",
    "Group",
    "Groups",
    "Input",
    "Mistake",
    "NotEnforced",
    "Options",
    "Place",
    "ProfileError",
    "RecordSet",
    "Records",
    "Report",
    "Rule",
    "RuleComparison",
    "Rules",
    "Sample",
    "Section",
    "Spread",
    "Timing",
    "PlaceCount",
    "TopValue",
    "Uncovered",
    "assert_valid",
    "check",
    "explain",
    "failures",
    "filter",
    "infer",
    "lint",
    "merge",
    "version",
]

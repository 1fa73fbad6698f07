"""Check large batches of records against a profile of rules.

    import bulkcheck

    report = bulkcheck.check("data/*.jsonl.gz", profile="users.json")
    print(report.records.invalid, report.rules["email.pattern"].failed)
    report.raise_for_failures()

`check` takes files, bytes, file objects, iterables of dictionaries, and pandas, Polars and Arrow
tables. The `bulkcheck` command does the work; the wheel installs it. `bulkcheck.spark` checks on the
machines of a Spark cluster.
"""

from ._check import Options, check, merge
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
from ._report import (
    Allowed,
    Field,
    First,
    Input,
    Place,
    RecordSet,
    Records,
    Report,
    Rule,
    Rules,
    Sample,
    Section,
    Timing,
    PlaceCount,
    TopValue,
)
from ._tools import Explanation, explain, infer, lint

__all__ = [
    "Allowed",
    "BulkcheckError",
    "CannotJudge",
    "CheckFailed",
    "CommandNotFound",
    "Explanation",
    "Failure",
    "Failures",
    "Field",
    "First",
    "Input",
    "Mistake",
    "Options",
    "Place",
    "ProfileError",
    "RecordSet",
    "Records",
    "Report",
    "Rule",
    "Rules",
    "Sample",
    "Section",
    "Timing",
    "PlaceCount",
    "TopValue",
    "check",
    "explain",
    "failures",
    "infer",
    "lint",
    "merge",
    "version",
]

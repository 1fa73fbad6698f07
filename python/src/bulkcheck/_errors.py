"""What this package raises. Data that breaks rules is not an error: the report counts it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, List, Optional

if TYPE_CHECKING:
    from ._report import Report


class BulkcheckError(Exception):
    """The base of all errors of this package."""


class CommandNotFound(BulkcheckError):
    """The `bulkcheck` command is not installed, or it cannot be run."""


class CannotJudge(BulkcheckError):
    """The run could not say whether the data is good: unreadable input, wrong options, a full disk.

    `report` is the report of what was read, if the run got that far; `exit_code` is the command's.
    """

    def __init__(self, message: str, exit_code: int = 2, report: Optional[Report] = None) -> None:
        super().__init__(message)
        self.exit_code = exit_code
        self.report = report

    def __reduce__(self) -> tuple[type[CannotJudge], tuple[str, int]]:
        # Errors travel from the machines of a cluster to the driver.
        return type(self), (str(self), self.exit_code)


class ProfileError(CannotJudge):
    """The profile has mistakes, all of which are in `mistakes`."""

    @property
    def mistakes(self) -> List[Mistake]:
        return mistakes_in(str(self))


class CheckFailed(BulkcheckError):
    """The data failed. Raised by `Report.raise_for_failures`; `report` says what failed."""

    def __init__(self, report: Report) -> None:
        super().__init__(report.summary())
        self.report = report


@dataclass(frozen=True)
class Mistake:
    """One mistake in a profile. `level` is `error` or `note`."""

    file: str
    line: int
    column: int
    message: str
    level: str = "error"

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.level}: {self.message}"


_MISTAKE = re.compile(
    r"^(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?P<level>[a-z]+): (?P<message>.*)$",
    re.MULTILINE,
)


def mistakes_in(diagnostics: str) -> List[Mistake]:
    """The mistakes that the command listed."""
    return [
        Mistake(
            found["file"],
            int(found["line"]),
            int(found["column"]),
            found["message"],
            found["level"],
        )
        for found in _MISTAKE.finditer(diagnostics)
    ]


def error_for(diagnostics: str, exit_code: int, report: Optional[Report] = None) -> CannotJudge:
    """The error for a run that ended with neither 0 nor 1."""
    text = diagnostics.strip() or f"bulkcheck ended with exit code {exit_code}"
    if any(mistake.level == "error" for mistake in mistakes_in(text)):
        return ProfileError(text, exit_code, report)
    return CannotJudge(text, exit_code, report)

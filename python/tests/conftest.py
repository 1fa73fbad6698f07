"""Tests run the real command: the one that BULKCHECK names, or the build of this repository."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
BUILT = ROOT / ".build" / "release" / "bulkcheck"

if "BULKCHECK" not in os.environ:
    if BUILT.exists():
        os.environ["BULKCHECK"] = str(BUILT)
    elif shutil.which("bulkcheck") is None:
        raise pytest.UsageError("there is no command: run `make release`, or set BULKCHECK")


@pytest.fixture
def users() -> str:
    return str(ROOT / "profiles" / "users.json")


@pytest.fixture
def samples() -> Path:
    return ROOT / "samples"


@pytest.fixture
def local() -> Any:
    """The format of a date-time without an offset; None if the command does not know it."""
    import bulkcheck

    value = {"value": "date-time", "as": "local"}
    return None if bulkcheck.lint({"bulkcheck": 1, "fields": {"a": {"format": value}}}) else value

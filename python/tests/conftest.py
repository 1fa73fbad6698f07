"""Tests run the real command: the one that BULKCHECK names, or the build of this repository."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

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

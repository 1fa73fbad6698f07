from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Dict

import pytest

import bulkcheck
from bulkcheck import _command

ANY: Dict[str, Any] = {"bulkcheck": 1, "fields": {"a": {"type": "integer"}}}


def test_failures_are_those_of_the_command(users: str, samples: Path) -> None:
    path = str(samples / "users.jsonl")
    found = bulkcheck.failures(path, users)
    rows = [failure.raw for failure in found]
    run = subprocess.run(
        [_command.find(), "-p", users, "--failures", "-", "--report", "json=/dev/null", path],
        stdout=subprocess.PIPE,
    )
    assert rows == [json.loads(line) for line in run.stdout.splitlines()]
    assert found.report is not None
    assert found.report.records.invalid == 36


def test_a_failure_has_the_names_of_the_line(users: str, samples: Path) -> None:
    failure = next(bulkcheck.failures(samples / "users.jsonl", users))
    assert (failure.line, failure.record, failure.byte_offset) == (9, 9, 2836)
    assert (failure.rule, failure.field, failure.value) == (
        "email.pattern",
        "email",
        "jane@localhost",
    )
    assert failure.message == '"jane@localhost" is not an email address'


def test_streams_have_failures_too() -> None:
    found = list(bulkcheck.failures(({"a": "x"} for _ in range(20_000)), ANY))
    assert len(found) == 20_000
    assert found[-1].line == 20_000


def test_closing_early_ends_the_command() -> None:
    endless = ({"a": "x"} for _ in iter(int, 1))
    with bulkcheck.failures(endless, ANY) as found:
        assert next(found).rule == "a.type"
    assert found.report is None
    assert found._run._process.poll() is not None
    assert list(found) == []


def test_what_cannot_be_judged_is_raised_at_the_end(users: str, samples: Path) -> None:
    found = bulkcheck.failures([samples / "users.jsonl", "none.jsonl"], users)
    with pytest.raises(bulkcheck.CannotJudge, match="none.jsonl"):
        for _ in found:
            pass


def test_failures_as_frames(users: str, samples: Path) -> None:
    pandas = pytest.importorskip("pandas")
    frame = bulkcheck.failures(samples / "users.jsonl", users).to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame[frame.rule == "age.range"].value) == [12, 17, 150]


def test_failures_as_polars(users: str, samples: Path) -> None:
    polars = pytest.importorskip("polars")
    frame = bulkcheck.failures(samples / "users.jsonl", users).to_polars()
    assert frame.filter(polars.col("rule") == "age.range")["value"].to_list() == ["12", "17", "150"]
    assert frame["line"].dtype == polars.Int64

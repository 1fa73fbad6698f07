"""The reports for code scanning and for dashboards, read by what did not write them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Dict

import pytest

import bulkcheck

SAMPLE = re.compile(r'^(bulkcheck_[a-z_]+)\{((?:[a-z]+="(?:\\.|[^"\\])*",?)*)\} (\d+(?:\.\d+)?)$')


def test_sarif(tmp_path: Path, users: str, samples: Path) -> None:
    path = tmp_path / "report.sarif"
    report = bulkcheck.check(samples / "users.jsonl", users, reports=[str(path)], samples=2)
    log = json.loads(path.read_text(encoding="utf-8"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(report.rules)
    expected = sum(len(rule.samples) for rule in report.failing)
    assert len(run["results"]) == expected
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    ages = [each for each in run["results"] if each["ruleId"] == "age.range"]
    place = ages[0]["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 18}
    assert place["artifactLocation"]["uri"].endswith("/samples/users.jsonl")
    assert ages[0]["message"]["text"].startswith("age is 12, must be 18 to 120 (3 of 194 records")
    assert run["invocations"] == [{"executionSuccessful": True, "exitCode": 1}]


def test_sarif_of_what_cannot_be_read(tmp_path: Path, users: str) -> None:
    path = tmp_path / "report.sarif"
    with pytest.raises(bulkcheck.CannotJudge):
        bulkcheck.check("no such #file", users, reports=[str(path)])
    (run,) = json.loads(path.read_text(encoding="utf-8"))["runs"]
    assert run["artifacts"] == [{"location": {"uri": "no%20such%20%23file"}}]
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    assert "no such file" in invocation["toolExecutionNotifications"][0]["message"]["text"]
    assert run["results"] == []


def test_openmetrics(tmp_path: Path, users: str, samples: Path) -> None:
    path = tmp_path / "report.prom"
    report = bulkcheck.check(samples / "users.jsonl", users, reports=[str(path)])
    lines = path.read_text(encoding="utf-8").split("\n")
    assert lines[-2:] == ["# EOF", ""]
    found: Dict[str, float] = {}
    for line in lines[:-2]:
        if not line.startswith("# "):
            match = SAMPLE.match(line)
            assert match is not None, line
            assert match[0] not in found
            found[f"{match[1]}{{{match[2]}}}"] = float(match[3])
    assert found['bulkcheck_records{profile="users",state="valid"}'] == report.records.valid
    labels = 'profile="users",rule="age.range",severity="error"'
    assert found[f'bulkcheck_rule_records{{{labels},outcome="failed"}}'] == 3
    assert found[f"bulkcheck_rule_failing{{{labels}}}"] == 1
    assert found['bulkcheck_exit_code{profile="users"}'] == 1


def test_hostile_names_stay_in_their_places(tmp_path: Path) -> None:
    name = 'a"b\\c\nd,\u202e{}\x1b'
    profile = {"bulkcheck": 1, "name": name, "fields": {"a": {"const": {"id": "r", "value": 1}}}}
    reports = [str(tmp_path / "r.prom"), str(tmp_path / "r.sarif")]
    bulkcheck.check([{"a": name}], profile, reports=reports)
    for line in (tmp_path / "r.prom").read_text(encoding="utf-8").splitlines():
        assert line.startswith("# ") or SAMPLE.match(line), line
    text = (tmp_path / "r.sarif").read_text(encoding="utf-8")
    assert "\u202e" not in text
    assert len(json.loads(text)["runs"][0]["results"]) == 1


def test_failures_as_csv(tmp_path: Path, users: str, samples: Path) -> None:
    import csv

    path = tmp_path / "failures.csv"
    report = bulkcheck.check(samples / "users.jsonl", users, failures=path)
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == sum(rule.failed for rule in report.rules.values())
    ages = [row for row in rows if row["rule"] == "age.range"]
    assert [(row["line"], row["value"]) for row in ages][0] == ("18", "12")
    for row, failure in zip(rows, bulkcheck.failures(samples / "users.jsonl", users)):
        assert (row["message"], row["rule"]) == (failure.message, failure.rule)

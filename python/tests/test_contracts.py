"""Contracts in place of profiles: a Data Package names its own files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bulkcheck

PACKAGE = {
    "name": "shop",
    "resources": [
        {
            "name": "customers",
            "path": "customers.csv",
            "schema": {"fields": [{"name": "id", "type": "integer"}], "primaryKey": "id"},
        },
        {
            "name": "orders",
            "path": "orders.csv",
            "hash": "d41d8cd98f00b204e9800998ecf8427e",
            "schema": {
                "fields": [{"name": "no", "type": "integer", "constraints": {"minimum": 1}}],
            },
        },
    ],
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    path = tmp_path / "datapackage.json"
    path.write_text(json.dumps(PACKAGE))
    (tmp_path / "customers.csv").write_text("id\n1\n2\n")
    (tmp_path / "orders.csv").write_text("no\n1\n0\n-1\n")
    return path


def test_reads_the_files_of_a_package_without_a_source(package: Path) -> None:
    for report in (
        bulkcheck.check(contract=package),
        bulkcheck.check([], contract=str(package)),
        bulkcheck.check((), contract=package),
    ):
        assert report.records == bulkcheck.Records(total=5, valid=3, invalid=2, malformed=0)
        assert [rule.id for rule in report.rules.values() if rule.failed] == ["orders.no.minimum"]
        assert [each.message for each in report.not_enforced] == ["`hash` of orders"]
    with pytest.raises(AssertionError, match="orders.no.minimum"):
        bulkcheck.assert_valid(contract=package)
    bulkcheck.assert_valid(contract=f"{package}#customers")


def test_reads_the_files_of_one_object(package: Path) -> None:
    report = bulkcheck.check(contract=f"{package}#customers")
    assert (report.records.total, report.passed) == (2, True)
    failures = bulkcheck.failures(contract=f"{package}#orders")
    assert [failure.line for failure in failures] == [3, 4]


def test_a_list_of_records_may_be_empty(package: Path) -> None:
    """It is not taken for the file of the object that it is checked as."""
    report = bulkcheck.check([], contract=f"{package}#orders")
    assert report.records.total == 0
    assert report.rules["bulkcheck.empty-input"].failed == 1
    report = bulkcheck.check([{"no": 1}], contract=f"{package}#orders")
    assert (report.records.total, report.passed) == (1, True)


def test_a_source_is_missing_without_files_of_a_contract(package: Path) -> None:
    for function in (bulkcheck.check, bulkcheck.assert_valid, bulkcheck.failures):
        with pytest.raises(TypeError, match="a source is missing"):
            function(profile={"bulkcheck": 1})
    schema = package.parent / "schema.json"
    schema.write_text(json.dumps({"fields": [{"name": "no"}]}))
    with pytest.raises(bulkcheck.CannotJudge, match="names no files"):
        bulkcheck.check(contract=schema)

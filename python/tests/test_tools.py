from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict

import pytest

import bulkcheck


def test_a_draft_fits_its_data(tmp_path: Path, samples: Path) -> None:
    path = tmp_path / "draft.json"
    draft = bulkcheck.infer(samples / "orders.jsonl", name="orders", output=path)
    assert path.read_text(encoding="utf-8") == draft
    assert '"name": "orders"' in draft
    assert bulkcheck.lint(path) == []
    assert bulkcheck.check(samples / "orders.jsonl", path).passed


def test_a_draft_of_records_and_of_nothing() -> None:
    assert '"type": "integer"' in bulkcheck.infer([{"a": 1}, {"a": 2}])
    with pytest.raises(bulkcheck.CannotJudge):
        bulkcheck.infer([])


def test_a_draft_as_a_schema_and_with_warnings() -> None:
    records = [{"n": number, "s": f"s{number}" if number > 5 else ""} for number in range(1000)]
    schema = json.loads(bulkcheck.infer(records, schema=True, limit=100))
    assert schema["$schema"].startswith("https://json-schema.org/draft/2020-12")
    assert '"severity": "warning"' in bulkcheck.infer(records)
    assert '"severity": "warning"' not in bulkcheck.infer(records, near_misses="comment")
    assert json.loads(bulkcheck.infer(records, no_comments=True))["bulkcheck"] == 1
    assert "\nbulkcheck: 1\n" in bulkcheck.infer(records, yaml=True)


def test_explain(users: str, samples: Path) -> None:
    bad = bulkcheck.explain(samples / "users.jsonl", users, line=28)
    assert not bad.valid
    assert "0.01 below 0" in str(bad)
    assert bulkcheck.explain(samples / "users.jsonl", users, record=1).valid
    with pytest.raises(bulkcheck.CannotJudge):
        bulkcheck.explain(samples / "users.jsonl", users, line=100_000)


def test_encodings_reach_the_commands(tmp_path: Path) -> None:
    path = tmp_path / "old.csv"
    path.write_bytes("word\ncafé\n".encode("cp1252"))
    draft = bulkcheck.infer(str(path), encoding="windows-1252")
    assert '"encoding": "windows-1252"' in draft
    profile: Dict[str, Any] = {"bulkcheck": 1, "fields": {"word": {"const": "café"}}}
    assert bulkcheck.check(str(path), profile, encoding="windows-1252").passed
    assert not bulkcheck.check(str(path), profile).passed
    explanation = bulkcheck.explain(str(path), profile, record=1, encoding="windows-1252")
    assert explanation.valid and "café" in str(explanation)
    # Records are text: the encoding of files does not apply to them.
    profile["input"] = {"encoding": "windows-1252"}
    assert bulkcheck.check(str(path), profile).passed
    assert bulkcheck.check([{"word": "café"}], profile).passed
    with open(path, encoding="cp1252") as file:
        assert bulkcheck.check(file, profile, input_format="csv").passed


def test_documents(tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    path.write_text('{"data": [{"id": 1}, {"id": "x"}]}', encoding="utf-8")
    profile: Dict[str, Any] = {"bulkcheck": 1, "fields": {"id": {"type": "integer"}}}
    report = bulkcheck.check(str(path), profile, records="/data/*")
    assert (report.records.valid, report.records.invalid) == (1, 1)
    assert not bulkcheck.explain(str(path), profile, record="/data/1", records="/data/*").valid
    assert '"id"' in bulkcheck.infer(str(path), records="/data/*")
    failures = list(bulkcheck.failures(str(path), profile, records="/data/*"))
    assert [failure.record_pointer for failure in failures] == ["/data/1"]


def test_keys_of_records(tmp_path: Path) -> None:
    path = tmp_path / "codes.json"
    path.write_text('{"codes": {"EUR": {}, "usd": {}}}', encoding="utf-8")
    profile: Dict[str, Any] = {"bulkcheck": 1, "fields": {"$key": {"pattern": "^[A-Z]{3}$"}}}
    report = bulkcheck.check(str(path), profile, records="/codes/*")
    sample = report.rules["$key.pattern"].samples[0]
    assert (sample.record_pointer, sample.instance_location, sample.value) == (
        "/codes/usd",
        "$key",
        "usd",
    )
    with pytest.raises(bulkcheck.ProfileError) as caught:
        bulkcheck.check(str(path), profile)
    assert "nothing says where the records are" in caught.value.mistakes[0].message


def test_delimiters(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("a|b,c\nx|y,z\n", encoding="utf-8")
    profile: Dict[str, Any] = {"bulkcheck": 1, "fields": {"a|b": {"const": "x|y"}}}
    assert bulkcheck.check(str(path), profile, delimiter=",").passed
    assert not bulkcheck.check(str(path), profile, delimiter="|", strict=True).passed


@pytest.mark.parametrize(
    "options", [{"records": "data/*"}, {"encoding": "windows-125"}, {"delimiter": "ab"}]
)
def test_options_that_cannot_be_read(users: str, samples: Path, options: Dict[str, Any]) -> None:
    name, value = next(iter(options.items()))
    with pytest.raises(bulkcheck.CannotJudge, match=f"--{name}"):
        bulkcheck.check(samples / "users.jsonl", users, **options)


def test_lint(tmp_path: Path, users: str) -> None:
    assert bulkcheck.lint(users) == []
    found = bulkcheck.lint({"bulkcheck": 1, "fields": {"a": {"pattern": "["}}})
    assert len(found) == 1 and found[0].line == 1
    with pytest.raises(bulkcheck.CannotJudge, match="none.json"):
        bulkcheck.lint(tmp_path / "none.json")


def test_version() -> None:
    assert bulkcheck.version().count(".") == 2

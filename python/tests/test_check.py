from __future__ import annotations

import html
import json
import pickle
import tempfile
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List

import pytest

import bulkcheck

ADULT: Dict[str, Any] = {
    "bulkcheck": 1,
    "name": "adults",
    "fields": {"age": {"type": "integer", "minimum": {"id": "adult", "value": 18}}},
}


def test_report_has_the_counts_of_the_command(users: str, samples: Path) -> None:
    report = bulkcheck.check(samples / "users.jsonl.gz", users)
    assert report.outcome == "failed"
    assert (report.exit_code, report.complete, report.passed) == (1, True, False)
    assert report.records == bulkcheck.Records(total=200, valid=161, invalid=36, malformed=3)
    assert report.rules["age.range"].failed == 3
    assert report.rules["age.range"].samples[0].line == 18
    assert report.rules["age.range"].top_values[0].value == 12
    assert report.rules["bulkcheck.malformed"].kinds is not None
    assert report.rules["bulkcheck.malformed"].kinds["syntax"] == 2
    assert report.inputs[0].compression == "gzip"
    assert report.fields["email"].absent == 3
    assert report.profile_name == "users"
    assert report.raw["records"]["total"] == 200


def test_names_are_those_of_the_json_report(users: str, samples: Path) -> None:
    """Keys without a name here are in `raw`: a newer command may write some."""
    report = bulkcheck.check(samples / "users.jsonl", users)
    for rule in report.raw["rules"]:
        for key in ("id", "field", "severity", "status", "failed", "notApplicable", "failureRate"):
            assert getattr(report.rules[rule["id"]], snake(key)) == rule[key]
        for sample, raw in zip(report.rules[rule["id"]].samples, rule["samples"]):
            for key in ("line", "byteOffset", "message", "value", "kind", "instanceLocation"):
                assert getattr(sample, snake(key)) == raw.get(key)
    for sample in report.rules["tags.items"].samples:
        assert len(sample.places) == len(sample.raw.get("places", []))


def snake(name: str) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name)


def test_raises_for_failures_and_says_which(users: str, samples: Path) -> None:
    report = bulkcheck.check(samples / "users.jsonl", users)
    with pytest.raises(bulkcheck.CheckFailed) as error:
        report.raise_for_failures()
    assert error.value.report is report
    assert "161 valid, 36 invalid, 3 malformed" in str(error.value)
    assert "age.range failed 3 of 194 (line 18: age is 12, must be 18 to 120)" in str(error.value)
    good = bulkcheck.check(samples / "users-good.jsonl", users)
    assert good.raise_for_failures() is good


def test_patterns_and_lists_are_several_inputs(users: str, samples: Path) -> None:
    one = bulkcheck.check(str(samples / "users*.jsonl"), users)
    two = bulkcheck.check([samples / "users-good.jsonl", str(samples / "users.jsonl")], users)
    assert [each.path for each in one.inputs] == [each.path for each in two.inputs]
    assert one.records == two.records
    assert one.records.total == 300


def test_options_reach_the_command(tmp_path: Path, users: str, samples: Path) -> None:
    report = bulkcheck.check(
        samples / "users.jsonl",
        users,
        samples=1,
        only=["label:contact", "age.range"],
        skip="age.range",
        fail_on="never",
        limit=100,
        threads=1,
        valid=tmp_path / "valid.jsonl",
        failures=tmp_path / "failures.jsonl",
        verdicts=tmp_path / "verdicts",
        reports=[f"html={tmp_path / 'report.html'}"],
    )
    assert report.exit_code == 0
    assert report.fail_on == "never"
    assert "age.range" in report.muted
    assert report.raw["limitReached"] is True
    assert all(len(rule.samples) <= 1 for rule in report.rules.values())
    assert (tmp_path / "report.html").read_text().startswith("<!")
    valid = (tmp_path / "valid.jsonl").read_bytes().splitlines()
    assert len(valid) == report.records.valid
    verdicts = (tmp_path / "verdicts").read_bytes()
    assert len(verdicts) == report.records.total
    assert verdicts.count(0) == report.records.valid


def test_unknown_options_and_a_missing_profile_are_type_errors() -> None:
    unknown: Any = {"treads": 2}
    of_check: Any = {"valid": "x"}
    with pytest.raises(TypeError, match="there is no option treads: did you mean threads"):
        bulkcheck.check([{}], ADULT, **unknown)
    with pytest.raises(TypeError, match="there is no option valid"):
        bulkcheck.merge([], **of_check)
    with pytest.raises(TypeError, match="a profile is missing"):
        bulkcheck.check([{}])


def test_a_schema_in_place_of_a_profile() -> None:
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {"age": {"minimum": 18}, "mail": {"format": "email"}},
    }
    records = [{"age": 17}, {"age": 18, "mail": "x"}]
    report = bulkcheck.check(records, schema=schema)
    assert (report.records.valid, report.records.invalid) == (1, 1)
    assert report.rules["#/properties/age/minimum"].failed == 1
    assert bulkcheck.check(records, schema=schema, assert_format=True).records.invalid == 2
    assert bulkcheck.check(records, ADULT, schema=schema).rules["adult"].failed == 1
    with pytest.raises(bulkcheck.ProfileError):
        bulkcheck.check(records, schema={"properties": 5})


def test_baseline(tmp_path: Path) -> None:
    baseline = tmp_path / "baseline.json"
    first = bulkcheck.check([{"age": 1}, {"age": 20}], ADULT, write_baseline=baseline)
    again = bulkcheck.check([{"age": 1}, {"age": 20}], ADULT, baseline=baseline)
    assert (first.exit_code, again.exit_code) == (1, 0)
    assert first.comparison is None and first.rules["adult"].comparison is None
    worse = bulkcheck.check([{"age": 1}], ADULT, baseline=baseline).comparison
    assert worse is not None
    assert (worse.path, worse.profile_name, worse.records) == (str(baseline), "adults", 2)
    assert (worse.worse, worse.better, worse.removed) == (("adult",), (), ())
    assert again.rules["adult"].comparison == bulkcheck.RuleComparison(
        change="same", id="adult", evaluated=2, failed=1, failure_rate=0.5
    )


def test_partial_results_merge_to_one_report(tmp_path: Path, users: str, samples: Path) -> None:
    names = [samples / "users.jsonl", samples / "users-good.jsonl"]
    parts = []
    for number, name in enumerate(names):
        parts.append(tmp_path / f"{number}.bcp")
        bulkcheck.check(name, users, partial=parts[-1], fail_on="never")
    merged = bulkcheck.merge(parts).to_dict()
    whole = bulkcheck.check(names, users).to_dict()
    del merged["timing"], whole["timing"]
    assert merged == whole


def test_now_is_a_time_or_its_text() -> None:
    profile = {"bulkcheck": 1, "fields": {"at": {"format": "date-time", "maximum": "now"}}}
    records = [{"at": "2024-05-01T12:00:00Z"}]
    early = datetime(2024, 5, 1, 11, 59, tzinfo=timezone.utc)
    assert bulkcheck.check(records, profile, now=early).rules["at.maximum"].failed == 1
    assert bulkcheck.check(records, profile, now="2024-05-01T12:00:00Z").passed
    assert not bulkcheck.explain(records, profile, record=1, now=early).valid
    with pytest.raises(bulkcheck.BulkcheckError, match="offset"):
        bulkcheck.check(records, profile, now=datetime(2024, 5, 1))


def test_a_profile_with_mistakes(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text('{"bulkcheck": 1, "fields": {"a": {"minimun": 1}, "b": {"maximun": 2}}}')
    with pytest.raises(bulkcheck.ProfileError) as error:
        bulkcheck.check([{"a": 1}], path)
    mistakes = error.value.mistakes
    assert [(each.line, each.column, each.level) for each in mistakes] == [
        (1, 35, "error"),
        (1, 56, "error"),
    ]
    assert 'did you mean "minimum"?' in mistakes[0].message
    assert bulkcheck.lint(path) == mistakes


def test_a_dictionary_is_named_as_such_in_mistakes() -> None:
    wrong: Dict[str, Any] = {"bulkcheck": 1, "fields": {"a": {"minimun": 1}}}
    draft = "https://json-schema.org/draft/2020-12/schema"

    def mistakes(judge: Callable[[], Any]) -> List[bulkcheck.Mistake]:
        with pytest.raises(bulkcheck.ProfileError) as error:
            judge()
        assert tempfile.gettempdir() not in str(error.value)
        return error.value.mistakes

    for found in (
        mistakes(lambda: bulkcheck.check([{}], wrong)),
        mistakes(lambda: list(bulkcheck.failures([{}], wrong))),
        mistakes(lambda: bulkcheck.explain([{}], wrong, record=1)),
        bulkcheck.lint(wrong),
    ):
        assert [each.file for each in found] == ["profile (dict)"]
    schema = {"$schema": draft, "minimum": "x"}
    found = mistakes(lambda: bulkcheck.check([{}], schema=schema))
    assert [each.file for each in found] == ["schema (dict)"]


def test_a_pattern_without_a_file(users: str, tmp_path: Path) -> None:
    pattern = str(tmp_path / "*.csv")
    for source in (pattern, [pattern]):
        with pytest.raises(bulkcheck.CannotJudge) as error:
            bulkcheck.check(source, users)
        assert str(error.value) == f"no file matches {pattern}"


def test_an_input_that_cannot_be_read(users: str) -> None:
    with pytest.raises(bulkcheck.CannotJudge, match="no such file") as error:
        bulkcheck.check("none.jsonl", users)
    assert not isinstance(error.value, bulkcheck.ProfileError)
    assert error.value.exit_code == 2
    assert error.value.report is not None
    assert error.value.report.complete is False
    copy = pickle.loads(pickle.dumps(error.value))
    assert (type(copy), str(copy)) == (bulkcheck.CannotJudge, str(error.value))


def test_damaged_gzip_is_told_with_what_was_read(users: str, samples: Path) -> None:
    data = (samples / "users.jsonl.gz").read_bytes()[:9000]
    with pytest.raises(bulkcheck.CannotJudge) as error:
        bulkcheck.check(data, users)
    assert error.value.report is not None
    assert error.value.report.records.total > 0


def test_there_is_no_command(monkeypatch: pytest.MonkeyPatch, users: str) -> None:
    monkeypatch.setenv("BULKCHECK", "/nowhere/bulkcheck")
    with pytest.raises(bulkcheck.CommandNotFound, match="cannot run /nowhere/bulkcheck"):
        bulkcheck.check([{}], users)


def test_no_record_at_all_fails(users: str) -> None:
    report = bulkcheck.check([], users)
    assert (report.exit_code, report.records.total) == (1, 0)
    assert report.rules["bulkcheck.empty-input"].failed == 1


def test_rules_name_the_nearest_id(users: str, samples: Path) -> None:
    rules = bulkcheck.check(samples / "users-good.jsonl", users).rules
    with pytest.raises(KeyError, match="did you mean 'email.pattern'"):
        rules["email.patern"]
    assert "age.range" in rules and len(list(rules)) == len(rules)


def test_html_shows_what_failed_and_escapes_values() -> None:
    report = bulkcheck.check([{"age": "<b>&"}], ADULT)
    page = report._repr_html_()
    assert "<code>age.type</code>" in page
    assert "&lt;b&gt;" in page and "<b>&" not in page
    assert "malformed of 1 records" in page


def adults_until(told: List[str]) -> Iterator[Dict[str, int]]:
    """Records until progress was told, however fast the machine is; very many if it never is."""
    for _ in range(50_000_000):
        if told:
            return
        yield {"age": 20}


def test_progress_is_told() -> None:
    lines: List[str] = []
    report = bulkcheck.check(adults_until(lines), ADULT, progress=lines.append)
    assert lines and all("record" in line for line in lines)
    assert report.records.valid == report.records.total > 0


def test_a_progress_function_that_raises_ends_the_check() -> None:
    lines: List[str] = []

    def stop(line: str) -> None:
        lines.append(line)
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        bulkcheck.check(adults_until(lines), ADULT, progress=stop)


def test_a_dictionary_refers_to_files_beside_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "codes.csv").write_text("code\nNO\nSE\n")
    profile = {
        "bulkcheck": 1,
        "fields": {"c": {"references": {"file": "codes.csv", "column": "code"}}},
    }
    report = bulkcheck.check([{"c": "NO"}, {"c": "XX"}], profile)
    assert report.rules["c.references"].failed == 1


def test_a_report_can_be_read_again(users: str, samples: Path) -> None:
    report = bulkcheck.check(samples / "users.jsonl", users)
    assert bulkcheck.Report.from_json(json.dumps(report.to_dict())) == report


def test_a_rule_tells_where_it_failed(tmp_path: Path) -> None:
    profile = {"bulkcheck": 1, "fields": {"n": {"maximum": 10}, "m": {"minimum": 0}}}
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    first.write_text('{"n": 1, "m": 1}\n{"n": 11, "m": 1}\n', encoding="utf-8")
    second.write_text('{"n": 1, "m": -1}\n{"n": 12, "m": -1}\n', encoding="utf-8")
    rules = bulkcheck.check([first, second], profile).rules
    assert rules["n.maximum"].spread == bulkcheck.Spread(4, 2, 4, (0, 1, 0, 1))
    assert rules["m.minimum"].spread == bulkcheck.Spread(4, 3, 4, (0, 0, 1, 1), input=1)
    assert bulkcheck.check(first, profile).rules["m.minimum"].spread is None


#: What else a rule about the table has, as attributes: those that say something.
ATTRIBUTES: Dict[str, Dict[str, Any]] = {
    "rows": {"bounds": {"minimum": 1000}},
    "mean": {"bounds": {"maximum": 1}},
    "latest": {"bounds": {"after": "now-1h"}},
    "groups": {
        "bounds": {"minimum": 2},
        "groups": bulkcheck.Groups(
            ("n",),
            2,
            2,
            (
                bulkcheck.Group(3, 0, 1, first=bulkcheck.First(0, 2)),
                bulkcheck.Group(1, 1, 2, first=bulkcheck.First(0, 1)),
            ),
        ),
    },
    "order": {},
    "layout": {"columns": bulkcheck.Columns(("z",), (), True)},
    "codes": {"uncovered": bulkcheck.Uncovered(1, 2, (7,))},
    "none": {"bounds": {"minimum": 1}, "reason": "no values"},
}


def attributes(rule: bulkcheck.Rule) -> Dict[str, Any]:
    names = ("bounds", "error", "skipped", "mistyped", "reason", "groups", "columns", "uncovered")
    return {name: getattr(rule, name) for name in names if getattr(rule, name)}


def test_table_rules_show_what_was_measured(tmp_path: Path) -> None:
    (tmp_path / "codes.csv").write_text("n\n1\n7\n", encoding="utf-8")
    codes = str(tmp_path / "codes.csv")
    rules: Dict[str, Any] = {
        "rows": {"measure": "count", "minimum": 1000, "message": "too few"},
        "mean": {"measure": "mean", "of": "n", "maximum": 1},
        "latest": {"measure": "max", "of": "at", "after": "now-1h"},
        "groups": {"measure": "count", "by": "n", "minimum": 2},
        "order": {"sorted": ["n"]},
        "layout": {"columns": ["n", "z"]},
        "codes": {"covers": {"of": "n", "file": codes, "column": "n"}},
        "none": {"measure": "min", "of": "z", "minimum": 1},
    }
    expected = {
        "rows": "count of records is 3, must be at least 1000",
        "mean": "mean of n is 1.66666666667, must be at most 1",
        "latest": 'max of at is "2020-01-01T00:00:00Z", must be after now-1h (now is ',
        "groups": "holds, by n, must be at least 2 (worst group 3: 0)",
        "order": "sorted by n: 1 record out of order (line 3)",
        "layout": "columns include n, z: z is missing",
        "codes": "1 of 2 values does not occur: 7",
        "none": "min of z: no values, must be at least 1",
    }
    records = [{"n": 1, "at": "2020-01-01T00:00:00Z"}, {"n": 3}, {"n": 1}]
    rules["groups"]["where"] = {"at": {"required": True}}
    for id, rule in rules.items():
        profile = {
            "bulkcheck": 1,
            "fields": {"n": {"type": "integer"}, "at": {"format": "date-time"}},
            "table": [{"id": id, **rule}],
        }
        report = bulkcheck.check(records, profile)
        with pytest.raises(bulkcheck.CheckFailed) as error:
            report.raise_for_failures()
        assert str(report) == str(error.value)
        assert expected[id] in str(report)
        assert report.rules[id].measured == report.rules[id].raw.get("measured")
        assert attributes(report.rules[id]) == ATTRIBUTES[id]
        assert report.rules[id].judged == 3
        assert html.escape(expected[id]) in report._repr_html_()


def test_sections() -> None:
    profile = {
        "bulkcheck": 1,
        "fields": {"id": {"required": True}},
        "sections": [
            {
                "id": "user",
                "when": {"type": {"const": "user"}},
                "fields": {"id": {"type": "integer"}, "name": {"required": True}},
            },
            {"id": "none", "when": {"type": {"const": "x"}}, "fields": {"y": {"required": True}}},
        ],
    }
    records = [{"type": "user", "id": 1, "name": "Ada"}, {"type": "other", "id": "2"}]
    report = bulkcheck.check(records, profile)
    assert report.passed
    assert report.fields["id"].present == 2
    assert {each.id: each.records for each in report.sections.values()} == {"user": 1, "none": 0}
    assert report.sections["user"].fields["id"].present == 1
    assert report.rules["user.name.required"].evaluated == 1
    assert report.rules["user.name.required"].not_applicable == 1

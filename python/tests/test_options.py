"""Options: those of the command, with names, types and meanings that tools find."""

from __future__ import annotations

import inspect
import json
import subprocess
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Dict, List, Set, get_type_hints

import pytest

import bulkcheck
from bulkcheck import _command, _options, _partials

#: What Python says in another way, or not at all.
NOT_OPTIONS = {
    "check": {"profile", "schema", "progress", "color", "files-from", "null"},
    "merge": {"as", "color"},
    "infer": {"schema", "output", "progress", "files-from", "null"},
    "explain": {"profile", "schema", "line", "record", "before", "after"},
}
KINDS: Dict[str, Any] = {
    "check": _options.Options,
    "merge": _options.MergeOptions,
    "infer": _options.InferOptions,
    "explain": _options.ExplainOptions,
}


def options_of(command: str) -> Set[str]:
    dump = subprocess.check_output([_command.find(), "--experimental-dump-help"])
    for sub in json.loads(dump)["command"]["subcommands"]:
        if sub["commandName"] == command:
            names = [each.get("names") for each in sub["arguments"] if each["shouldDisplay"]]
            long = [one["name"] for each in names for one in each or [] if one["kind"] == "long"]
            return set(long) - {"help", "version", *NOT_OPTIONS[command]}
    raise AssertionError(f"there is no command {command}")


@pytest.mark.parametrize("command", KINDS)
def test_the_options_are_those_of_the_command(command: str) -> None:
    singular = {"readers": "reader", "reports": "report", "tables": "table"}
    names = {singular.get(name, name.replace("_", "-")) for name in get_type_hints(KINDS[command])}
    assert names == options_of(command)


@pytest.mark.parametrize("name", ["check", "failures", "filter", "assert_valid", "merge", "infer"])
def test_help_lists_every_option(name: str) -> None:
    function: Any = getattr(bulkcheck, name)
    parameters = inspect.signature(function).parameters
    assert all(each.kind is not each.VAR_KEYWORD for each in parameters.values())
    assert parameters["memory" if name != "infer" else "limit"].default is None
    for each in parameters.values():
        if each.name in get_type_hints(
            _options.InferOptions if name == "infer" else bulkcheck.Options
        ):
            assert f"    {each.name}: " in str(function.__doc__)
    get_type_hints(function)


def test_options_as_arguments(tmp_path: Path) -> None:
    options: bulkcheck.Options = {
        "samples": 3,
        "strict": True,
        "no_readers": False,
        "only": ["a", "label:b"],
        "skip": "c",
        "now": datetime(2026, 1, 1, tzinfo=timezone.utc),
        "valid": tmp_path,
        "baseline": None,
        "readers": (),
    }
    expected: List[str] = [
        "--now=2026-01-01T00:00:00+00:00",
        "--samples=3",
        "--strict",
        "--only=a",
        "--only=label:b",
        "--skip=c",
        f"--valid={tmp_path}",
    ]
    assert _options.arguments_of(options) == expected


def test_options_can_be_kept_and_given_again(users: str, samples: Path) -> None:
    options: bulkcheck.Options = {"only": "age.range", "fail_on": "never"}
    report = bulkcheck.check(samples / "users.jsonl", users, **options)
    assert report.passed and report.rules["age.range"].failed == 3
    found = [each.rule for each in bulkcheck.failures(samples / "users.jsonl", users, **options)]
    assert found.count("age.range") == 3


def test_parts_and_their_merge_have_options_of_their_own(users: str, samples: Path) -> None:
    options: _options.ClusterOptions = {
        "only": "age.range",
        "samples": 1,
        "fail_on": "never",
        "now": "2026-01-01T00:00:00Z",
    }
    parts, merge = _partials.split_options(options)
    assert parts == ["--now=2026-01-01T00:00:00Z", "--samples=1", "--only=age.range"]
    assert merge == ["--samples=1", "--fail-on=never"]
    command = _command.find()
    lines = (samples / "users.jsonl").read_bytes().splitlines()
    partials = [
        (number, _partials.partial_result(command, ["--profile", users], parts, records=some))
        for number, some in enumerate((lines[:100], lines[100:]))
    ]
    merged = _partials.merged(command, partials, merge, "users.jsonl")
    assert merged.passed and merged.rules["age.range"].failed == 3

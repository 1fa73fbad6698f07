"""What travels with a profile."""

from __future__ import annotations

import os
from pathlib import Path
from typing import List

import pytest

from bulkcheck import _command
from bulkcheck._bundle import Bundle
from bulkcheck._partials import partial_result


def names(bundle: Bundle) -> List[str]:
    return sorted(bundle.files)


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_files_travel_by_their_relative_places(tmp_path: Path) -> None:
    write(tmp_path / "b" / "codes.csv", "n\n1\n")
    write(tmp_path / "a" / "p" / "base.json", '{"extends": "../deep.json", }')
    write(tmp_path / "a" / "deep.json", '{"x": {"references": {"file": "codes.csv"}}}')
    write(tmp_path / "a" / "codes.csv", "n\n1\n")
    write(tmp_path / "a" / "s.json", '{"$ref": "more.json#/a"}')
    write(tmp_path / "a" / "more.json", '{"$ref": "s.json"}')
    absolute = write(tmp_path / "absolute.csv", "n\n")
    profile = write(
        tmp_path / "a" / "p" / "profile.json",
        """{ // "extends": "comment.json"
          "bulkcheck": 1, "extends": ["base.json"], "schema": {"file": "../s.json"},
          "fields": {"x": {"references": {"value": {"file": "../../b/codes.csv"}}}, /* , */
            "y": {"references": {"file": "ABSOLUTE"}}, "z": {"references": {"file": "none.csv"}},
            "file": {"const": "//"}, },
        }""".replace("ABSOLUTE", str(absolute)),
    )
    bundle = Bundle.of(profile, None, "/usr/bin/bulkcheck", carried=False)
    assert names(bundle) == [
        "files/a/codes.csv",
        "files/a/deep.json",
        "files/a/more.json",
        "files/a/p/base.json",
        "files/a/p/profile.json",
        "files/a/s.json",
        "files/b/codes.csv",
    ]
    assert bundle.rules == {"--profile": "files/a/p/profile.json"}


def test_files_in_yaml_travel_with_what_they_name(tmp_path: Path) -> None:
    write(tmp_path / "codes.csv", "n\n1\n")
    write(tmp_path / "base.yml", "fields: {x: {references: {file: codes.csv}}}  # a part\n")
    write(tmp_path / "s.yaml", "a: &a {$ref: 'more.yaml#/a'}\nb: *a\n")
    write(tmp_path / "more.yaml", "a: [\n")
    profile = write(
        tmp_path / "profile.yaml", "bulkcheck: 1\nextends: [base.yml]\nschema: s.yaml\n"
    )
    bundle = Bundle.of(profile, None, _command.find(), carried=False)
    assert names(bundle) == [
        f"files/{name}"
        for name in ["base.yml", "codes.csv", "more.yaml", "profile.yaml", "s.yaml"]
    ]


def test_a_bundle_is_unpacked_once(tmp_path: Path, samples: Path) -> None:
    profile = samples.parent / "profiles" / "airports.json"
    bundle = Bundle.of(profile, None, _command.find(), carried=True)
    assert names(bundle) == [
        "bulkcheck",
        "files/profiles/airports.json",
        "files/samples/countries.csv",
    ]
    command, rules = bundle.unpacked(str(tmp_path))
    assert bundle.unpacked(str(tmp_path)) == (command, rules)
    assert len(os.listdir(tmp_path)) == 1
    assert partial_result(command, rules, [], [str(samples / "airports.csv")])[:4] == b"\x89BCP"


def test_a_dictionary_has_its_place_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "codes.csv", "n\n1\n")
    profile = {
        "bulkcheck": 1,
        "fields": {"x": {"references": {"file": "codes.csv", "column": "n"}}},
    }
    bundle = Bundle.of(profile, None, "bulkcheck", carried=False)
    assert names(bundle) == ["files/bulkcheck-profile.json", "files/codes.csv"]


def test_a_broken_profile_travels_alone(tmp_path: Path) -> None:
    profile = write(tmp_path / "p.json", '{"extends": "p.json", ')
    assert names(Bundle.of(profile, None, "bulkcheck", carried=False)) == ["files/p.json"]

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, Dict

import pytest

import bulkcheck
from bulkcheck import _command

PROFILE: Dict[str, Any] = {"bulkcheck": 1, "fields": {"age": {"minimum": 18}}}


def test_valid_data_gives_the_report() -> None:
    assert bulkcheck.assert_valid([{"age": 18}], PROFILE).records.valid == 1
    assert bulkcheck.assert_valid([{"age": 1}], PROFILE, fail_on="never").records.invalid == 1


def test_the_message_is_the_text_report(users: str, samples: Path, tmp_path: Path) -> None:
    with pytest.raises(AssertionError) as error:
        bulkcheck.assert_valid(samples / "users.jsonl", users)
    path = tmp_path / "report.txt"
    options = ["-p", users, "--report", f"text={path}", str(samples / "users.jsonl")]
    subprocess.run([_command.find(), *options])
    expected = path.read_text(encoding="utf-8").splitlines()
    # The first line has the time.
    assert str(error.value).splitlines()[1:] == expected[1:]
    assert "FAIL  age.range" in str(error.value)


def test_other_errors_are_themselves() -> None:
    with pytest.raises(bulkcheck.ProfileError):
        bulkcheck.assert_valid([{}], {"bulkcheck": 1, "fields": {"a": {"minimun": 1}}})


def test_pytest_shows_the_report_and_no_lines_of_this_package(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import bulkcheck\n\ndef test_it():\n"
        f"    bulkcheck.assert_valid([{{'age': 1}}], {PROFILE!r})\n"
    )
    path = str(Path(_command.__file__).resolve().parent.parent)
    code = f"import sys; sys.path[:0] = [{path!r}]; import pytest; sys.exit(pytest.main(['-q']))"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    output = run.stdout.decode()
    assert run.returncode == 1
    assert "FAIL  age.minimum" in output and "17 below the minimum of 18" in output
    assert "_assertions.py" not in output

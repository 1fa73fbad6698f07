"""`bulkcheck-parquet` writes what a Parquet file holds as an Arrow stream."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any, List, Optional

import pytest

import bulkcheck
from bulkcheck import _command

pytest.importorskip("pyarrow.parquet")
import pyarrow.parquet  # noqa: E402

#: Runs the program with one of the packages alone.
PROGRAM = """
import sys
from bulkcheck import _parquet
_parquet._WRITERS = [each for each in _parquet._WRITERS if each[0] == {package!r}]
_parquet.main()
"""

PACKAGES = ["pyarrow", "polars"]

SOURCES = str(Path(_command.__file__).resolve().parent.parent)
ENVIRONMENT = {**os.environ, "PYTHONPATH": SOURCES}


@pytest.fixture(params=PACKAGES)
def package(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    pytest.importorskip(name)
    return name


def run(
    package: str, path: Path, columns: Optional[List[str]] = None
) -> "subprocess.CompletedProcess[bytes]":
    more = [] if columns is None else ["--columns", json.dumps(columns)]
    return subprocess.run(
        [sys.executable, "-c", PROGRAM.format(package=package), str(path), *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    )


def read(package: str, path: Path, columns: Optional[List[str]] = None) -> Any:
    result = run(package, path, columns)
    assert (result.returncode, result.stderr) == (0, b"")
    with pyarrow.ipc.open_stream(result.stdout) as stream:
        return stream.read_all()


@pytest.fixture
def table() -> Any:
    rows = range(1000)
    return pyarrow.table(
        {
            "id": pyarrow.array(rows),
            "a.b": pyarrow.array([f"text {row}" if row % 3 else None for row in rows]),
            "address": pyarrow.array([{"city": "Oslo", "zip": row} for row in rows]),
            "plan": pyarrow.array([["free", "pro"][row % 2] for row in rows]),
            "price": pyarrow.array([Decimal(row) / 100 for row in rows], pyarrow.decimal128(9, 2)),
            "tags": pyarrow.array([["x"] * (row % 4) for row in rows]),
        }
    )


@pytest.fixture
def path(table: Any, tmp_path: Path) -> Path:
    path = tmp_path / "users.parquet"
    pyarrow.parquet.write_table(table, path, row_group_size=300)
    return path


def test_all_columns_are_written_in_the_order_of_the_file(
    package: str, path: Path, table: Any
) -> None:
    written = read(package, path)
    assert written.to_pylist() == table.to_pylist()


@pytest.mark.parametrize(
    "wanted, found",
    [
        (["price", "id"], ["id", "price"]),
        (["address"], ["address"]),
        (["a.b", "tags"], ["a.b", "tags"]),
        (["id", "none"], ["id"]),
        # The rows must be counted.
        ([], ["id"]),
        (["none"], ["id"]),
    ],
)
def test_only_the_columns_that_are_asked_for_are_written(
    package: str, path: Path, table: Any, wanted: List[str], found: List[str]
) -> None:
    written = read(package, path, wanted)
    assert written.to_pylist() == table.select(found).to_pylist()


def test_a_file_without_rows_has_a_schema(package: str, table: Any, tmp_path: Path) -> None:
    path = tmp_path / "empty.parquet"
    pyarrow.parquet.write_table(table.slice(0, 0), path)
    assert read(package, path).column_names == table.column_names
    assert read(package, path, ["plan"]).column_names == ["plan"]


def test_dictionaries_of_several_row_groups_are_read_back(package: str, tmp_path: Path) -> None:
    column = pyarrow.array([f"v{row // 10}" for row in range(100)]).dictionary_encode()
    path = tmp_path / "words.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"v": column}), path, row_group_size=30)
    assert [str(each) for each in read(package, path)["v"].to_pylist()] == column.to_pylist()


def test_a_large_row_group_is_read_batch_by_batch(path: Path, table: Any) -> None:
    program = PROGRAM.format(package="pyarrow").replace(
        "_parquet.main()",
        "_parquet._GROUP_BYTES = 25_000; _parquet._BATCH_ROWS = 64; "
        "_parquet._BATCH_BYTES = 1000; _parquet.main()",
    )
    written = subprocess.check_output([sys.executable, "-c", program, str(path)], env=ENVIRONMENT)
    with pyarrow.ipc.open_stream(written) as stream:
        batches = list(stream)
    assert pyarrow.Table.from_batches(batches).to_pylist() == table.to_pylist()
    assert max(batch.num_rows for batch in batches) <= 64


def test_a_damaged_file_is_one_line(package: str, path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    result = run(package, path)
    assert result.returncode == 1
    assert result.stderr.startswith(b"bulkcheck-parquet: ") and result.stderr.count(b"\n") == 1


def test_a_file_that_is_damaged_inside_is_not_taken_for_whole(
    package: str, table: Any, tmp_path: Path
) -> None:
    path = tmp_path / "damaged.parquet"
    rows = pyarrow.table({"n": pyarrow.array(range(400_000)), "t": ["text"] * 400_000})
    pyarrow.parquet.write_table(
        rows, path, row_group_size=20_000, compression="zstd", use_dictionary=False
    )
    data = bytearray(path.read_bytes())
    page = pyarrow.parquet.read_metadata(path).row_group(15).column(0).data_page_offset
    data[page : page + 64] = b"\xff" * 64
    path.write_bytes(data)
    result = run(package, path)
    assert result.returncode == 1, "the damage was not found"
    assert result.stderr.startswith(b"bulkcheck-parquet: ")


def test_a_reader_that_has_enough_ends_it_quietly(path: Path, tmp_path: Path) -> None:
    large = tmp_path / "large.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"id": pyarrow.array(range(1_000_000))}), large)
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(package="pyarrow"), str(large)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    )
    assert program.stdout is not None and program.stderr is not None
    assert program.stdout.read(10)
    program.stdout.close()
    program.wait()
    assert program.stderr.read().count(b"\n") <= 1
    program.stderr.close()


def test_without_a_package_it_names_the_one_to_install(path: Path) -> None:
    result = run("none", path)
    assert result.returncode == 2
    assert b'pip install "bulkcheck[parquet]"' in result.stderr
    for arguments in ([], ["a", "b"], ["a", "--rows", "[]"]):
        result = subprocess.run(
            [sys.executable, "-m", "bulkcheck._parquet", *arguments],
            stderr=subprocess.PIPE,
            env=ENVIRONMENT,
        )
        assert result.returncode == 2 and b"usage: bulkcheck-parquet PATH" in result.stderr


# Readers in Python.


@pytest.fixture
def reader(tmp_path: Path) -> str:
    path = tmp_path / "read-odd"
    path.write_text('#!/bin/sh\necho \'{"id": 1, "age": 12}\'; echo \'{"id": 2, "age": 40}\'\n')
    path.chmod(0o755)
    (tmp_path / "x.odd").write_text("")
    return f".odd={path}"


def test_records_of_a_reader_have_no_lines(reader: str, tmp_path: Path) -> None:
    profile = {"bulkcheck": 1, "fields": {"age": {"minimum": 18}}}
    report = bulkcheck.check(tmp_path / "x.odd", profile, readers=[reader])
    sample = report.rules["age.minimum"].samples[0]
    assert (sample.line, sample.record, sample.byte_offset) == (None, 1, None)
    assert report.rules["age.minimum"].example.startswith("row 1: ")
    with bulkcheck.failures(tmp_path / "x.odd", profile, readers=[reader]) as failures:
        assert [(each.line, each.record) for each in failures] == [(None, 1)]
    assert bulkcheck.explain(tmp_path / "x.odd", profile, record=2, readers=[reader]).valid
    assert '"age"' in bulkcheck.infer(tmp_path / "x.odd", readers=reader)


@pytest.fixture
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the environment has its scripts, and `bulkcheck-parquet` alone."""
    folder = tmp_path / "scripts"
    folder.mkdir()
    program = folder / "bulkcheck-parquet"
    lines = [f"#!{sys.executable}", "import sys", f"sys.path.insert(0, {SOURCES!r})"]
    lines += ["from bulkcheck import _parquet", "_parquet.main()", ""]
    program.write_text("\n".join(lines))
    program.chmod(0o755)
    monkeypatch.setattr(_command, "_script_folders", lambda: iter([str(folder)]))
    # Without another one that may be installed.
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    return folder


def test_parquet_is_checked_by_the_reader_of_the_environment(
    path: Path, table: Any, scripts: Path
) -> None:
    profile = {
        "bulkcheck": 1,
        "fields": {
            "price": {"type": "number", "maximum": 9},
            "plan": {"enum": ["free"]},
            "address.city": {"const": "Oslo"},
        },
    }
    report = bulkcheck.check(path, profile)
    assert report.inputs[0].path == str(path)
    of_table = bulkcheck.check(table, profile)
    assert report.records == of_table.records
    assert [rule.failed for rule in report.rules.values()] == [
        rule.failed for rule in of_table.rules.values()
    ]
    assert report.rules["price.maximum"].samples[0].record == 902
    assert next(bulkcheck.failures(str(path), profile)).field == "plan"
    assert not bulkcheck.explain(path, profile, record=2).valid
    with pytest.raises(bulkcheck.CannotJudge, match="--no-readers"):
        bulkcheck.check(path, profile, no_readers=True)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(bulkcheck.CannotJudge, match="bulkcheck-parquet"):
        bulkcheck.check(path, profile)
    (scripts / "bulkcheck-parquet").unlink()
    with pytest.raises(bulkcheck.CannotJudge, match=r'pip install "bulkcheck\[parquet\]"'):
        bulkcheck.check(path, profile)

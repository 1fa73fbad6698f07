from __future__ import annotations

import datetime
import decimal
import enum
import io
import sqlite3
import uuid
from pathlib import Path
from typing import Any, Dict, Iterator, List

import pytest

import bulkcheck
from bulkcheck import _lines, _sources

ANY: Dict[str, Any] = {"bulkcheck": 1, "fields": {"a": {"type": "integer"}}}
LINES = b'{"a":1}\n{"a":"x"}\n'


def counts(source: Any, **options: Any) -> List[int]:
    records = bulkcheck.check(source, ANY, **options).records
    return [records.valid, records.invalid, records.malformed]


@pytest.mark.parametrize(
    "source",
    [
        LINES,
        bytearray(LINES),
        memoryview(LINES),
        io.BytesIO(LINES),
        io.StringIO(LINES.decode()),
        [{"a": 1}, {"a": "x"}],
        ({"a": each} for each in (1, "x")),
        [b'{"a":1}', b'{"a":"x"}\n'],
        iter(['{"a":1}']) if False else [b'{"a":1}', '{"a":"x"}'],
        b"a\n1\nx\n",
    ],
    ids=lambda source: type(source).__name__,
)
def test_what_can_be_checked(source: Any) -> None:
    assert counts(source) == [1, 1, 0]


def test_paths_of_every_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("x.jsonl", "[x].jsonl", "-", "--strict", "sub/deep.jsonl"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(LINES)
    for source in ("x.jsonl", Path("x.jsonl"), "[x].jsonl", "-", "--strict", "**/deep.jsonl"):
        assert counts(source, input_format="jsonl") == [1, 1, 0], source
    assert counts(path for path in ["x.jsonl", "-"]) == [2, 2, 0]


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    for name in ("b.jsonl", "sub/a.jsonl", "sub/.hidden.jsonl", "read.me"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(LINES)
    report = bulkcheck.check(tmp_path, ANY)
    assert [each.path for each in report.inputs] == [
        str(tmp_path / "b.jsonl"),
        str(tmp_path / "sub" / "a.jsonl"),
    ]
    assert [each.invalid for each in report.inputs] == [1, 1]


def test_what_cannot_be_checked() -> None:
    for source, words in (
        ({"a": 1}, "a single record"),
        (5, "cannot check a builtins.int"),
        (["a.jsonl", {"a": 1}], "a path is expected here, not a dict"),
        ([object()], "cannot be written as JSON"),
    ):
        with pytest.raises(TypeError, match=words):
            bulkcheck.check(source, ANY)


def test_an_error_of_the_source_is_the_error_of_the_check() -> None:
    def records() -> Iterator[Dict[str, int]]:
        for number in range(100_000):
            yield {"a": number}
        raise OSError("the connection is gone")

    with pytest.raises(OSError, match="the connection is gone"):
        bulkcheck.check(records(), ANY)
    with pytest.raises(OSError, match="the connection is gone"):
        list(bulkcheck.failures(records(), ANY))


def test_records_are_taken_in_the_thread_of_the_caller() -> None:
    connection = sqlite3.connect(":memory:")
    connection.row_factory = sqlite3.Row
    rows = connection.execute("SELECT 1 AS a UNION ALL SELECT 'x'")
    assert counts(rows) == [1, 1, 0]


def test_a_command_that_ends_early_does_not_fail_the_source() -> None:
    endless = ({"a": 1} for _ in iter(int, 1))
    report = bulkcheck.check(endless, ANY, limit=10)
    assert report.records.valid == 10


def test_a_stream_is_not_held() -> None:
    taken = 0

    def records() -> Iterator[Dict[str, str]]:
        nonlocal taken
        for _ in range(200):
            taken += 1
            yield {"a": "x" * 100_000}

    class Full(Exception):
        pass

    class Sink(io.BytesIO):
        def write(self, data: Any) -> int:
            raise Full

    write = _sources.opened(records()).write
    assert write is not None
    with pytest.raises(Full):
        write(Sink())
    assert taken < 10


class Colour(enum.Enum):
    RED = "red"


class Item:
    """What NumPy's scalars look like."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def item(self) -> Any:
        return self.value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (2**70, "1180591620717411303424"),
        (0.1, "0.1"),
        (float("nan"), "null"),
        (float("-inf"), "null"),
        ([1.5, float("nan")], "[1.5,null]"),
        ("é\n\u2028", '"é\\n\u2028"'),
        (decimal.Decimal("1.10"), "1.10"),
        (decimal.Decimal("12345678901234567890.123456789"), "12345678901234567890.123456789"),
        (decimal.Decimal("1E+3"), "1000"),
        (decimal.Decimal("NaN"), "null"),
        ([decimal.Decimal("1.0"), float("nan")], "[1.0,null]"),
        (datetime.date(2024, 2, 29), '"2024-02-29"'),
        (
            datetime.datetime(2024, 2, 29, 1, 2, 3, tzinfo=datetime.timezone.utc),
            '"2024-02-29T01:02:03+00:00"',
        ),
        (datetime.time(1, 2), '"01:02:00"'),
        (datetime.timedelta(minutes=1), "60.0"),
        (uuid.UUID(int=1), '"00000000-0000-0000-0000-000000000001"'),
        (b"abc", '"YWJj"'),
        (Colour.RED, '"red"'),
        (Item(7), "7"),
        ((1, 2), "[1,2]"),
        ({"b": {"c": [None]}}, '{"b":{"c":[null]}}'),
    ],
    ids=str,
)
def test_values_as_json(value: Any, text: str) -> None:
    lines = list(_lines.of_records([{"a": value}]))
    assert b"".join(lines).decode() == f'{{"a":{text}}}\n'


def test_a_lone_surrogate_is_reported_and_ends_nothing() -> None:
    assert counts([{"a": "\ud800"}, {"a": 1}]) == [1, 0, 1]

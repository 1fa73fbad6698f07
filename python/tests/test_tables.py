from __future__ import annotations

import datetime
import decimal
from typing import Any, Dict, List

import pytest

import bulkcheck
from bulkcheck import _tables

ROWS: List[Dict[str, Any]] = [
    {
        "id": 1,
        "name": "é",
        "share": 0.1,
        "tags": ["a"],
        "when": datetime.datetime(2024, 1, 2, 3, 4),
    },
    {"id": 2, "name": None, "share": None, "tags": None, "when": None},
    {
        "id": 2**53 + 1,
        "name": "",
        "share": 1e-300,
        "tags": [],
        "when": datetime.datetime(1969, 1, 1),
    },
]
PROFILE: Dict[str, Any] = {
    "bulkcheck": 1,
    "fields": {
        "id": {"type": "integer", "required": True, "maximum": 2},
        "name": {"type": "string", "required": True},
        "share": {"type": "number", "range": [0, 0.05]},
    },
}


def check(table: Any) -> None:
    report = bulkcheck.check(table, PROFILE)
    assert report.records.total == 3
    assert report.rules["name.required"].failed == 1
    assert report.rules["id.maximum"].samples[0].value == 2**53 + 1
    assert report.rules["share.range"].samples[0].value == 0.1
    assert report.fields["share"].null == 1


def lines(table: Any) -> List[str]:
    found = _tables.lines(table)
    assert found is not None
    return b"".join(found).decode().splitlines()


def test_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(ROWS)
    check(frame)
    assert lines(frame)[0] == (
        '{"id":1,"name":"é","share":0.1,"tags":["a"],"when":"2024-01-02T03:04:00"}'
    )
    assert lines(frame)[1] == '{"id":2,"name":null,"share":null,"tags":null,"when":null}'
    nullable = pandas.DataFrame({"a": pandas.array([1, None], dtype="Int64")})
    assert lines(nullable) == ['{"a":1}', '{"a":null}']
    assert lines(frame.iloc[:0]) == []
    kinds = pandas.DataFrame({"a": pandas.Categorical(["x"]), 7: [decimal.Decimal("1.10")]})
    assert lines(kinds) == ['{"a":"x","7":1.10}']
    many = pandas.DataFrame({"a": range(50_001)})
    assert len(lines(many)) == 50_001


WHEN = datetime.datetime(2026, 1, 3, 19, 24, 50)
MIDNIGHT = datetime.datetime(2026, 1, 3)


def check_times(table: Any, local: Any) -> None:
    """Of a column `day` of dates, and of a column `at` of times without a zone."""
    fields: Dict[str, Any] = {"day": {"format": "date", "required": True}}
    if local is not None:
        fields["at"] = {"format": local, "required": True}
    report = bulkcheck.check(table, {"bulkcheck": 1, "fields": fields})
    assert report.passed, report
    assert '"at":"2026-01-03T19:24:50' in lines(table)[0]


def test_times_of_pandas(local: Any) -> None:
    pandas = pytest.importorskip("pandas")
    numpy = pytest.importorskip("numpy")
    fraction = WHEN.replace(microsecond=120_000)
    frame = pandas.DataFrame({"day": [MIDNIGHT, MIDNIGHT], "at": [WHEN, fraction]})
    check_times(frame, local)
    check_times(frame.astype({"day": "datetime64[ns]", "at": "datetime64[ns]"}), local)
    mixed = pandas.DataFrame(
        {"a": [MIDNIGHT, WHEN], "b": [MIDNIGHT, pandas.NaT], "c": [pandas.NaT] * 2}
    )
    mixed["zone"] = mixed["b"].dt.tz_localize("UTC")
    assert lines(mixed) == [
        '{"a":"2026-01-03T00:00:00","b":"2026-01-03","c":null,"zone":"2026-01-03T00:00:00+00:00"}',
        '{"a":"2026-01-03T19:24:50","b":null,"c":null,"zone":null}',
    ]
    # One time of day in the column, however far below, and none is a date.
    long = pandas.DataFrame({"a": [MIDNIGHT] * 50_000 + [WHEN]})
    assert lines(long)[0] == '{"a":"2026-01-03T00:00:00"}'
    exact = numpy.datetime64("2026-01-03T19:24:50.123456789")
    of_numpy = [exact, numpy.datetime64("NaT"), numpy.array([exact])]
    assert lines(pandas.DataFrame({"a": pandas.Series(of_numpy, dtype=object)})) == [
        '{"a":"2026-01-03T19:24:50.123456789"}',
        '{"a":null}',
        '{"a":["2026-01-03T19:24:50.123456789"]}',
    ]
    pyarrow = pytest.importorskip("pyarrow")
    kinds = {"day": pyarrow.date32(), "at": pyarrow.timestamp("us")}
    of_arrow = {name: pandas.ArrowDtype(kind) for name, kind in kinds.items()}
    check_times(frame.assign(day=[MIDNIGHT.date()] * 2).astype(of_arrow), local)
    of_arrow["day"] = of_arrow["at"]
    check_times(frame.astype(of_arrow), local)


def test_times_of_polars_and_arrow(local: Any) -> None:
    columns = {"day": [MIDNIGHT.date(), MIDNIGHT.date()], "at": [WHEN, MIDNIGHT]}
    polars = pytest.importorskip("polars")
    check_times(polars.DataFrame(columns), local)
    pyarrow = pytest.importorskip("pyarrow")
    for kind in (pyarrow.date32(), pyarrow.date64()):
        check_times(pyarrow.table({**columns, "day": pyarrow.array(columns["day"], kind)}), local)


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(ROWS)
    check(frame)
    check(frame.lazy())
    assert lines(frame)[1] == '{"id":2,"name":null,"share":null,"tags":null,"when":null}'
    assert lines(frame)[0] == (
        '{"id":1,"name":"é","share":0.1,"tags":["a"],"when":"2024-01-02T03:04:00"}'
    )
    plain = polars.DataFrame({"a": [1, None], "b": ['"', "x"], "c": [float("nan"), 0.1]})
    assert lines(plain) == ['{"a":1,"b":"\\"","c":null}', '{"a":null,"b":"x","c":0.1}']


def test_arrow() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.Table.from_pylist(ROWS)
    check(table)
    check(table.to_batches()[0])
    check(pyarrow.RecordBatchReader.from_batches(table.schema, table.to_batches()))
    assert lines(table)[0] == (
        '{"id":1,"name":"é","share":0.1,"tags":["a"],"when":"2024-01-02T03:04:00"}'
    )


def test_anything_that_hands_over_an_arrow_stream() -> None:
    pyarrow = pytest.importorskip("pyarrow")

    class Relation:
        def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
            return pyarrow.Table.from_pylist(ROWS).__arrow_c_stream__(requested_schema)

    check(Relation())


def test_a_report_as_frames(users: str, samples: Any) -> None:
    report = bulkcheck.check(samples / "users.jsonl", users)
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    for frame in (report.to_pandas(), report.to_polars()):
        assert isinstance(frame, (pandas.DataFrame, polars.DataFrame))
        assert len(frame) == len(report.rules)
        assert list(frame["failed"])[0] == 3

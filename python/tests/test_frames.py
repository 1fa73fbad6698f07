"""Frames of pandas, Polars, Arrow and DuckDB: what the command reads is what they hold."""

from __future__ import annotations

import datetime
import decimal
import enum
import json
import subprocess
import sys
import uuid
import warnings
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List

import pytest

import bulkcheck
from bulkcheck import _command, _frames, _pandas

WHEN = datetime.datetime(2026, 1, 3, 19, 24, 50)
MIDNIGHT = datetime.datetime(2026, 1, 3)
UTC = datetime.timezone.utc

COLUMNS: Dict[str, List[Any]] = {
    "id": [1, 2, 2**53 + 1],
    "name": ["é", None, ""],
    "share": [0.1, None, 1e-300],
    "is": [True, None, False],
    "day": [MIDNIGHT.date(), None, datetime.date(1969, 12, 31)],
    "at": [WHEN, None, WHEN.replace(microsecond=120_000)],
    "price": [decimal.Decimal("1.10"), None, decimal.Decimal("12345678901234567890.25")],
}
LINES = [
    '{"id":1,"name":"é","share":0.1,"is":true,"day":"2026-01-03","at":"2026-01-03T19:24:50",'
    '"price":1.10}',
    '{"id":2,"name":null,"share":null,"is":null,"day":null,"at":null,"price":null}',
    '{"id":9007199254740993,"name":"","share":1e-300,"is":false,"day":"1969-12-31",'
    '"at":"2026-01-03T19:24:50.120","price":12345678901234567890.25}',
]
PROFILE: Dict[str, Any] = {
    "bulkcheck": 1,
    "fields": {
        "id": {"type": "integer", "required": True, "maximum": 2},
        "name": {"type": "string", "required": True},
        "share": {"type": "number", "range": [0, 0.05]},
    },
}


def of_pandas() -> Any:
    return pytest.importorskip("pandas").DataFrame(COLUMNS).astype({"id": "Int64", "is": "boolean"})


def of_polars() -> Any:
    return pytest.importorskip("polars").DataFrame(COLUMNS, strict=False)


def of_arrow() -> Any:
    return pytest.importorskip("pyarrow").table(COLUMNS)


def of_duckdb() -> Any:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    rows = of_arrow()
    return duckdb.query("SELECT * FROM rows")


def reader() -> Any:
    table = of_arrow()
    return sys.modules["pyarrow"].RecordBatchReader.from_batches(table.schema, table.to_batches())


class Stream:
    """What hands over a stream of Arrow and is nothing else that is known."""

    def __init__(self) -> None:
        self.table = of_arrow()

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return self.table.__arrow_c_stream__(requested_schema)


def dataset() -> Any:
    pytest.importorskip("pyarrow.dataset")
    return sys.modules["pyarrow.dataset"].dataset(of_arrow())


MAKERS: Dict[str, Callable[[], Any]] = {
    "pandas": of_pandas,
    "polars": of_polars,
    "lazy": lambda: of_polars().lazy(),
    "arrow": of_arrow,
    "batch": lambda: of_arrow().to_batches()[0],
    "reader": reader,
    "dataset": dataset,
    "scanner": lambda: dataset().scanner(),
    "stream": Stream,
    "duckdb": of_duckdb,
}


@pytest.fixture(params=MAKERS)
def maker(request: pytest.FixtureRequest) -> Callable[[], Any]:
    made: Callable[[], Any] = MAKERS[request.param]
    made()  # skips the test if its package is missing
    return made


def lines(frame: Any, tmp_path: Path) -> List[str]:
    """The rows as the command reads them."""
    path = tmp_path / "rows.jsonl"
    bulkcheck.check(frame, {"bulkcheck": 1, "fields": {}}, valid=path, fail_on="never")
    return path.read_text(encoding="utf-8").splitlines()


def values(frame: Any, tmp_path: Path) -> List[Any]:
    """The values of a column `a`."""
    return [json.loads(line, parse_float=str)["a"] for line in lines(frame, tmp_path)]


def test_rows_are_read_as_they_are(maker: Callable[[], Any], tmp_path: Path) -> None:
    found = [json.loads(each, parse_float=decimal.Decimal) for each in lines(maker(), tmp_path)]
    expected = [json.loads(each, parse_float=decimal.Decimal) for each in LINES]
    assert found == expected
    assert [list(each) for each in found] == [list(each) for each in expected]


def test_a_report_says_what_it_says_of_the_lines(maker: Callable[[], Any]) -> None:
    report = bulkcheck.check(maker(), PROFILE)
    of_lines = bulkcheck.check(LINES[:0] + [line.encode() for line in LINES], PROFILE)
    assert report.inputs[0].format == "arrow"
    assert report.records == of_lines.records
    assert report.fields == of_lines.fields
    for rule, other in zip(report.rules.values(), of_lines.rules.values()):
        assert (rule.id, rule.failed, rule.missing) == (other.id, other.failed, other.missing)
    sample = report.rules["id.maximum"].samples[0]
    assert (sample.value, sample.record, sample.line) == (2**53 + 1, 3, None)


def test_failures_explain_and_infer_take_frames(maker: Callable[[], Any]) -> None:
    found = bulkcheck.failures(maker(), PROFILE)
    expected = ["share.range", "name.required", "id.maximum"]
    assert [failure.rule for failure in found] == expected
    assert not bulkcheck.explain(maker(), PROFILE, record=1).valid
    assert '"id"' in bulkcheck.infer(maker())


@pytest.mark.parametrize("package", ["pandas", "polars", "lazy", "arrow", "batch", "duckdb"])
def test_frames_without_rows(package: str) -> None:
    frame = MAKERS[package]()
    if package == "duckdb":
        frame = frame.limit(0)
    else:
        frame = frame.slice(0, 0) if package in ("arrow", "batch") else frame.head(0)
    report = bulkcheck.check(frame, PROFILE)
    assert report.records.total == 0
    assert report.rules["bulkcheck.empty-input"].failed == 1


@pytest.mark.parametrize("package", ["pandas", "polars", "arrow", "lazy", "duckdb"])
def test_many_rows_come_in_order(package: str, tmp_path: Path) -> None:
    frame = large(package)
    profile: Dict[str, Any] = {
        "bulkcheck": 1,
        "fields": {"n": {"type": "integer"}, "text": {"pattern": "^number [0-9]+$"}},
        "table": [{"id": "order", "sorted": ["n"]}],
    }
    report = bulkcheck.check(frame, profile)
    assert report.passed, report
    assert report.records.valid == ROWS


ROWS = 300_000


def large(package: str) -> Any:
    if package == "pandas":
        pandas = pytest.importorskip("pandas")
        frame = pandas.DataFrame({"n": range(ROWS)})
        frame["text"] = "number " + frame["n"].astype(str)
        frame["kind"] = pandas.Categorical((frame["n"] % 3).astype(str))
        return frame
    if package in ("polars", "lazy"):
        polars = pytest.importorskip("polars")
        frame = polars.DataFrame({"n": range(ROWS)}).with_columns(
            polars.format("number {}", polars.col("n")).alias("text"),
            (polars.col("n") % 1000).cast(polars.String).cast(polars.Categorical).alias("kind"),
        )
        return frame.lazy() if package == "lazy" else frame
    pyarrow = pytest.importorskip("pyarrow")
    rows = pyarrow.table(
        {
            "n": range(ROWS),
            "text": [f"number {n}" for n in range(ROWS)],
            "kind": pyarrow.array([str(n % 1000) for n in range(ROWS)]).dictionary_encode(),
        }
    )
    if package == "duckdb":
        return pytest.importorskip("duckdb").query("SELECT * FROM rows")
    return rows


# What ends early


def test_a_command_that_ends_early_says_why(tmp_path: Path) -> None:
    for package in ("pandas", "polars", "arrow", "duckdb"):
        try:
            frame = large(package)
        except pytest.skip.Exception:
            continue
        with pytest.raises(bulkcheck.CannotJudge, match="no such file"):
            bulkcheck.check(frame, tmp_path / "none.json")
        with pytest.raises(bulkcheck.ProfileError, match="minimun"):
            list(bulkcheck.failures(frame, {"bulkcheck": 1, "fields": {"n": {"minimun": 1}}}))
        report = bulkcheck.check(frame, {"bulkcheck": 1, "fields": {}}, limit=10)
        assert (report.records.total, report.limit_reached) == (10, True)
        always = {"bulkcheck": 1, "fields": {"n": {"const": -1}}}
        with bulkcheck.failures(frame, always) as found:
            assert next(found).record == 1
        assert found._run._process.poll() is not None


def test_an_error_of_a_stream_is_the_error_of_the_check() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    schema = pyarrow.schema({"a": pyarrow.int64()})

    def batches() -> Iterator[Any]:
        yield pyarrow.RecordBatch.from_pydict({"a": [1]}, schema)
        raise ValueError("the connection is gone")

    for judge in (bulkcheck.check, lambda *each: list(bulkcheck.failures(*each))):
        stream = pyarrow.RecordBatchReader.from_batches(schema, batches())
        with pytest.raises(ValueError, match="the connection is gone"):
            judge(stream, PROFILE)


def test_an_error_of_a_query_is_the_error_of_the_check() -> None:
    polars = pytest.importorskip("polars")
    lazy = polars.LazyFrame({"a": ["x"] * 1000}).select(polars.col("a").cast(polars.Int64))
    for judge in (bulkcheck.check, bulkcheck.filter):
        with pytest.raises(polars.exceptions.PolarsError):
            judge(lazy, PROFILE)
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    relation = duckdb.query("SELECT error('no ' || range) AS a FROM range(5)")
    for judge in (bulkcheck.check, bulkcheck.filter):
        with pytest.raises(duckdb.Error):
            judge(relation, PROFILE)


def test_encodings_of_files_do_not_apply() -> None:
    polars = pytest.importorskip("polars")
    profile = {
        "bulkcheck": 1,
        "input": {"encoding": "windows-1252"},
        "fields": {"word": {"const": "café"}},
    }
    assert bulkcheck.check(polars.DataFrame({"word": ["café"]}), profile).passed


def test_a_stream_is_not_held() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    batch = pyarrow.table({"a": ["x" * 1000] * 10_000}).to_batches()[0]
    taken: List[int] = []

    def batches() -> Iterator[Any]:
        for number in range(100):
            taken.append(number)
            yield batch

    stream = pyarrow.RecordBatchReader.from_batches(batch.schema, batches())
    with bulkcheck.failures(stream, {"bulkcheck": 1, "fields": {"a": {"const": 1}}}) as found:
        next(found)
        assert len(taken) < 50


def test_batches_are_small_and_views_are_cut() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    if not hasattr(pyarrow, "string_view"):
        pytest.skip("an old pyarrow has no views")
    from io import BytesIO

    from bulkcheck import _arrow

    texts = [f"{number:06} and a text that is too long for a view" for number in range(400_000)]
    table = pyarrow.table({"a": pyarrow.array(texts, pyarrow.string_view())})
    output = BytesIO()
    _arrow.write_batches(table.schema, table.to_batches(), output)
    assert len(output.getvalue()) < 2 * sum(map(len, texts))
    batches = list(pyarrow.ipc.open_stream(output.getvalue()))
    assert len(batches) > 2
    assert [text for batch in batches for text in batch["a"].to_pylist()] == texts


# pandas


def test_missing_values_of_pandas_are_null(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    some = {
        "float": pandas.Series([1.5, float("nan")]),
        "Float64": pandas.Series([1.5, None], dtype="Float64"),
        "Int64": pandas.Series([1, None], dtype="Int64"),
        "boolean": pandas.Series([True, None], dtype="boolean"),
        "string": pandas.Series(["x", None], dtype="string"),
        "object": pandas.Series(["x", float("nan")], dtype=object),
        "category": pandas.Series(["x", None], dtype="category"),
        "datetime": pandas.Series([WHEN, pandas.NaT]),
        "zone": pandas.Series([WHEN, pandas.NaT]).dt.tz_localize("UTC"),
        "timedelta": pandas.Series([datetime.timedelta(seconds=1), pandas.NaT]),
        "period": pandas.Series(pandas.PeriodIndex(["2026-01", None], freq="M")),
        "interval": pandas.cut(pandas.Series([1.0, None]), [0, 2]),
        "decimal": pandas.Series([decimal.Decimal("1.5"), decimal.Decimal("NaN")], dtype=object),
        "mixed": pandas.Series([1, pandas.NA], dtype=object),
        "none": pandas.Series([None, None], dtype=object),
        "sparse": pandas.Series(pandas.arrays.SparseArray([1.0, float("nan")])),
    }
    first, second = map(json.loads, lines(pandas.DataFrame(some), tmp_path))
    assert {name for name, value in second.items() if value is not None} == set()
    del first["none"]
    assert {name for name, value in first.items() if value is None} == set()
    assert (first["zone"], first["period"]) == ("2026-01-03T19:24:50Z", "2026-01")
    assert first["interval"] == "(0, 2]"
    # Without pyarrow, times with a zone have its offset, and all else is the same.
    of_lines = list(map(json.loads, written_as_lines(pandas.DataFrame(some))))
    assert of_lines[0].pop("none") is None
    assert of_lines[1] == second
    assert of_lines[0] == {**first, "zone": "2026-01-03T19:24:50+00:00"}
    infinite = pandas.Series([0.0, 1.0], dtype="Float64") / 0
    assert values(pandas.DataFrame({"a": infinite}), tmp_path)[1] == "Infinity"


class Color(enum.Enum):
    RED = "red"


OBJECTS: Dict[str, Any] = {
    "integers": ([1, 2**62], [1, 2**62]),
    "large integers": ([1, 2**64 - 1], [1, 2**64 - 1]),
    "larger integers": ([1, 2**70], [1, 2**70]),
    "numbers": ([1, 2.5], [1, "2.5"]),
    "integers that floats cannot hold": ([2**53 + 1, 0.5], [2**53 + 1, "0.5"]),
    "several types": (
        [1, "one", True, None, 0.5, decimal.Decimal("1.10"), MIDNIGHT.date(), WHEN, b"abc"],
        [1, "one", True, None, "0.5", "1.10", "2026-01-03", "2026-01-03T19:24:50", "YWJj"],
    ),
    "decimals": ([decimal.Decimal("1E+3"), decimal.Decimal("0.001")], [1000, "0.001"]),
    "whole decimals": ([decimal.Decimal("7"), decimal.Decimal("-12")], [7, -12]),
    "many digits": ([decimal.Decimal("1" * 50 + ".5")], ["1" * 50 + ".5"]),
    "dates and times": ([MIDNIGHT.date(), WHEN], ["2026-01-03", "2026-01-03T19:24:50"]),
    "zones": (
        [WHEN, WHEN.replace(tzinfo=UTC)],
        ["2026-01-03T19:24:50", "2026-01-03T19:24:50+00:00"],
    ),
    "times": ([datetime.time(1, 2), None], ["01:02:00", None]),
    "bytes and texts": ([b"abc", "abc"], ["YWJj", "abc"]),
    "UUIDs": ([uuid.UUID(int=1), None], ["00000000-0000-0000-0000-000000000001", None]),
    "lists": ([["a"], [], None], [["a"], [], None]),
    "lists of several types": ([["a", 1]], [["a", 1]]),
    "equal members": (
        [{"b": 1, "c": [2]}, {"b": None, "c": []}],
        [{"b": 1, "c": [2]}, {"b": None, "c": []}],
    ),
    "absent members": ([{"b": 1}, {"c": 2}, {}], [{"b": 1}, {"c": 2}, {}]),
    "absent members below": ([[{"b": 1}, {}]], [[{"b": 1}, {}]]),
    "objects and others": ([{"b": 1}, "b", 5], [{"b": 1}, "b", 5]),
    "keys that are not texts": ([{1: "a", True: 2}, {None: []}], [{"1": 2}, {"null": []}]),
    "lists of booleans and integers": ([[1, 2], [True]], [[1, 2], [True]]),
    "missing values inside": ([[1, None], [float("nan")], [[]]], [[1, None], [None], [[]]]),
    "sets and enumerations": ([{1}, Color.RED, None], [[1], "red", None]),
    "long spans": ([datetime.timedelta(days=10**7)], [864 * 10**9]),
    "more digits than Arrow has": ([10**90, 1], [10**90, 1]),
}


@pytest.mark.parametrize("name", OBJECTS)
def test_objects_of_pandas(name: str, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    given, expected = OBJECTS[name]
    column = pandas.Series(given, dtype=object)
    with_others = pandas.DataFrame({"x": range(len(given)), "a": column})
    found = values(with_others, tmp_path)
    assert [plain(each) for each in found] == [plain(each) for each in expected]
    # Without pyarrow, the same values come another way.
    of_lines = [json.loads(row, parse_float=str) for row in written_as_lines(with_others)]
    assert [plain(each["a"]) for each in of_lines] == [plain(each) for each in expected]


def test_objects_change_nothing_about_other_columns() -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    numpy = pytest.importorskip("numpy")
    others = {
        "number": {"type": "number", "maximum": 5},
        "when": {"format": "date-time", "minimum": "2026-01-01T00:00:00Z"},
        "zone": {"const": "2026-01-03T19:24:50Z"},
        "time": {"format": "time"},
        "single": {"const": 0.1},
    }
    frame = pandas.DataFrame({
        "number": [float("inf"), 1.5],
        "when": [WHEN, MIDNIGHT],
        "zone": pandas.Series([WHEN] * 2).dt.tz_localize("UTC").dt.tz_convert("Europe/Oslo"),
        "time": [datetime.time(1, 2, 3)] * 2,
        "single": numpy.array([0.1, 0.1], "float32"),
    })  # fmt: skip
    for odd in ([{"b": 1}, {"c": 2}], [2**70, {"b": [Color.RED]}], [float("inf"), "\ud800"]):
        report = bulkcheck.check(frame.assign(odd=odd), {"bulkcheck": 1, "fields": others})
        failed = {rule.id for rule in report.failing} - {"bulkcheck.malformed"}
        assert failed == {"number.type"}, odd
    with pytest.raises(TypeError, match="type complex .*: convert or drop the column 'odd'"):
        bulkcheck.check(frame.assign(odd=[{"b": 1j}, 2]), {"bulkcheck": 1, "fields": others})


def plain(value: Any) -> Any:
    """Numbers by value, whatever their digits."""
    if isinstance(value, (str, float, int)) and not isinstance(value, bool):
        try:
            return decimal.Decimal(str(value))
        except decimal.InvalidOperation:
            return value
    return value


def written_as_lines(frame: Any) -> List[bytes]:
    from bulkcheck import _lines

    return b"".join(_lines.of_records(_pandas._rows(frame))).splitlines()


def test_nanoseconds_of_pandas_are_kept(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    exact = pandas.Timestamp("2026-01-03T19:24:50.123456789")
    expected = ["2026-01-03T19:24:50.123456789", None]
    for kind in ("datetime64[ns]", object):
        frame = pandas.DataFrame({"a": pandas.Series([exact, pandas.NaT], dtype=kind)})
        assert values(frame, tmp_path) == expected
    numpy = pytest.importorskip("numpy")
    odd = pandas.Series([exact.to_datetime64(), numpy.datetime64("NaT")], dtype=object)
    assert values(pandas.DataFrame({"a": odd}), tmp_path) == expected


def test_days_of_pandas_are_dates(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": [MIDNIGHT, pandas.NaT]})
    assert values(frame, tmp_path) == ["2026-01-03", None]
    zone = frame["a"].dt.tz_localize("UTC")
    assert values(pandas.DataFrame({"a": zone}), tmp_path) == ["2026-01-03T00:00:00Z", None]
    # One time of day in the column, however far below, and none is a date.
    long = pandas.DataFrame({"a": [MIDNIGHT] * 50_000 + [WHEN]})
    assert values(long, tmp_path)[0] == "2026-01-03T00:00:00"
    pyarrow = pytest.importorskip("pyarrow")
    of_arrow = frame.astype(pandas.ArrowDtype(pyarrow.timestamp("us")))
    assert values(of_arrow, tmp_path) == ["2026-01-03", None]


def test_odd_frames_of_pandas(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([[1, 2]], columns=["a", 7], index=["x"])
    assert lines(frame, tmp_path) == ['{"a":1,"7":2}']
    assert lines(pandas.DataFrame(index=range(2)), tmp_path) == ["{}", "{}"]
    twice = pandas.DataFrame([[1, 2]], columns=["a", "a"])
    report = bulkcheck.check(twice, {"bulkcheck": 1, "fields": {"a": {"const": 2}}})
    assert report.rules["bulkcheck.duplicate-key"].failed == 1
    assert report.rules["a.const"].failed == 0
    surrogate = pandas.DataFrame({"a": ["\ud800", "b"]}, dtype=object)
    assert bulkcheck.check(surrogate, NOTHING_OF_A).records.malformed == 1


NOTHING_OF_A: Dict[str, Any] = {"bulkcheck": 1, "fields": {"a": {"required": True}}}


@pytest.fixture
def no_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setattr(_pandas, "_has_warned", False)


def test_pandas_without_pyarrow_says_so_once(no_pyarrow: None) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": pandas.Series([1, 2]), "day": [MIDNIGHT, MIDNIGHT]})
    profile: Dict[str, Any] = {"bulkcheck": 1, "fields": {"day": {"format": "date"}}}
    with pytest.warns(RuntimeWarning, match="pip install pyarrow"):
        assert bulkcheck.check(frame, profile).records.valid == 2
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        report = bulkcheck.check(frame, profile)
    assert report.inputs[0].format == "jsonl"


def test_streams_without_pyarrow(no_pyarrow: None, monkeypatch: pytest.MonkeyPatch) -> None:
    class Other:
        def __init__(self, frame: Any) -> None:
            self.frame = frame

        def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
            return self.frame.__arrow_c_stream__(requested_schema)

    polars = pytest.importorskip("polars")
    if hasattr(polars.DataFrame, "__arrow_c_stream__"):
        frame = Other(polars.DataFrame({"a": [1, None]}))
        assert bulkcheck.check(frame, NOTHING_OF_A).rules["a.required"].failed == 1
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(
        bulkcheck.CannotJudge, match="Other is read by pyarrow.*pip install pyarrow"
    ):
        bulkcheck.check(Other(None), NOTHING_OF_A)


def test_nothing_is_imported_for_other_packages() -> None:
    program = (
        "import sys, bulkcheck; bulkcheck.check([{}], {'bulkcheck': 1}); "
        "assert not {'pandas', 'polars', 'pyarrow', 'numpy', 'duckdb'} & set(sys.modules)"
    )
    path = [str(Path(_command.__file__).resolve().parent.parent)]
    code = f"import sys; sys.path[:0] = {path!r}; {program}"
    subprocess.run([sys.executable, "-c", code], check=True)


# Polars and Arrow


def test_polars_needs_no_pyarrow(no_pyarrow: None, tmp_path: Path) -> None:
    found = lines(of_polars(), tmp_path)
    assert [json.loads(each)["name"] for each in found] == ["é", None, ""]


def test_types_of_polars(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(
        {
            "enum": polars.Series(["a"], dtype=polars.Enum(["a", "b"])),
            "float32": polars.Series([0.1], dtype=polars.Float32),
            "list": [[1, None]],
            "struct": [{"b": 1}],
            "duration": [datetime.timedelta(milliseconds=1500)],
            "binary": [b"abc"],
            "zone": polars.Series([WHEN]).dt.replace_time_zone("Europe/Oslo"),
            "null": [None],
            "nan": [float("nan")],
        }
    )
    expected = {
        "enum": "a",
        "float32": 0.1,
        "list": [1, None],
        "struct": {"b": 1},
        "duration": 1.5,
        "binary": "YWJj",
        "zone": "2026-01-03T18:24:50Z",
        "null": None,
        "nan": "NaN",
    }
    assert json.loads(lines(frame, tmp_path)[0]) == expected
    odd = polars.DataFrame({"a": polars.Series([uuid.UUID(int=1), 2**100], dtype=polars.Object)})
    assert values(odd, tmp_path) == ["00000000-0000-0000-0000-000000000001", 2**100]
    if hasattr(polars, "Int128"):
        wide = polars.DataFrame({"a": [2**100]}, {"a": polars.Int128})
        wide = wide.with_columns(nan=float("nan"))
        assert json.loads(lines(wide, tmp_path)[0]) == {"a": 2**100, "nan": "NaN"}


def test_dictionaries_that_change(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    chunks = [pyarrow.array(some).dictionary_encode() for some in (["a", "b"], ["c"], ["b", "d"])]
    table = pyarrow.table({"a": pyarrow.chunked_array(chunks)})
    assert values(table, tmp_path) == ["a", "b", "c", "b", "d"]


def test_what_is_no_frame() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    with pytest.raises(TypeError, match="make it a table"):
        bulkcheck.check(pyarrow.array([{"a": 1}]), PROFILE)
    with pytest.raises(TypeError, match="cannot check a pyarrow.lib.Int64Scalar"):
        bulkcheck.check(pyarrow.scalar(1), PROFILE)
    assert _frames.frame_of([{"a": 1}]) is None
    polars = pytest.importorskip("polars")
    with pytest.raises(TypeError, match="a Series is a column, not a table"):
        bulkcheck.check(polars.Series([1]), PROFILE)


def test_parts_of_a_frame_merge_to_one_report(tmp_path: Path) -> None:
    frame = large("polars")
    profile = {"bulkcheck": 1, "fields": {"n": {"maximum": 200_000}, "kind": {"unique": True}}}
    paths = []
    for start in range(0, ROWS, 100_000):
        paths.append(tmp_path / f"{start}.bcp")
        part = frame.slice(start, 100_000)
        bulkcheck.check(part, profile, partial=paths[-1], fail_on="never")
    merged = bulkcheck.merge(paths)
    whole = bulkcheck.check(frame, profile)
    assert [rule.raw["failed"] for rule in merged.rules.values()] == [
        rule.raw["failed"] for rule in whole.rules.values()
    ]
    sample = merged.rules["n.maximum"].samples[0]
    assert (sample.input, sample.record) == (2, 2)


def test_a_report_as_frames(users: str, samples: Any) -> None:
    report = bulkcheck.check(samples / "users.jsonl", users)
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    for frame in (report.to_pandas(), report.to_polars()):
        assert isinstance(frame, (pandas.DataFrame, polars.DataFrame))
        assert len(frame) == len(report.rules)
        assert list(frame["failed"])[0] == 3

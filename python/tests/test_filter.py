"""`filter` and `report.failures`: frames of the kind that was given."""

from __future__ import annotations

import datetime
import decimal
import gc
import pickle
from pathlib import Path
from typing import Any, Dict, List

import pytest

import bulkcheck

WHEN = datetime.datetime(2026, 1, 3, 19, 24, 50)
COLUMNS: Dict[str, List[Any]] = {
    "name": ["Ada", "Bo", None, "Cy"],
    "age": [36, 12, 40, 18],
    "at": [WHEN] * 4,
    "price": [decimal.Decimal("1.10"), decimal.Decimal("2.00"), None, decimal.Decimal("3.25")],
    "tags": [["x"], [], None, ["y", "z"]],
}
PROFILE: Dict[str, Any] = {
    "bulkcheck": 1,
    "fields": {
        "age": {"type": "integer", "minimum": 18},
        "name": {"type": "string", "required": True},
    },
}
FAILURES = {
    "row": [2, 3],
    "rule": ["age.minimum", "name.required"],
    "field": ["age", "name"],
    "message": ["6 below the minimum of 18", "name is missing"],
}


def test_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(COLUMNS, index=["a", "b", "b", "c"])
    frame["kind"] = pandas.Categorical(["x", "y", "x", "z"])
    frame["zone"] = frame["at"].dt.tz_localize("Europe/Oslo")
    frame["count"] = pandas.array([1, None, 2, 3], dtype="Int64")
    before = frame.copy()
    good, bad, report = bulkcheck.filter(frame, PROFILE)
    pandas.testing.assert_frame_equal(good, before.iloc[[0, 3]])
    pandas.testing.assert_frame_equal(bad, before.iloc[[1, 2]])
    pandas.testing.assert_frame_equal(frame, before)
    assert list(report.failures.columns) == ["row", "rule", "field", "value", "message"]
    for name, expected in FAILURES.items():
        assert list(report.failures[name]) == expected
    assert list(report.failures["value"]) == [12, None]
    assert report.failures is report.failures


def test_a_subclass_of_pandas_stays_one() -> None:
    pandas = pytest.importorskip("pandas")

    class Places(pandas.DataFrame):  # type: ignore[misc, name-defined]
        @property
        def _constructor(self) -> Any:
            return Places

    good, _, _ = bulkcheck.filter(Places(COLUMNS), PROFILE)
    assert type(good) is Places and len(good) == 2


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(COLUMNS).with_columns(
        polars.Series("kind", ["x", "y", "x", "z"], dtype=polars.Categorical),
        polars.Series("plan", ["a", "b", "a", "a"], dtype=polars.Enum(["a", "b"])),
    )
    good, bad, report = bulkcheck.filter(frame, PROFILE)
    assert good.equals(frame[[0, 3]]) and bad.equals(frame[[1, 2]])
    assert good.schema == bad.schema == frame.schema
    assert report.failures.drop("value").to_dict(as_series=False) == FAILURES
    assert report.failures["value"].to_list() == ["12", None]


def test_lazy_polars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    polars = pytest.importorskip("polars")
    from bulkcheck import _polars

    monkeypatch.setattr(_polars, "_ROWS", 1000)
    frame = polars.DataFrame({"n": range(5000)}).with_columns(
        polars.format("text {}", polars.col("n")).cast(polars.Categorical).alias("kind")
    )
    profile = {"bulkcheck": 1, "fields": {"n": {"multipleOf": 3}}}
    good, bad, report = bulkcheck.filter(frame.lazy(), profile, temp_dir=tmp_path)
    assert isinstance(good, polars.LazyFrame) and isinstance(bad, polars.LazyFrame)
    assert good.collect().equals(frame.filter(polars.col("n") % 3 == 0))
    assert bad.collect().equals(frame.filter(polars.col("n") % 3 != 0))
    assert good.collect_schema() == frame.schema
    few = good.filter(polars.col("n") > 1500).select("kind").head(2)
    assert few.collect()["kind"].to_list() == ["text 1503", "text 1506"]
    assert good.select(polars.len()).collect().item() == 1667
    assert report.failures.head(1).collect()["value"].to_list() == ["1"]
    empty, _, _ = bulkcheck.filter(frame.lazy().head(0), profile)
    assert empty.collect().schema == frame.schema
    # The rows are there as long as a frame reads them.
    assert list(tmp_path.iterdir())
    del good, bad, few, report
    gc.collect()
    assert not list(tmp_path.iterdir())


def test_a_query_with_another_order_each_time() -> None:
    polars = pytest.importorskip("polars")
    lazy = polars.LazyFrame({"n": range(1000)}).select(polars.col("n").shuffle())
    good, bad, _ = bulkcheck.filter(lazy, {"bulkcheck": 1, "fields": {"n": {"maximum": 499}}})
    assert good.collect()["n"].max() == 499
    assert sorted(bad.collect()["n"].to_list()) == list(range(500, 1000))


def test_arrow() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table(COLUMNS).append_column(
        "kind", pyarrow.array(["x", "y", "x", "z"]).dictionary_encode()
    )
    good, bad, report = bulkcheck.filter(table, PROFILE)
    assert good == table.take([0, 3]) and bad == table.take([1, 2])
    assert report.failures.drop_columns(["value"]).to_pydict() == FAILURES
    batch = table.to_batches()[0]
    good, bad, _ = bulkcheck.filter(batch, PROFILE)
    assert good == batch.take(pyarrow.array([0, 3])) and bad == batch.take(pyarrow.array([1, 2]))
    reader = pyarrow.RecordBatchReader.from_batches(table.schema, [batch, batch])
    good, bad, report = bulkcheck.filter(reader, PROFILE)
    assert isinstance(good, pyarrow.RecordBatchReader)
    assert good.read_all().num_rows == bad.read_all().num_rows == 4
    assert report.failures["row"].to_pylist() == [2, 3, 6, 7]


def test_types_that_arrow_cannot_filter() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    if not hasattr(pyarrow, "string_view"):
        pytest.skip("this pyarrow has no views")
    table = pyarrow.table(COLUMNS)
    names = ["one", "two", "three", "a text of more than twelve bytes"]
    table = table.append_column("view", pyarrow.array(names, pyarrow.string_view()))
    runs = pyarrow.RunEndEncodedArray.from_arrays([2, 4], ["x", "y"])
    table = table.append_column("runs", runs)
    for some in (table, table.to_batches()[0], pyarrow.concat_tables([table, table])):
        good, bad, _ = bulkcheck.filter(some, PROFILE)
        copies = some.num_rows // 4
        assert type(good) is type(bad) is type(some) and good.schema == bad.schema == some.schema
        assert good["view"].to_pylist() == [names[0], names[3]] * copies
        assert bad["runs"].to_pylist() == ["x", "y"] * copies
        good, bad, _ = bulkcheck.filter(some, {"bulkcheck": 1, "fields": {}})
        assert good["view"].to_pylist() == names * copies and bad.num_rows == 0


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    connection = duckdb.connect()
    connection.execute("""
        CREATE TABLE people AS
        SELECT n, n % 40 AS age, 'name ' || n AS "the ""real"" name", uuid() AS id,
               n::HUGEINT AS large,
               (['a', 'b'])[1 + n % 2]::ENUM('a', 'b') AS kind, DATE '2026-01-01' AS day
        FROM range(100) numbers(n)
        """)
    relation = connection.table("people")
    good, bad, report = bulkcheck.filter(
        relation, {"bulkcheck": 1, "fields": {"age": {"minimum": 18}}}
    )
    assert good.types == bad.types == relation.types
    assert good.columns == relation.columns
    assert good.fetchall() == relation.filter("age >= 18").fetchall()
    assert bad.fetchall() == relation.filter("age < 18").fetchall()
    # They are relations of the same connection.
    both = bad.set_alias("b").join(relation.set_alias("p"), "b.n = p.n")
    assert both.count("*").fetchall() == [(54,)]
    assert report.failures.limit(1).fetchall() == [
        (1, "age.minimum", "age", "0", "18 below the minimum of 18")
    ]
    assert connection.execute(
        "SELECT count(*) FROM duckdb_views() WHERE NOT internal"
    ).fetchone() == (0,)


def test_types_and_names_of_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    for query in (
        "SELECT NULL AS a, 1 AS A, 'x' AS \"A\"",
        "SELECT 1 AS a, 2 AS a",
        "SELECT {'x y': 1, 'z': [1]} AS a, map {'k': 2} AS m, INTERVAL 1 DAY AS i, "
        "TIME '10:00:00' AS t, 'a'::BLOB AS b, '{\"a\": 1}'::JSON AS j, 1::UTINYINT AS u, "
        "TIMESTAMP_NS '2026-01-01 00:00:00.123456789' AS n, "
        "TIMESTAMPTZ '2026-01-01 00:00:00+01' AS z",
        "SELECT '1011'::BIT AS b, '12:00:00+05:30'::TIMETZ AS t, "
        "'170141183460469231731687303715884105728'::UHUGEINT AS u, "
        "[{'x': '1'::BIT, 'y': MAP {'k': '00:00:00+01'::TIMETZ}}] AS l",
    ):
        relation = duckdb.query(query)
        good, bad, _ = bulkcheck.filter(relation, {"bulkcheck": 1, "fields": {}})
        assert (good.columns, good.types) == (relation.columns, relation.types)
        assert good.fetchall() == duckdb.query(query).fetchall() and bad.fetchall() == []


def test_values_of_duckdb_that_arrow_loses() -> None:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    relation = duckdb.query(
        "SELECT '1011'::BIT AS bit, '12:00:00+05'::TIMETZ AS time, "
        "'340282366920938463463374607431768211455'::UHUGEINT AS number"
    )
    fields = {
        "bit": {"const": "1011"},
        "time": {"format": "time", "minimum": "07:00:00Z", "maximum": "07:00:00Z"},
        "number": {"const": 2**128 - 1},
    }
    assert bulkcheck.check(relation, {"bulkcheck": 1, "fields": fields}).passed


def test_duckdb_that_is_only_read(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    path = str(tmp_path / "people.db")
    with duckdb.connect(path) as connection:
        connection.execute("CREATE TABLE people AS SELECT unnest([12, 36]) AS age")
    with duckdb.connect(path, read_only=True) as connection:
        profile = {"bulkcheck": 1, "fields": {"age": {"minimum": 18}}}
        good, bad, _ = bulkcheck.filter(connection.table("people"), profile)
        assert (good.fetchall(), bad.fetchall()) == ([(36,)], [(12,)])


def test_malformed_rows_are_not_good() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    texts = pyarrow.array([b"a", b"\xff", b"b"]).view(pyarrow.string())
    table = pyarrow.table({"a": texts})
    good, bad, report = bulkcheck.filter(table, {"bulkcheck": 1, "fields": {"a": {"maxLength": 1}}})
    assert (good.num_rows, bad.num_rows, report.records.malformed) == (2, 1, 1)
    assert report.failures["rule"].to_pylist() == ["bulkcheck.malformed"]


def test_options_of_a_filter(tmp_path: Path) -> None:
    frame = pytest.importorskip("polars").DataFrame(COLUMNS)
    good, _, report = bulkcheck.filter(frame, PROFILE, only="age.minimum", samples=0)
    assert good.height == 3 and report.rules["age.minimum"].samples == ()
    assert report.failures.height == 1
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {"age": {"minimum": 20}},
    }
    assert bulkcheck.filter(frame, schema=schema)[0].height == 2
    options: Any
    for options in ({"limit": 1}, {"verdicts": tmp_path / "v"}):
        with pytest.raises(TypeError, match="is not an option of filter"):
            bulkcheck.filter(frame, PROFILE, **options)
    with pytest.raises(bulkcheck.ProfileError):
        bulkcheck.filter(frame, {"bulkcheck": 1, "fields": {"age": {"minimun": 1}}})


def test_what_is_not_filtered() -> None:
    for source in ([{"age": 1}], "users.jsonl", b"{}"):
        with pytest.raises(TypeError, match="is not a frame"):
            bulkcheck.filter(source, PROFILE)


def test_frames_of_all_good_and_all_bad_rows() -> None:
    frame = pytest.importorskip("polars").DataFrame(COLUMNS)
    good, bad, report = bulkcheck.filter(frame, {"bulkcheck": 1, "fields": {"age": {"minimum": 0}}})
    assert good.equals(frame) and bad.height == 0 and report.failures.height == 0
    pandas = pytest.importorskip("pandas")
    _, _, report = bulkcheck.filter(
        pandas.DataFrame({"a": [1]}), {"bulkcheck": 1, "fields": {"a": {"minimum": 0}}}
    )
    assert len(report.failures) == 0
    assert list(report.failures.columns) == ["row", "rule", "field", "value", "message"]


# The failures of a check


def test_failures_of_a_check_are_of_its_time() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"at": ["2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"]})
    profile = {"bulkcheck": 1, "fields": {"at": {"format": "date-time", "maximum": "now"}}}
    report = bulkcheck.check(frame, profile, now="2026-06-01T00:00:00Z", limit=2)
    assert report.now == "2026-06-01T00:00:00Z"
    assert report.failures["row"].to_list() == [2]


def test_failures_of_a_frame_that_has_changed() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"age": [1, 20]})
    report = bulkcheck.check(frame, {"bulkcheck": 1, "fields": {"age": {"minimum": 18}}})
    frame.loc[0, "age"] = 30
    with pytest.raises(bulkcheck.BulkcheckError, match="has changed since the check"):
        report.failures


def test_reports_without_a_frame_have_no_failures(users: str, samples: Path) -> None:
    report = bulkcheck.check(samples / "users.jsonl", users)
    with pytest.raises(bulkcheck.BulkcheckError, match="use bulkcheck.failures"):
        report.failures
    pyarrow = pytest.importorskip("pyarrow")
    report = bulkcheck.check(pyarrow.table({"age": [1]}).to_reader(), PROFILE)
    with pytest.raises(bulkcheck.BulkcheckError, match="use bulkcheck.filter"):
        report.failures


def test_a_report_travels_without_its_frame() -> None:
    frame = pytest.importorskip("polars").DataFrame(COLUMNS)
    report = bulkcheck.check(frame, PROFILE)
    copy = pickle.loads(pickle.dumps(report))
    assert copy == report
    with pytest.raises(bulkcheck.BulkcheckError, match="only the report of a frame"):
        copy.failures

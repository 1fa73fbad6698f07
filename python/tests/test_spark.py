"""On two executors, each a process of its own, that have nothing but what travels with the job."""

from __future__ import annotations

import datetime
import json
import os
import shutil
import signal
import uuid
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Tuple

import pytest

import bulkcheck

pyspark = pytest.importorskip("pyspark")
if shutil.which("java") is None:
    pytest.skip("there is no java", allow_module_level=True)

import bulkcheck.spark  # noqa: E402

UNIQUE: Dict[str, Any] = {
    "bulkcheck": 1,
    "fields": {"id": {"unique": True}, "n": {"maxLength": 4}, "gone": {"required": False}},
}


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    from pyspark.sql import SparkSession

    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    made = (
        SparkSession.builder.master("local-cluster[2,1,512]")
        .config("spark.executor.memory", "512m")
        .config("spark.sql.files.maxPartitionBytes", 20_000)
        .config("spark.sql.shuffle.partitions", 4)
        .config("spark.ui.enabled", False)
        .getOrCreate()
    )
    yield made
    made.stop()


def timeless(report: bulkcheck.Report) -> Dict[str, Any]:
    result = report.to_dict()
    del result["timing"]
    return result


def records(count: int) -> Iterator[Dict[str, Any]]:
    for number in range(1, count + 1):
        yield {"id": number if number % 700 else 700, "n": f"é{number}", "gone": None}


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    path = tmp_path / "all.jsonl"
    text = "".join(
        json.dumps(each, ensure_ascii=False, separators=(",", ":")) + "\n" for each in records(5000)
    )
    path.write_text(text, encoding="utf-8")
    return path


def test_a_split_file_is_checked_as_on_one_machine(session: Any, lines: Path) -> None:
    merged = bulkcheck.spark.check(lines, UNIQUE, split=True, session=session)
    whole = bulkcheck.check(lines, UNIQUE)
    assert timeless(merged) == timeless(whole)
    assert whole.rules["id.unique"].failed == 6
    assert session.sparkContext.getConf().get("spark.master").startswith("local-cluster[2")


def test_files_are_checked_as_on_one_machine(session: Any, samples: Path) -> None:
    """With a profile whose references lead out of its folder, and files of two formats."""
    profile = samples.parent / "profiles" / "airports.json"
    for paths in (
        [samples / "airports.csv"],
        [samples / "airports.csv", samples / "users.jsonl.gz"],
    ):
        merged = bulkcheck.spark.check(paths, profile, session=session)
        assert timeless(merged) == timeless(bulkcheck.check(paths, profile))
        assert merged.exit_code == 1
        assert merged.rules["iso_country.references"].failed == 2


def jobs_of(session: Any, run: Callable[[], bulkcheck.Report]) -> Tuple[bulkcheck.Report, int, int]:
    """The report, and the number of jobs and of their tasks that made it."""
    group = str(uuid.uuid4())
    session.sparkContext.setJobGroup(group, group)
    report = run()
    tracker = session.sparkContext.statusTracker()
    jobs = tracker.getJobIdsForGroup(group)
    stages = [
        tracker.getStageInfo(each) for job in jobs for each in tracker.getJobInfo(job).stageIds
    ]
    return report, len(jobs), sum(each.numTasks for each in stages)


def test_many_small_files_are_one_job_of_few_tasks(session: Any, tmp_path: Path) -> None:
    for number in range(100):
        line = json.dumps({"id": number % 90, "n": "x", "gone": None})
        (tmp_path / f"{number:03}.jsonl").write_text(line + "\n", encoding="utf-8")
    files = str(tmp_path / "*.jsonl")
    report, jobs, tasks = jobs_of(
        session, lambda: bulkcheck.spark.check(files, UNIQUE, session=session)
    )
    assert timeless(report) == timeless(bulkcheck.check(files, UNIQUE))
    assert (report.records.total, report.rules["id.unique"].failed) == (100, 10)
    assert (jobs, tasks) == (1, 4)


def test_partitions_are_one_job(session: Any) -> None:
    rows = session.sparkContext.parallelize([json.dumps(each) for each in records(300)], 20)
    report, jobs, tasks = jobs_of(
        session, lambda: bulkcheck.spark.check(rows, UNIQUE, session=session)
    )
    assert report.records.total == 300
    assert (jobs, tasks) == (1, 20)


def test_large_results_are_fetched_by_themselves(
    session: Any, lines: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulkcheck.spark, "_COLLECTED_BYTES", 0)
    merged, jobs, tasks = jobs_of(
        session, lambda: bulkcheck.spark.check(lines, UNIQUE, split=True, session=session)
    )
    assert timeless(merged) == timeless(bulkcheck.check(lines, UNIQUE))
    assert jobs > 1


def test_files_are_grouped_by_their_size(tmp_path: Path) -> None:
    def sizes(parallelism: int, *megabytes: int) -> List[int]:
        paths = []
        for number, size in enumerate(megabytes):
            paths.append(str(tmp_path / f"{number}.jsonl"))
            with open(paths[-1], "wb") as file:
                file.truncate(size << 20)
        groups = bulkcheck.spark._grouped(paths, parallelism)
        assert [each for group in groups for each in group] == paths
        return [len(group) for group in groups]

    assert sizes(2, *[0] * 400) == [32] * 12 + [16]
    assert sizes(100, *[0] * 7) == [1] * 7
    assert sizes(2, 500, 1, 1, 700, 1) == [1, 2, 1, 1]
    assert sizes(1, 1) == [1]
    assert bulkcheck.spark._grouped(["none", "none"], 1) == [["none", "none"]]


def test_a_frame_is_checked_as_its_rows_are(session: Any, lines: Path) -> None:
    frame = session.createDataFrame(list(records(5000)), "id long, n string, gone string")
    merged = bulkcheck.spark.check(frame.repartition(7).orderBy("n"), UNIQUE, session=session)
    assert merged.records.total == 5000
    assert merged.rules["id.unique"].failed == 6
    assert merged.fields["gone"].null == 5000
    frame = session.createDataFrame(list(records(5000)), "id long, n string, gone string")
    merged = bulkcheck.spark.check(frame, UNIQUE, session=session, name="all.jsonl", samples=3)
    whole = bulkcheck.check(lines, UNIQUE, samples=3)
    assert timeless(merged)["rules"] == timeless(whole)["rules"]
    assert timeless(merged)["fields"] == timeless(whole)["fields"]


def test_dates_and_times(session: Any, local: Any) -> None:
    when = datetime.datetime(2026, 1, 3, 19, 24, 50, 123456)
    frame = session.createDataFrame(
        [(when.date(), when, when), (when.date(), when, when + datetime.timedelta(microseconds=1))],
        "d date, at timestamp, local timestamp_ntz",
    )
    fields: Dict[str, Any] = {
        "d": {"format": "date", "const": "2026-01-03"},
        "at": {"format": "date-time"},
        # No digit of a time is lost.
        "local": {"unique": True},
    }
    if local is not None:
        fields["local"]["format"] = local
    profile = {"bulkcheck": 1, "fields": fields}
    assert bulkcheck.spark.check(frame, profile, session=session).passed


def test_every_partition_has_the_same_time(session: Any) -> None:
    profile = {"bulkcheck": 1, "fields": {"at": {"format": "date-time", "maximum": "now"}}}
    rows = [{"at": f"{year}-01-01T00:00:00Z"} for year in range(2000, 2100)]
    frame = session.createDataFrame(rows, "at string").repartition(4)
    now = "2024-01-01T00:00:00Z"
    merged = bulkcheck.spark.check(frame, profile, session=session, now=now)
    assert merged.rules["at.maximum"].failed == 75
    assert merged.raw["now"] == now
    merged = bulkcheck.spark.check(frame, profile, session=session)
    assert 0 < merged.rules["at.maximum"].failed < 75


def test_an_empty_frame_fails_as_an_empty_file_does(session: Any) -> None:
    report = bulkcheck.spark.check(session.createDataFrame([], "id long"), UNIQUE, session=session)
    assert (report.exit_code, report.records.total) == (1, 0)


def test_a_lost_task_is_tried_again(session: Any, tmp_path: Path, lines: Path) -> None:
    mark = str(tmp_path / "mark")

    def lose_once(number: int, rows: Iterator[str]) -> Iterator[str]:
        for count, row in enumerate(rows):
            if number == 1 and count == 100 and not os.path.exists(mark):
                with open(mark, "w"):
                    os.kill(os.getpid(), signal.SIGKILL)
            yield row

    rows = session.sparkContext.parallelize(lines.read_text().splitlines(), 3)
    lost = rows.mapPartitionsWithIndex(lose_once)
    merged = bulkcheck.spark.check(lost, UNIQUE, session=session, name=str(lines))
    assert os.path.exists(mark)
    assert timeless(merged)["rules"] == timeless(bulkcheck.check(lines, UNIQUE))["rules"]


def test_the_command_may_be_at_home_on_every_machine(session: Any, lines: Path) -> None:
    command = os.environ["BULKCHECK"]
    report = bulkcheck.spark.check(str(lines), UNIQUE, session=session, command=command)
    assert report.records.total == 5000


def test_what_cannot_be_judged(session: Any, lines: Path, tmp_path: Path) -> None:
    with pytest.raises(bulkcheck.CannotJudge, match="no such file") as error:
        bulkcheck.spark.check([lines, tmp_path / "none.jsonl"], UNIQUE, session=session)
    assert error.value.report is not None
    assert error.value.report.records.total == 5000
    wrong = {"bulkcheck": 1, "fields": {"a": {"minimun": 1}}}
    with pytest.raises(bulkcheck.CannotJudge) as error:
        bulkcheck.spark.check([tmp_path / "none.jsonl", lines], UNIQUE, session=session)
    assert error.value.report is not None
    assert error.value.report.rules["id.unique"].failed == 6
    (tmp_path / "wrong.json").write_text(json.dumps(wrong), encoding="utf-8")
    for profile, name in ((wrong, "profile (dict)"), (tmp_path / "wrong.json", None)):
        with pytest.raises(bulkcheck.ProfileError, match='did you mean "minimum"') as mistakes:
            bulkcheck.spark.check(lines, profile, session=session)
        assert [each.file for each in mistakes.value.mistakes] == [name or str(profile)]
    with pytest.raises(TypeError, match="not an option of a check on several machines: valid"):
        wrong_option: Any = {"valid": "x"}
        bulkcheck.spark.check(lines, UNIQUE, session=session, **wrong_option)
    with pytest.raises(TypeError, match="use bulkcheck.spark.check"):
        bulkcheck.check(session.range(1), UNIQUE)

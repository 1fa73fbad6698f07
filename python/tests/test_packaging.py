"""The wheel and the man pages, made of the command that the other tests run."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from bulkcheck import _command

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "scripts"))

import bulkcheck_wheel  # noqa: E402
import manual  # type: ignore[import-not-found]  # noqa: E402

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="packages are for Linux")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("licenses")
    (folder / "zlib").write_text("Copyright of zlib")
    path: Path = bulkcheck_wheel.write(tmp_path_factory.mktemp("wheel"), _command.find(), folder)
    return path


def test_a_wheel_has_the_command_the_package_and_the_licences(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        program = next(each for each in archive.infolist() if each.filename.endswith("/bulkcheck"))
        licence = next(name for name in names if name.endswith("THIRD-PARTY"))
        assert b"Copyright of zlib" in archive.read(licence)
        metadata = archive.read(next(each for each in names if each.endswith("METADATA")))
    assert "/scripts/" in program.filename
    assert program.external_attr >> 16 == 0o100755
    assert {"bulkcheck/__init__.py", "bulkcheck/spark.py", "bulkcheck/py.typed"} <= set(names)
    assert b"Requires-Python: >=3.9\n" in metadata
    # Nothing is needed, unless it is asked for.
    needed = [line for line in metadata.splitlines() if line.startswith(b"Requires-Dist")]
    assert needed == [b'Requires-Dist: pyarrow; extra == "parquet"']
    version = subprocess.check_output([_command.find(), "--version"]).decode().strip()
    assert wheel.name.startswith(f"bulkcheck-{version}-py3-none-manylinux_2_")


def test_a_wheel_lists_every_file_with_its_digest(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        record = next(name for name in archive.namelist() if name.endswith("/RECORD"))
        lines = [line.rsplit(",", 2) for line in archive.read(record).decode().splitlines()]
        assert [name for name, _, _ in lines] == archive.namelist()
        for name, digest, size in lines[:-1]:
            data = archive.read(name)
            expected = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
            assert (digest, int(size)) == (f"sha256={expected}", len(data))


def test_a_wheel_installs_the_command(wheel: Path, tmp_path: Path) -> None:
    if importlib.util.find_spec("pip") is None:
        pytest.skip("there is no pip")
    subprocess.check_call(
        [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-index",
            "--no-compile",
            "--disable-pip-version-check",
            "--target",
            str(tmp_path),
            str(wheel),
        ]
    )
    environment = {name: value for name, value in os.environ.items() if name != "BULKCHECK"}
    environment["PYTHONPATH"] = str(tmp_path)
    code = (
        "import bulkcheck; "
        "print(bulkcheck.__file__, bulkcheck.check([{}], {'bulkcheck': 1}).outcome)"
    )
    output = subprocess.check_output([sys.executable, "-c", code], env=environment, cwd=tmp_path)
    assert output.decode().split() == [str(tmp_path / "bulkcheck" / "__init__.py"), "passed"]
    reader = subprocess.run(
        [str(tmp_path / "bin" / "bulkcheck-parquet")], env=environment, stderr=subprocess.PIPE
    )
    assert b"usage: bulkcheck-parquet PATH" in reader.stderr


def test_the_same_files_give_the_same_wheel(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    command = tmp_path / "command"
    command.write_bytes(b"#!/bin/sh\necho 1.2.3 # GLIBC_2.17\n")
    command.chmod(0o755)
    monkeypatch.setattr(bulkcheck_wheel, "machine", lambda program: "x86_64")
    wheels = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        wheels.append(bulkcheck_wheel.write(folder, command, None).read_bytes())
    assert wheels[0] == wheels[1]
    assert [each.name for each in (tmp_path / "a").iterdir()] == [
        "bulkcheck-1.2.3-py3-none-manylinux_2_17_x86_64.whl"
    ]


def test_there_is_a_page_for_every_command() -> None:
    pages = manual.pages(subprocess.check_output([_command.find(), "--experimental-dump-help"]))
    for name in ("check", "lint", "test", "expand", "schema", "infer", "import", "explain", "merge"):
        assert f".SH NAME\nbulkcheck\\-{name} \\- " in pages[f"bulkcheck-{name}.1"]
        assert f"\\fBbulkcheck\\-{name}\\fR(1)" in pages["bulkcheck.1"]
    check = pages["bulkcheck-check.1"]
    assert "\\fB\\-p\\fR, \\fB\\-\\-profile\\fR \\fIfile\\fR\n" in check
    assert ".SH EXAMPLES\n.nf\nbulkcheck \\-p users.json data.jsonl.gz\n" in check
    assert ".SH EXIT CODES\n" in pages["bulkcheck.1"]
    for page in pages.values():
        assert not [line for line in page.split("\n") if line.startswith("'")]

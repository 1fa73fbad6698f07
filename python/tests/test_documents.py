"""The Python that documents show runs as it is typed, and prints what its comments say."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import List

import pytest

from bulkcheck import _command

ROOT = Path(__file__).resolve().parent.parent.parent
FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PRINTS = re.compile(r"^print\(.*\) +# (.+)$", re.MULTILINE)
BLOCKS: List[str] = [
    block
    for page in (ROOT / "README.md", ROOT / "docs" / "python.md", ROOT / "python" / "README.md")
    for block in FENCE.findall(page.read_text(encoding="utf-8"))
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What the code blocks of other documents find as well."""
    shutil.copytree(ROOT / "profiles", tmp_path / "profiles")
    samples = shutil.ignore_patterns("*.swift", "[A-Z]*", "spark")
    shutil.copytree(ROOT / "samples", tmp_path / "samples", ignore=samples)
    for name in ("data", "out"):
        (tmp_path / name).mkdir()
    shutil.copy(ROOT / "samples" / "users.jsonl", tmp_path / "data")
    shutil.copy(ROOT / "samples" / "users.jsonl.gz", tmp_path / "data")
    shutil.copy(ROOT / "profiles" / "users.json", tmp_path)
    return tmp_path


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.strip().split("\n")[1])
def test_block(block: str, folder: Path) -> None:
    for package in re.findall(
        r"^(?:import|from) (pandas|polars|pyarrow|duckdb|pyspark|dask|airflow)", block, re.M
    ):
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{package} cannot be imported")
    if "to_pandas" in block:
        pytest.importorskip("pandas")
    if "duckdb" in block:
        pytest.importorskip("pyarrow")
    if "pyspark" in block and shutil.which("java") is None:
        pytest.skip("there is no java")
    code = block
    if "operator" not in block.lower():
        code = re.sub(r"^report\.raise_for_failures\(\).*\n", "", block, flags=re.M)
    if "BulkcheckOperator" in block:
        code += "\nprint(check.execute({}))\n"
    environment = {
        **os.environ,
        "BULKCHECK": os.path.abspath(_command.find()),
        "PYTHONPATH": str(ROOT / "python" / "src"),
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
    )
    assert run.returncode == 0, run.stderr
    # What an ellipsis stands for is not in a comment: only whole values are.
    for expected in PRINTS.findall(block):
        if not expected.startswith("the "):
            assert expected in run.stdout.split("\n"), run.stdout

"""`filter`: the valid rows of a frame, and the others."""

from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING, Optional, Tuple, TypeVar

from ._check import Profile, checked
from ._command import Progress
from ._frames import frame_of
from ._options import Options, listed
from ._report import Report
from ._sources import input_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

_Frame = TypeVar("_Frame")


@listed(Options, without=["limit", "verdicts"])
def filter(
    frame: _Frame,
    profile: Optional[Profile] = None,
    *,
    schema: Optional[Profile] = None,
    progress: Progress = None,
    **options: Unpack[Options],
) -> Tuple[_Frame, _Frame, Report]:
    """The valid rows of a frame, the invalid and malformed ones, and the report.

        good, bad, report = bulkcheck.filter(frame, "users.json")

    Both are frames of the same package, with the types, the index and the order of columns and rows
    that the frame has. `report.failures` says what is wrong with which row.

    A lazy frame of Polars is executed once. Its rows are kept in files in `temp_dir`, from which
    two lazy frames read them. A relation of DuckDB is executed once and held in memory. Datasets of
    Arrow and other streams give tables of pyarrow.

    Raises what `check` raises, and TypeError for what is not a frame.
    """
    for name in ("limit", "verdicts"):
        if name in options:
            raise TypeError(f"{name} is not an option of filter")
    found = frame_of(frame)
    if found is None:
        raise TypeError(
            f"a {type(frame).__module__}.{type(frame).__qualname__} is not a frame: "
            "bulkcheck.check writes the valid records of other sources to a file, with valid=PATH"
        )
    temp_dir = options.get("temp_dir")
    kept = found.kept(None if temp_dir is None else os.fspath(temp_dir))
    with tempfile.TemporaryDirectory(prefix="bulkcheck-") as folder:
        path = os.path.join(folder, "verdicts")
        further = [f"--verdicts={path}"]
        report = checked(input_of(kept), profile, schema, progress, options, further)
        with open(path, "rb") as file:
            verdicts = file.read()
    good, bad = kept.split(verdicts)
    return good, bad, report

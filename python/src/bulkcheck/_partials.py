"""Parts of a check that is spread over machines: partial results, and their merge."""

from __future__ import annotations

import os
import tempfile
from datetime import datetime, timezone
from typing import Any, Iterable, List, Optional, Sequence, Tuple, get_type_hints

from . import _lines
from ._check import report_file, report_of
from ._command import Command
from ._errors import error_for
from ._options import ClusterOptions, ResultOptions, arguments_of
from ._report import Report

#: Options that are about the merged report only.
_OF_MERGE = {"fail_on", "strict", "baseline", "write_baseline", "reports"}


def split_options(options: ClusterOptions) -> Tuple[List[str], List[str]]:
    """The arguments of each part and those of the merge."""
    wrong = sorted(set(options) - set(get_type_hints(ClusterOptions)))
    if wrong:
        raise TypeError(f"not an option of a check on several machines: {', '.join(wrong)}")
    merge = {
        name: value for name, value in options.items() if name in get_type_hints(ResultOptions)
    }
    parts = {name: value for name, value in options.items() if name not in _OF_MERGE}
    # Only parts that were judged at one time can be merged.
    parts["now"] = options.get("now") or datetime.now(timezone.utc)
    return arguments_of(parts, ClusterOptions), arguments_of(merge, ResultOptions)


def partial_result(
    command: str,
    rules: Sequence[str],
    arguments: Sequence[str],
    paths: Sequence[str] = (),
    records: Optional[Iterable[Any]] = None,
) -> bytes:
    """What one part found, for the merge. Records are mappings or JSON texts.

    Data that fails does not fail the part, which would be tried again. Neither does an input that
    cannot be read: as on one machine, the report says so and is not complete. Anything else is
    raised.
    """
    with tempfile.TemporaryDirectory(prefix="bulkcheck-") as folder:
        path = os.path.join(folder, "part.bcp")
        # Records are passed on in UTF-8, whatever the profile says of files.
        is_given = any(argument.startswith("--encoding=") for argument in arguments)
        encoding = [] if records is None or is_given else ["--encoding=UTF-8"]
        run = Command(
            [
                "check",
                *rules,
                "--report=json=/dev/null",
                f"--partial={path}",
                "--fail-on=never",
                "--threads=1",
                *arguments,
                *encoding,
                *(["--input-format=jsonl", "--", "-"] if records is not None else ["--", *paths]),
            ],
            takes_input=records is not None,
            command=command,
        )
        run.output(None if records is None else _lines.writer(records))
        if run.exit_code not in (0, 2) or not os.path.exists(path):
            raise error_for(run.diagnostics, run.exit_code)
        with open(path, "rb") as file:
            return file.read()


def merged(
    command: str,
    partials: Iterable[Tuple[Any, bytes]],
    arguments: Sequence[str],
    name: Optional[str],
) -> Report:
    """The report of partial results, each with its place in the data; raises what `check` does."""
    with tempfile.TemporaryDirectory(prefix="bulkcheck-") as folder, report_file() as report:
        places = []
        for number, (place, partial) in enumerate(partials):
            path = os.path.join(folder, f"{number}.bcp")
            places.append((place, path))
            with open(path, "wb") as file:
                file.write(partial)
        paths = [path for _, path in sorted(places)]
        pieces = [f"--as={name}"] if name is not None else []
        return report_of(
            ["merge", f"--report=json={report}", *arguments, *pieces, "--", *paths],
            None,
            report,
            command=command,
        )

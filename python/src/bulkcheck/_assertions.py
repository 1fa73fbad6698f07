"""`assert_valid`, for tests."""

from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING, Optional

from ._check import Profile, checked
from ._command import named
from ._options import Options, listed
from ._report import Report
from ._sources import Source, opened

if TYPE_CHECKING:
    from typing_extensions import Unpack


@listed(Options)
def assert_valid(
    source: Source = None,
    profile: Optional[Profile] = None,
    *,
    schema: Optional[Profile] = None,
    **options: Unpack[Options],
) -> Report:
    """Fails a test if the data fails: the message of the AssertionError is the text report.

        def test_users():
            bulkcheck.assert_valid(load_users(), "users.json")

    `source` is anything that `check` takes. Returns the report. Raises what `check` raises.
    """
    __tracebackhide__ = True  # pytest shows the test, not this function.
    with tempfile.TemporaryDirectory(prefix="bulkcheck-") as folder:
        path = os.path.join(folder, "report.txt")
        further = [f"--report=text={path}"]
        input_ = opened(source, options.get("contract"))
        report = checked(input_, profile, schema, None, options, further)
        with open(path, encoding="utf-8") as file:
            text = named(file.read())
    if not report.passed:
        raise AssertionError(text.rstrip())
    return report

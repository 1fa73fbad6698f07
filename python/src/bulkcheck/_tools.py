"""`infer`, `explain` and `lint`."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, List, Optional, Union

from ._check import Profile, path_of, profile_arguments
from ._command import DICTIONARY_PREFIX, Command, Progress, named
from ._errors import Mistake, error_for, mistakes_in
from ._options import ExplainOptions, InferOptions, Path, arguments_of, listed
from ._sources import Source, opened

if TYPE_CHECKING:
    from typing_extensions import Unpack


@listed(InferOptions)
def infer(
    source: Source,
    *,
    schema: bool = False,
    output: Optional[Path] = None,
    progress: Progress = None,
    **options: Unpack[InferOptions],
) -> str:
    """A draft of a profile that fits the data: JSON with comments that give the evidence.

    With `schema` it is a JSON Schema. Rules that nearly hold are warnings, or comments with
    `near_misses="comment"`. `no_comments=True` leaves out all comments. `yaml=True` gives YAML.
    `output` is a file for the draft besides. Raises CannotJudge if there is no record.
    """
    input_ = opened(source)
    arguments = ["infer", *["--schema"] * schema, *arguments_of(options, InferOptions)]
    arguments += input_.settled(options.get("input_format"), options.get("encoding"))
    run = Command(arguments + input_.arguments, input_.write is not None, progress)
    text = run.output(input_.write)
    if run.exit_code != 0:
        raise error_for(run.diagnostics, run.exit_code)
    if output is not None:
        with open(output, "wb") as file:
            file.write(text)
    return text.decode("utf-8")


@dataclass(frozen=True)
class Explanation:
    """What every rule makes of one record, as text."""

    text: str
    valid: bool

    def __str__(self) -> str:
        return self.text


@listed(ExplainOptions)
def explain(
    source: Source,
    profile: Optional[Profile] = None,
    *,
    line: Optional[int] = None,
    record: Union[int, str, None] = None,
    schema: Optional[Profile] = None,
    **options: Unpack[ExplainOptions],
) -> Explanation:
    """One record, rule by rule, and what would pass.

    Give `line` or `record`, counted from 1. In a JSON document, `record` can be a JSON Pointer such
    as `/data/17`.
    """
    input_ = opened(source)
    place = [
        f"{option}={value}"
        for option, value in (("--line", line), ("--record", record))
        if value is not None
    ]
    with profile_arguments(profile, schema, options.get("contract")) as rules:
        arguments = ["explain", *rules, *place, *arguments_of(options, ExplainOptions)]
        arguments += input_.settled(options.get("input_format"), options.get("encoding"))
        run = Command(arguments + input_.arguments, takes_input=input_.write is not None)
        text = run.output(input_.write).decode("utf-8")
    if run.exit_code not in (0, 1):
        raise error_for(run.diagnostics, run.exit_code)
    return Explanation(text, valid=run.exit_code == 0)


def lint(profile: Union[Profile, List[Path]]) -> List[Mistake]:
    """Every mistake in a profile, or in several. An empty list means that it can be used."""
    with tempfile.TemporaryDirectory(prefix=DICTIONARY_PREFIX) as folder:
        if isinstance(profile, list):
            paths = [os.fspath(path) for path in profile]
        else:
            paths = [path_of(profile, folder, "profile")]
        run = Command(["lint", "--", *paths])
        found = mistakes_in(named(run.output().decode("utf-8")) + run.diagnostics)
    if run.exit_code != 0 and not found:
        raise error_for(run.diagnostics, run.exit_code)
    return found

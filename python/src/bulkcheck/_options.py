"""The options of the command as keyword arguments, each listed once: name, type and meaning.

Functions take them as `**options: Unpack[Options]`, which type checkers and editors complete.
`listed` shows them to `help`, and to notebooks, as parameters of the function.
"""

from __future__ import annotations

import difflib
import inspect
import os
from datetime import datetime
from typing import (
    Annotated,
    Any,
    Callable,
    Dict,
    Iterable,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    TypedDict,
    TypeVar,
    Union,
    get_type_hints,
)

#: A path of a file or folder.
Path = Union[str, "os.PathLike[str]"]
#: One text, or several.
Texts = Union[str, Sequence[str]]
#: A number of bytes, or a text such as `2G`.
Bytes = Union[int, str, None]

_Contract = Annotated[
    Optional[Path],
    "A contract in place of a profile: an Open Data Contract, a Data Package or a Table Schema. "
    "`FILE#NAME` takes one of its objects.",
]
_Tables = Annotated[
    Texts, "Files of objects of the contract, for what refers to them, such as `users=users.csv`."
]
_Resolve = Annotated[
    Union[Path, Sequence[Path]], "Files or folders that a JSON Schema may refer to."
]
_Limit = Annotated[Optional[int], "Stop after this many records."]
_Partial = Annotated[Optional[Path], "A file with what `merge` needs."]
_Threads = Annotated[Optional[int], "The number of workers. By default all cores."]


class InputOptions(TypedDict, total=False):
    """How inputs are read."""

    input_format: Annotated[
        Optional[Literal["auto", "jsonl", "json", "csv", "tsv", "arrow"]],
        "The format. By default the suffix decides, then the content.",
    ]
    records: Annotated[
        Optional[str],
        "Where the records of a JSON document are, such as `/data/*`. By default the profile's, "
        "or the elements of an array, or the document.",
    ]
    delimiter: Annotated[
        Optional[str],
        "What separates the cells of CSV: one character, or `tab`. By default the profile and the "
        "rows decide.",
    ]
    encoding: Annotated[
        Optional[str],
        "The encoding of inputs without a byte-order mark, such as `windows-1252`. By default the "
        "profile's, or UTF-8.",
    ]
    readers: Annotated[
        Texts, "Programs that read the files with a suffix, such as `.odd=read-odd`."
    ]
    no_readers: Annotated[bool, "Call no program to read a file, not even the one for Parquet."]
    max_record_bytes: Annotated[Bytes, "The longest record: 64M. Longer ones are malformed."]
    max_window: Annotated[Bytes, "The largest window of Zstandard: 128M."]
    now: Annotated[
        Union[datetime, str, None],
        "What rules take for now: a datetime with an offset, or RFC 3339 text. By default the "
        "clock.",
    ]


class SchemaOptions(TypedDict, total=False):
    """How a JSON Schema is read."""

    schema_of: Annotated[
        Optional[Literal["auto", "document", "record"]],
        "What a JSON Schema describes of a JSON document.",
    ]
    dialect: Annotated[
        Optional[Literal["4", "6", "7", "2019-09", "2020-12"]],
        "The draft of a JSON Schema without $schema: `2020-12`.",
    ]
    assert_format: Annotated[bool, "Assert the format keywords of drafts that only annotate them."]
    assert_content: Annotated[bool, "Assert contentEncoding and contentMediaType."]


class ResultOptions(TypedDict, total=False):
    """What becomes of the counts."""

    reports: Annotated[Texts, "Further reports to write: paths, or `FORMAT=PATH`."]
    samples: Annotated[Optional[int], "Failing examples kept for each rule: 5."]
    fail_on: Annotated[
        Optional[Literal["error", "warning", "never"]],
        "The lowest severity of a failing rule that fails the run: `error`.",
    ]
    strict: Annotated[bool, "Rules that never applied and fields that never appeared fail too."]
    baseline: Annotated[Optional[Path], "An earlier JSON report: only what got worse fails."]
    write_baseline: Annotated[Optional[Path], "A file for this run as a baseline."]
    memory: Annotated[Bytes, "Memory for keys, groups and compressed batches, such as `2G`."]
    temp_dir: Annotated[Optional[Path], "The folder for temporary files."]


class ClusterOptions(InputOptions, SchemaOptions, ResultOptions, total=False):
    """The options of a check on several machines."""

    only: Annotated[Texts, "Rules to run: ids, `label:NAME`, or `LOCATION/*`."]
    skip: Annotated[Texts, "Rules to skip, named in the same way."]


class Options(ClusterOptions, total=False):
    """The options of `check` and of the functions like it. None means the command's default."""

    contract: _Contract
    tables: _Tables
    resolve: _Resolve
    limit: _Limit
    threads: _Threads
    valid: Annotated[Optional[Path], "A file for the valid records."]
    invalid: Annotated[Optional[Path], "A file for the invalid and the malformed records."]
    emit: Annotated[Optional[Literal["raw", "normalized"]], "How valid records are written: `raw`."]
    failures: Annotated[Optional[Path], "A file for every failing record and rule."]
    failures_format: Annotated[
        Optional[Literal["auto", "jsonl", "csv", "basic"]],
        "The format of that file. By default its suffix decides.",
    ]
    verdicts: Annotated[
        Optional[Path], "A file with a byte for each record: 0 valid, 1 invalid, 2 malformed."
    ]
    partial: _Partial


class MergeOptions(ResultOptions, total=False):
    """The options of `merge`."""

    partial: _Partial


class InferOptions(InputOptions, total=False):
    """The options of `infer`."""

    name: Annotated[Optional[str], "The profile's name. By default that of the first input."]
    near_misses: Annotated[
        Optional[Literal["comment", "warning"]], "How rules that nearly hold are written."
    ]
    no_comments: Annotated[bool, "Plain JSON, without the evidence in comments."]
    yaml: Annotated[bool, "YAML instead of JSON."]
    max_paths: Annotated[Optional[int], "The largest number of fields to describe."]
    limit: _Limit
    threads: _Threads


class ExplainOptions(InputOptions, SchemaOptions, total=False):
    """The options of `explain`."""

    contract: _Contract
    tables: _Tables
    resolve: _Resolve
    limit: Annotated[Optional[int], "As many records as the check was limited to."]


#: Options whose names are those of several things here, and of one in the command.
_SINGULAR = {"readers": "--reader", "reports": "--report", "tables": "--table"}


def arguments_of(options: Mapping[str, Any], kind: Any = Options) -> List[str]:
    """The options as the command takes them. Raises TypeError for one that is not of the kind."""
    known = _hints(kind)
    for name in options:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f": did you mean {near[0]}?" if near else ""
            raise TypeError(f"there is no option {name}{hint}")
    return [text for name in known if name in options for text in _texts(name, options[name])]


def _texts(name: str, value: Any) -> Iterable[str]:
    option = _SINGULAR.get(name, "--" + name.replace("_", "-"))
    if value is None or value is False:
        return []
    if value is True:
        return [option]
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [f"{option}={_text(each)}" for each in value]
    return [f"{option}={_text(value)}"]


def _text(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _hints(kind: Any) -> Dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


_Function = TypeVar("_Function", bound=Callable[..., Any])


def listed(kind: Any, without: Sequence[str] = ()) -> Callable[[_Function], _Function]:
    """Shows the options of a kind as parameters of a function, and in its description."""
    taken = {name: hint for name, hint in _hints(kind).items() if name not in without}

    def shown(function: _Function) -> _Function:
        signature = inspect.signature(function)
        own = [each for each in signature.parameters.values() if each.kind is not each.VAR_KEYWORD]
        further = [_parameter(name, hint.__origin__) for name, hint in taken.items()]
        setattr(function, "__signature__", signature.replace(parameters=[*own, *further]))
        meanings = [f"    {name}: {hint.__metadata__[0]}" for name, hint in taken.items()]
        description = inspect.cleandoc(function.__doc__ or "")
        function.__doc__ = "\n".join([description, "", "Options:", *meanings])
        function.__annotations__["options"] = Any
        return function

    return shown


def _parameter(name: str, kind: Any) -> inspect.Parameter:
    """Left out, an option is None, False, or none of several."""
    may_be_none = type(None) in getattr(kind, "__args__", ())
    default = False if kind is bool else None if may_be_none else ()
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)

"""What can be checked: files, bytes, file objects, iterables of records, and frames.

Everything but files is streamed to the command: frames as Arrow, records as JSON lines, and the
rest as the bytes that it is. No source is held as a whole beyond what the caller holds already.
"""

from __future__ import annotations

import glob
import io
import os
from dataclasses import dataclass
from typing import IO, Any, Iterable, Iterator, List, Mapping, Optional, Union

from . import _lines
from ._command import Write
from ._errors import CannotJudge
from ._frames import Frame, frame_of

#: A file or pattern, several of them, bytes, a file object, records, or a frame.
Source = Union[
    str,
    "os.PathLike[str]",
    bytes,
    bytearray,
    memoryview,
    IO[bytes],
    IO[str],
    Iterable[Any],
    Any,
]


@dataclass
class Input:
    """What the command is given: paths, or what writes to its standard input."""

    paths: List[str]
    write: Optional[Write] = None
    #: The format, where the source settles it.
    format: Optional[str] = None
    #: The source is text, which is passed on in UTF-8 whatever the profile says of files.
    is_text: bool = False
    #: The frame that is written, if it is one.
    frame: Optional[Frame] = None

    def settled(self, input_format: Optional[str], encoding: Optional[str]) -> List[str]:
        """The options that the source settles and nobody has given."""
        options = []
        if input_format is None and self.format is not None:
            options.append(f"--input-format={self.format}")
        if encoding is None and self.is_text:
            options.append("--encoding=UTF-8")
        return options

    @property
    def arguments(self) -> List[str]:
        return ["--", *self.paths] if self.write is None else ["--", "-"]


def opened(source: Source, contract: Union[str, os.PathLike[str], None] = None) -> Input:
    """Raises TypeError for a source that is none of the above.

    Without a source, a contract has to name its own files. So it has to with an empty list or
    tuple, unless it is one of records: those of the object that the contract is asked for.
    """
    if source is None:
        if contract is None:
            raise TypeError("a source is missing: only a contract may name files of its own")
        return Input([])
    if isinstance(source, (list, tuple)) and not source and _is_whole(contract):
        return Input([])
    if isinstance(source, (str, os.PathLike)):
        return Input(files_of(source))
    if isinstance(source, (bytes, bytearray, memoryview)):
        return Input([], lambda output: _write(output, [bytes(source)]))
    if hasattr(source, "read"):
        is_text = isinstance(source, io.TextIOBase)
        return Input([], lambda output: _write(output, _read(source)), is_text=is_text)
    frame = frame_of(source)
    if frame is not None:
        return input_of(frame)
    if isinstance(source, Mapping):
        raise TypeError("a single record is not a source: put it in a list")
    if isinstance(source, Iterable):
        return _several(source)
    raise TypeError(f"cannot check a {type(source).__module__}.{type(source).__qualname__}")


def _is_whole(contract: Union[str, os.PathLike[str], None]) -> bool:
    """Whether a contract is given without the name of an object behind `#`."""
    if contract is None:
        return False
    path = os.fspath(contract)
    return "#" not in path or os.path.isfile(path)


def input_of(frame: Frame) -> Input:
    format_, write = frame.opened()
    return Input([], write, format_, is_text=format_ == "jsonl", frame=frame)


def _several(source: Iterable[Any]) -> Input:
    """An iterable of paths, or of records. Which one, its first element says."""
    elements = iter(source)
    first = next(elements, None)
    if isinstance(first, (str, os.PathLike)):
        return Input([path for each in _chain(first, elements) for path in files_of(each)])
    if first is None:
        return Input([], _lines.writer([]), "jsonl", is_text=True)
    return Input([], _lines.writer(_chain(first, elements)), "jsonl", is_text=True)


def _chain(first: Any, others: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from others


def files_of(path: Union[str, os.PathLike[str]]) -> List[str]:
    """The files of a path or pattern."""
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"a path is expected here, not a {type(path).__name__}")
    text = os.fspath(path)
    if glob.has_magic(text) and not os.path.exists(text):
        found = sorted(glob.glob(text, recursive=True))
        if not found:
            # The command would suppose that a shell did not find them.
            raise CannotJudge(f"no file matches {text}", 2)
        return found
    # `-` alone is standard input for the command, and here a file like any other.
    return [os.path.join(".", text) if text == "-" else text]


def _write(output: IO[bytes], chunks: Iterable[bytes]) -> None:
    for chunk in chunks:
        output.write(chunk)


def _read(file: Any) -> Iterator[bytes]:
    while True:
        chunk = file.read(1 << 18)
        if not chunk:
            return
        yield chunk.encode("utf-8") if isinstance(chunk, str) else bytes(chunk)

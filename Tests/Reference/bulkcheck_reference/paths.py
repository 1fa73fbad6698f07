"""Paths: dotted, with indexes and quoted segments, or as JSON Pointers (docs/reference/paths.md#syntax,
docs/reference/paths.md#paths-in-csv)."""

import json
import re
from typing import NamedTuple

from .json_reader import Fault, Parser


class PathError(Exception):
    """A path that is not one."""


class Key(NamedTuple):
    name: str


class Index(NamedTuple):
    number: int


class Star(NamedTuple):
    """Every element of an array. (The marks are not texts: named tuples are equal to others with equal parts.)"""

    mark: tuple = ("[*]",)


class Members(NamedTuple):
    """Every member of an object; in CSV any text in the name of a column."""

    mark: tuple = ("*",)


EVERY = (Star, Members)


class PointerNumber(NamedTuple):
    """A number in a JSON Pointer: an index in an array, a key in an object."""

    text: str


def may_meet(one, other):
    """Whether two segments may lead to the same part of a value."""
    if one == other:
        return True
    pair = {type(one): one, type(other): other}
    if Members in pair:
        return Key in pair or PointerNumber in pair
    if Star in pair:
        return Key not in pair
    if type(one) is type(other) is Index:
        return (one.number < 0) != (other.number < 0)
    if Index in pair and pair[Index].number < 0:
        return PointerNumber in pair
    if PointerNumber in pair:
        text = pair[PointerNumber].text
        return Key in pair and pair[Key].name == text or Index in pair and str(pair[Index].number) == text
    return False


def covers(one, other):
    """Whether a segment leads to all that the other leads to."""
    return one == other or (may_meet(one, other) and not isinstance(other, EVERY))


INDEX = re.compile(r"\[([0-9]+|-0*[1-9][0-9]*|\*)\]", re.ASCII)


def parse_path(text):
    """The segments of a path, as a tuple."""
    if text.startswith("/"):
        return tuple(pointer_segment(part) for part in text[1:].split("/"))
    segments = []
    position = 0
    while True:
        start = position
        name, position = parse_name(text, position)
        segments.append(Members() if text[start:position] == "*" else Key(name))
        while True:
            match = INDEX.match(text, position)
            if not match:
                break
            segments.append(Star() if match[1] == "*" else Index(int(match[1])))
            position = match.end()
        if position == len(text):
            return tuple(segments)
        if text[position] != ".":
            raise PathError(text)
        position += 1


def pointer_segment(part):
    if re.search("~(?![01])", part):
        raise PathError(part)
    name = part.replace("~1", "/").replace("~0", "~")
    if re.fullmatch("0|[1-9][0-9]*", name, re.ASCII):
        return PointerNumber(name)
    return Key(name)


def parse_name(text, position):
    if text[position:position + 1] == '"':
        end = position + 1
        while end < len(text) and text[end] != '"':
            end += 2 if text[end] == "\\" else 1
        try:
            return Parser(text[position:end + 1].encode("utf-8")).document(), end + 1
        except Fault:
            raise PathError(text) from None
    end = position
    while end < len(text) and text[end] != "." and not INDEX.match(text, end):
        if text[end] in '"[':
            raise PathError(text)
        end += 1
    if end == position:
        raise PathError(text)
    return text[position:end], end


def is_plain(name):
    return bool(name) and name != "*" and not re.search(r'[."[]', name) and not name.startswith("/")


def dotted(segments):
    """The dotted form of a path."""
    text = ""
    for segment in segments:
        if isinstance(segment, Star):
            text += "[*]"
        elif isinstance(segment, Index):
            text += "[%d]" % segment.number
        elif isinstance(segment, Members):
            text += ".*" if text else "*"
        else:
            name = segment.text if isinstance(segment, PointerNumber) else segment.name
            text += "." if text else ""
            text += name if is_plain(name) else json.dumps(name, ensure_ascii=False)
    return text


class Columns:
    """The columns that a name with `*` means."""

    def __init__(self, names):
        parts = [".*" if isinstance(name, Members) else re.escape(name) for name in names]
        self.pattern = re.compile(r"\.".join(parts), re.DOTALL)

    def of(self, names):
        return [name for name in names if self.pattern.fullmatch(name)]


def columns_of(path, names):
    """Those of the names that a path means."""
    column = split_column(path)[0]
    if isinstance(column, Columns):
        return column.of(names)
    return [column] if column in names else []


def split_column(segments):
    """The CSV column that a path means, and the steps into its elements; several columns if its name has a `*`."""
    names = []
    rest = []
    for segment in segments:
        if isinstance(segment, (Index, Star)):
            rest.append(segment)
        elif rest:
            return None, []  # no cell holds an object, so there is nothing below an element
        elif isinstance(segment, Members):
            names.append(segment)
        else:
            names.append(segment.text if isinstance(segment, PointerNumber) else segment.name)
    if any(isinstance(name, Members) for name in names):
        return Columns(names), rest
    return ".".join(names), rest

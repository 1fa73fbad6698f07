"""How the value at a path is found in a record and read: normalized, missing or typed."""

from typing import NamedTuple

from .changes import apply_change
from .masking import Masking, column_place
from .model import NOTHING_DECLARED
from .patterns import PatternLimit
from .paths import Columns, Index, Key, Members, PointerNumber, Star, columns_of, split_column
from .values import ABSENT, Cell, Number, Object, read_cell, write_json


class CellArray(list):
    """The elements of a CSV cell as they are read, with their texts."""

    def __init__(self, texts, elements):
        super().__init__(elements)
        self.texts = texts


class Reading:
    """A value as rules see it: whether its key exists, the value (None: null or missing), and as it was written.
    `unreadable`: a `replace` reached the match limit, so that nobody knows the value
    (docs/reference/outcomes.md#the-match-limit).
    `place`: where in the record it is."""

    __slots__ = ("exists", "value", "raw", "unreadable", "place")

    def __init__(self, exists, value, raw, unreadable=False, place=()):
        self.exists, self.value, self.raw, self.unreadable, self.place = exists, value, raw, unreadable, place


NOTHING = Reading(False, None, ABSENT)


class Instance(NamedTuple):
    """One of the values that a path leads to: as it was written, whether it is an array's element, and its place.
    `inserted`: the value, if it is part of an array or object that a `default` inserted."""

    raw: object
    is_element: bool
    place: tuple
    inserted: object = ABSENT

    @classmethod
    def of(cls, value, is_element, place, is_inserted):
        return cls(ABSENT, is_element, place, value) if is_inserted else cls(value, is_element, place)


class Reader:
    """Reads the values of records of one input by a profile's declarations."""

    def __init__(self, profile, is_csv):
        self.profile = profile
        self.is_csv = is_csv
        self.masking = Masking(profile.masked(), is_csv)
        if profile.missing_values is not None:
            self.missing_values = frozenset(profile.missing_values)
        else:
            self.missing_values = frozenset([""]) if is_csv else frozenset()

    def declaration(self, path):
        return self.profile.declarations.get(path, NOTHING_DECLARED)

    def declared_types(self, path):
        """The types declared for the path as it is written, which make other constraints not applicable."""
        return self.declaration(path).types

    def types(self, path):
        """The types that a path is read by: its own, or in CSV those of its array's elements."""
        own = self.declaration(path)
        if own.types is None and self.is_csv and isinstance(path[-1], Index):
            return self.declaration(path[:-1] + (Star(),)).types
        return own.types

    def read(self, instance, path):
        """One instance of a path."""
        raw, is_element, place, inserted = instance
        declaration = self.declaration(path)
        value = raw if inserted is ABSENT else inserted
        exists, is_cell = value is not ABSENT, inserted is ABSENT
        for name, argument in declaration.normalize:
            if name == "default":
                if value is ABSENT or value is None or self.is_missing(value, is_element, declaration):
                    exists, is_cell, value = True, True, self.default(argument)
            elif isinstance(value, str):
                try:
                    value = apply_change(value, name, argument)
                except PatternLimit:
                    return Reading(exists, None, raw, unreadable=True, place=place)
        if value is ABSENT or value is None or self.is_missing(value, is_element, declaration):
            return Reading(exists, None, raw, place=place)
        if self.is_csv and isinstance(value, str) and is_cell:
            value = self.typed(value, path, declaration)
        return Reading(exists, value, raw, place=place)

    def default(self, value):
        """In CSV a default is read like the text of a cell."""
        if self.is_csv and isinstance(value, (bool, Number)):
            return write_json(value)
        return value

    def is_missing(self, value, is_element, declaration):
        if not isinstance(value, str) or is_element:
            return False
        return value in self.missing_values or value == "" and self.is_csv and self.empty_is_array(declaration)

    def empty_is_array(self, declaration):
        """Whether the first declared type as which an empty cell reads is `array`."""
        types = [name for name in declaration.types or () if name in ("array", "string")]
        return declaration.separator is not None and types[:1] == ["array"]

    def typed(self, text, path, declaration):
        types = self.types(path)
        if types is None:
            return Cell(text, declaration.separator, path)
        for name in types:
            value = self.array(text, path, declaration.separator) if name == "array" else read_cell(text, name)
            if value is not ABSENT:
                return value
        return text

    def array(self, text, path, separator):
        """A cell split into elements, each read by the type of `items`; without a separator there is no array."""
        if separator is None:
            return ABSENT
        texts = text.split(separator)
        below = path + (Star(),)
        plain = NOTHING_DECLARED
        return CellArray(texts, [self.typed_element(t, below, plain) for t in texts])

    def typed_element(self, text, below, declaration):
        types = self.types(below)
        if types is None:
            return Cell(text)
        for name in types:
            value = read_cell(text, name)
            if value is not ABSENT:
                return value
        return text

    def element_readings(self, value, reading, below):
        """The elements of an array that was read, each by what is declared for them."""
        raw = value.texts if isinstance(value, CellArray) else value
        is_inserted = raw is value and value is not reading.raw
        return [self.read(instance, below) for instance in elements(raw, reading.place, is_inserted)]

    def member_instances(self, reading, steps, below):
        """The instances of a path below an object that was read."""
        around = below[:len(below) - len(steps)]
        return self.walk(reading.value, steps, around, reading.place, reading.value is not reading.raw)

    def walk(self, value, segments, path, place=(), is_inserted=False, is_element=False):
        """The instances of a path below a value, found as by the function of this name. If a `default` puts an array
        or object in the place of a value on the way, the way goes on from there."""
        if not segments:
            return [Instance.of(value, is_element, place, is_inserted)]
        below, found = path + tuple(segments[:1]), []
        for part in walk(value, segments[:1], is_element, place):
            value, inserts = part.raw, is_inserted
            if len(segments) > 1 and not isinstance(value, (list, Object)):
                seen = self.read(Instance.of(value, part.is_element, part.place, is_inserted), below).value
                if isinstance(seen, (list, Object)) and not isinstance(seen, CellArray):
                    value, inserts = seen, True
            found += self.walk(value, segments[1:], below, part.place, inserts, part.is_element)
        return found

    def find(self, root, path):
        """The instances of a path in a record."""
        if self.is_csv:
            return self.find_cell(root, path)
        return self.walk(root, path, ())

    def find_cell(self, row, path):
        column, rest = split_column(path)
        if column is None:
            return [Instance(ABSENT, False, ())]
        if isinstance(column, Columns):
            return [found for name in column.of(row) for found in self.find_in_cell(row, name, path, rest)]
        return self.find_in_cell(row, column, path, rest)

    def find_in_cell(self, row, column, path, rest):
        cell = Instance(row.get(column, ABSENT), False, column_place(column))
        if not rest:
            return [cell]
        starred = isinstance(rest[0], Star)
        whole = path[:len(path) - len(rest)]
        value = self.read(cell, whole).value
        if isinstance(value, Cell) and value.separator is not None:
            value = self.array(value.text, whole, value.separator)
        if isinstance(value, list) and not isinstance(value, CellArray):
            return self.walk(value, rest, whole, cell.place, is_inserted=True)
        if not isinstance(value, CellArray) or len(rest) > 1:
            return [] if starred else [Instance(ABSENT, True, ())]
        instances = elements(value.texts, cell.place)
        if starred:
            return instances
        return instances[rest[0].number:][:1] or [Instance(ABSENT, True, ())]

    def cell_is_unreadable(self, root, path):
        """Whether a path leads to an element of a cell that nobody knows."""
        column, rest = split_column(path) if self.is_csv else (None, None)
        if column is None or not rest:
            return False
        names = columns_of(path, root) if isinstance(column, Columns) else [column]
        cells = [Instance(root.get(name, ABSENT), False, column_place(name)) for name in names]
        return any(self.read(cell, path[:len(path) - len(rest)]).unreadable for cell in cells)

    def readings(self, root, path):
        """Every instance of a path, read."""
        if self.cell_is_unreadable(root, path):
            return [Reading(None, None, ABSENT, unreadable=True)]
        return [self.read(instance, path) for instance in self.find(root, path)]


def elements(array, place, is_inserted=False):
    """The elements of an array at a place."""
    return [Instance.of(element, True, place + (Index(number),), is_inserted) for number, element in enumerate(array)]


def walk(value, segments, is_element=False, place=()):
    """The instances of a path below a value at a place; ABSENT where a step is absent or not a container."""
    if not segments:
        return [Instance(value, is_element, place)]
    step, rest = segments[0], segments[1:]
    if isinstance(step, Star):
        array = elements(value if isinstance(value, list) else [], place)
        return [instance for element in array for instance in walk(element.raw, rest, True, element.place)]
    if isinstance(step, Members):
        members = value.items() if isinstance(value, Object) else []
        return [instance for name, member in members for instance in walk(member, rest, False, place + (Key(name),))]
    below, is_element = ABSENT, isinstance(step, Index)
    if isinstance(value, Object) and not isinstance(step, Index):
        step = Key(step.text) if isinstance(step, PointerNumber) else step
        below = value.get(step.name)
    elif isinstance(value, list) and isinstance(step, (Index, PointerNumber)):
        number = step.number if isinstance(step, Index) else int(step.text)
        below, is_element = (value[number] if -len(value) <= number < len(value) else ABSENT), True
        # From the end, the real place.
        step = Index(number + len(value) if number < 0 else number)
    return walk(below, rest, is_element, place + (step,))

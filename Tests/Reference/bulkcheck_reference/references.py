"""Reference data: the values of a column of another file (docs/reference/reference-data.md)."""

import itertools

from .inputs import Input
from .json_reader import Fault, parse_record
from .paths import Key, PathError, Star, parse_path
from .reading import walk
from .values import ABSENT, Cell, Number, Object, equality_key, read_cell


class ReferenceError(Exception):
    """A file or column that is not reference data."""


class NoSettings:
    """The reference file is read without the profile's settings for inputs."""

    operand_texts = nested_under_stars = ()
    delimiter = columns = missing_values = None
    stray_quotes = False

    def __init__(self, columns):
        #: As if they were paths, which they are not.
        self.named = [[Key(column)] for column in columns]


class ReferencedColumn:
    """The values of a column, compared with those of a field."""

    def __init__(self, name, column, input_format, files):
        if name not in files:
            raise ReferenceError("no file %r" % name)
        source = Input(name, files[name], input_format, NoSettings([column]), 64 << 20)
        self.is_csv = source.is_csv
        raw = [value for record in source.records() for value in self.column(record, column, source)]
        if not source.complete:
            raise ReferenceError("%s is cut off" % name)
        self.values = [value for value in raw if value is not None and not (self.is_csv and value == "")]
        if not self.values:
            raise ReferenceError("no value in %r of %r" % (column, name))
        self.keys = {}

    def column(self, record, column, source):
        if record.fault:
            raise ReferenceError("malformed record in line %d" % record.line)
        if self.is_csv:
            if source.names.count(column) != 1:
                raise ReferenceError("column %r occurs %d times" % (column, source.names.count(column)))
            return [record.value[column]]
        if not isinstance(record.value, Object):
            raise ReferenceError("line %d is not an object" % record.line)
        try:
            values = [found.raw for found in walk(record.value, parse_path(column)) if found.raw is not ABSENT]
        except PathError:
            raise ReferenceError("no path: %r" % column) from None
        if any(isinstance(value, (list, Object)) for value in values):
            raise ReferenceError("an array or object in line %d" % record.line)
        return values

    def read_as(self, types):
        """The keys of the values, cells read as the declared types; without any as text and as what else they are."""
        if types not in self.keys:
            self.keys[types] = {key for value in self.values for key in self.keys_of(value, types)}
        return self.keys[types]

    def keys_of(self, value, types):
        if not self.is_csv:
            return [equality_key(value)]
        if types:
            read = next((v for v in (read_cell(value, t) for t in types) if v is not ABSENT), value)
            return [equality_key(read)]
        others = [read_cell(value, kind) for kind in ("number", "boolean")]
        return [equality_key(v) for v in [value, *others] if v is not ABSENT]

    def holds(self, value, types):
        scalars = tuple(t for t in types or () if t not in ("array", "object"))
        keys = self.read_as(scalars)
        if isinstance(value, Cell):
            if self.is_csv:
                return ("text", value.text) in keys
            read = [value.text, read_cell(value.text, "number"), read_cell(value.text, "boolean")]
            return any(equality_key(v) in keys for v in read if v is not ABSENT)
        return not isinstance(value, (list, Object)) and equality_key(value) in keys


class ReferencedRows(ReferencedColumn):
    """The combinations of several columns, compared with those of as many fields."""

    def __init__(self, name, columns, input_format, files):
        if name not in files:
            raise ReferenceError("no file %r" % name)
        source = Input(name, files[name], input_format, NoSettings(columns), 64 << 20)
        self.is_csv = source.is_csv
        if not self.is_csv and any(has_star(column) for column in columns):
            raise ReferenceError("several values")
        self.rows, found = [], [False] * len(columns)
        for record in source.records():
            row = [self.column(record, column, source) for column in columns]
            found = [before or bool(values) for before, values in zip(found, row)]
            row = [values[0] if values else None for values in row]
            if not any(value is None or (self.is_csv and value == "") for value in row):
                self.rows.append(row)
        if not source.complete:
            raise ReferenceError("%s is cut off" % name)
        if not all(found) or not self.rows:
            raise ReferenceError("no combination in %r" % name)

    def holds_row(self, values, types):
        scalars = [tuple(t for t in of_part or () if t not in ("array", "object")) for of_part in types]
        return any(all(self.equal(value, known, of_part) for value, known, of_part in zip(values, row, scalars))
                   for row in self.rows)

    def equal(self, value, known, types):
        keys = self.keys_of(known, types)
        if isinstance(value, Cell):
            read = [value.text]
            if not self.is_csv:
                read += [read_cell(value.text, "number"), read_cell(value.text, "boolean")]
            return any(equality_key(v) in keys for v in read if v is not ABSENT)
        return not isinstance(value, (list, Object)) and equality_key(value) in keys


class InputReference:
    """A reference to other records of the input: what they offer is gathered before the first one is judged.
    `target`: the id of the section whose records are meant; None: those of the part of the profile that refers."""

    def __init__(self, fields, columns, target=None):
        self.fields, self.columns, self.target = fields, columns, target
        self.offered = set()
        # The parts of the profile that declare the types of fields and of columns.
        self.asking = self.offering = None

    def key(self, values, paths, part):
        """None if a value can be in no column. A cell without a type is read as what it is compared with.
        `part`: what declares the paths that the values are compared with."""
        parts = []
        for value, path in zip(values, paths):
            if isinstance(value, (list, Object)):
                return None
            if isinstance(value, Cell):
                declaration = part.declarations.get(path)
                types = declaration.types if declaration and declaration.types else ()
                others = [kind for kind, names in (("boolean", ("boolean",)), ("number", ("number", "integer")))
                          if set(types) & set(names)]
                read = [read_cell(value.text, kind) for kind in others]
                value = next((v for v in read if v is not ABSENT), value.text)
            parts.append(equality_key(value))
        return tuple(parts)

    def offer(self, reader, root):
        readings = [reader.readings(root, path)[0] for path in self.columns]
        if any(reading.value is None or reading.unreadable for reading in readings):
            return
        key = self.key([reading.value for reading in readings], self.fields, self.asking)
        if key is not None:
            self.offered.add(key)

    def holds(self, values):
        return self.key(values, self.columns, self.offering) in self.offered


def has_star(column):
    try:
        return any(isinstance(step, Star) for step in parse_path(column))
    except PathError:
        raise ReferenceError("no path: %r" % column) from None


def document_number(name, place, files):
    """The number at a path of a JSON document."""
    if name not in files:
        raise ReferenceError("no file %r" % name)
    try:
        found = list(walk(parse_record(files[name].strip()), parse_path(place)))
    except (Fault, PathError):
        raise ReferenceError("no document, or no path") from None
    if len(found) != 1 or not isinstance(found[0].raw, Number):
        raise ReferenceError("no number at %r" % place)
    return found[0].raw

"""Reference data: the values of a column of another file (docs/reference/reference-data.md)."""

from .inputs import Input
from .paths import PathError, parse_path
from .reading import walk
from .values import ABSENT, Cell, Object, equality_key, read_cell


class ReferenceError(Exception):
    """A file or column that is no reference data."""


class NoSettings:
    """The reference file is read without the profile's settings for inputs."""

    operand_texts = ()
    delimiter = columns = missing_values = None
    stray_quotes = False


class ReferencedColumn:
    """The values of a column, compared with those of a field."""

    def __init__(self, name, column, input_format, files):
        if name not in files:
            raise ReferenceError("no file %r" % name)
        source = Input(name, files[name], input_format, NoSettings, 64 << 20)
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
            raise ReferenceError("line %d is no object" % record.line)
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

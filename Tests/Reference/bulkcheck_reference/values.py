"""JSON values as the contract sees them: exact numbers, objects that remember repeated keys, equality."""

import json
import re

ABSENT = type("Absent", (), {"__repr__": lambda self: "ABSENT"})()

CSV_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?", re.ASCII)


class Number:
    """A number of any size: sign and digits as an integer times a power of ten, and the text it was written as."""

    __slots__ = ("text", "significand", "exponent")

    def __init__(self, text):
        self.text = text
        mantissa, _, power = text.lower().partition("e")
        whole, _, fraction = mantissa.partition(".")
        significand = int(whole + fraction)
        exponent = (int(power) if power else 0) - len(fraction)
        if significand == 0:
            exponent = 0
        else:
            digits = str(abs(significand))
            stripped = digits.rstrip("0")
            exponent += len(digits) - len(stripped)
            significand = int(stripped) if significand > 0 else -int(stripped)
        self.significand = significand
        self.exponent = exponent

    @property
    def key(self):
        return (self.significand, self.exponent)

    @property
    def is_integer(self):
        """docs/reference/values.md#numbers: no fractional part, however it is written."""
        return self.exponent >= 0

    def __eq__(self, other):
        return isinstance(other, Number) and self.key == other.key

    def __hash__(self):
        return hash(self.key)

    def __repr__(self):
        return self.text

    def sign(self):
        return (self.significand > 0) - (self.significand < 0)

    def compare(self, other):
        """-1, 0 or 1, exactly and without writing out the powers of ten."""
        if self.key == other.key:
            return 0
        if self.sign() != other.sign():
            return -1 if self.sign() < other.sign() else 1
        mine, theirs = str(abs(self.significand)), str(abs(other.significand))
        magnitude = (len(mine) + self.exponent) - (len(theirs) + other.exponent)
        if magnitude == 0:
            width = max(len(mine), len(theirs))
            left, right = mine.ljust(width, "0"), theirs.ljust(width, "0")
            magnitude = (left > right) - (left < right)
        return self.sign() * (1 if magnitude > 0 else -1)

    def is_multiple_of(self, divisor):
        if self.significand == 0:
            return True
        power = self.exponent - divisor.exponent
        if power < 0:
            # The digits have no trailing zero, so ten to this power cannot divide them.
            return False
        return self.significand * pow(10, power, abs(divisor.significand)) % divisor.significand == 0


class Text(str):
    """A text that remembers how it was written, escapes and quotes included."""

    written = None


class Array(list):
    """An array that remembers how it was written, and where its elements are in that."""

    written = None
    spans = ()


class Object:
    """A JSON object: all its pairs, of a repeated key the last value, how it was written, and where its values are
    in that."""

    __slots__ = ("pairs", "members", "repeated", "written", "spans", "time_bounds")

    def __init__(self, pairs):
        self.pairs = pairs
        self.written = None
        self.spans = ()
        self.members = dict(pairs)
        seen = set()
        self.repeated = set()
        for name, _ in pairs:
            if name in seen:
                self.repeated.add(name)
            seen.add(name)

    def get(self, name, default=ABSENT):
        return self.members.get(name, default)

    def __contains__(self, name):
        return name in self.members

    def items(self):
        return list(self.members.items())

    def __repr__(self):
        return repr(self.members)


class Cell:
    """The text of a CSV cell for which no type is declared: each constraint reads it as it needs
    (docs/reference/values.md#csv-cells)."""

    __slots__ = ("text", "separator", "element")

    def __init__(self, text, separator=None, element=None):
        self.text = text
        self.separator = separator
        self.element = element

    def __repr__(self):
        return "Cell(%r)" % self.text


def kind_of(value):
    """The kind of a value that is not null: text, number, boolean, array or object."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, Number):
        return "number"
    if isinstance(value, str):
        return "text"
    if isinstance(value, list):
        return "array"
    if isinstance(value, Object):
        return "object"
    if isinstance(value, Cell):
        return "text"
    raise TypeError(repr(value))


def has_type(value, name):
    """Whether a value is of a type that a profile names."""
    if name == "integer":
        return isinstance(value, Number) and value.is_integer
    return {
        "string": "text", "number": "number", "boolean": "boolean", "object": "object", "array": "array",
    }[name] == kind_of(value)


def read_cell(text, kind):
    """A cell's text as a number or boolean, or ABSENT where it does not read as one
    (docs/reference/values.md#csv-cells)."""
    if kind in ("number", "integer"):
        if not CSV_NUMBER.fullmatch(text):
            return ABSENT
        number = Number(text)
        return number if kind == "number" or number.is_integer else ABSENT
    if kind == "boolean":
        return {"true": True, "false": False}.get(text, ABSENT)
    if kind in ("string", "text"):
        return text
    return ABSENT


def equality_key(value):
    """A hashable key, the same for values that are equal (docs/reference/values.md#equality). An undeclared cell is
    its text."""
    if value is None:
        return ("null",)
    if isinstance(value, bool):
        return ("boolean", value)
    if isinstance(value, Number):
        return ("number",) + value.key
    if isinstance(value, Cell):
        return ("text", value.text)
    if isinstance(value, str):
        return ("text", value)
    if isinstance(value, list):
        return ("array",) + tuple(equality_key(element) for element in value)
    return ("object", frozenset((name, equality_key(member)) for name, member in value.items()))


def as_written(value):
    """A value as the JSON text that it was read from; compact where it was made up."""
    return getattr(value, "written", None) or write_json(value)


def write_json(value):
    """A value as compact JSON text, numbers with the digits they were written with."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Number):
        return value.text
    if isinstance(value, Cell):
        return write_json(value.text)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ",".join(write_json(element) for element in value) + "]"
    return "{" + ",".join(write_json(n) + ":" + write_json(v) for n, v in value.pairs) + "}"

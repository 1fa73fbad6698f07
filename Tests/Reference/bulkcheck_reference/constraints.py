"""Single constraints: what they say of a value that is there."""

from .formats import FORMATS
from .model import PRESENCE
from .patterns import PatternLimit, grapheme_count
from .reading import CellArray
from .times import Notation, TimeBounds
from .values import ABSENT, Cell, Number, Object, equality_key, has_type, kind_of, read_cell

PASSED, FAILED, MISSING = "passed", "failed", "missing"
BLOCKED, NOT_APPLICABLE, OVERRIDDEN = "blocked", "notApplicable", "overridden"
# Failures with the reason `pattern-limit`: a pattern left the statement open; a `replace` left the value open, which
# fails the rule whatever its other parts say (docs/reference/outcomes.md#the-match-limit).
LIMITED, UNREADABLE = "limited", "unreadable"
FAILURES = (FAILED, LIMITED, UNREADABLE)

TEXT = ("text",)
NUMBER = ("number",)
ARRAY = ("array",)
OBJECT = ("object",)
ANY_KIND = ("text", "number", "boolean", "array", "object")

# The kinds of value that each constraint is about (docs/reference/constraints.md#values-of-another-kind).
ABOUT = {
    "minLength": TEXT, "maxLength": TEXT, "length": TEXT, "pattern": TEXT, "notPattern": TEXT, "startsWith": TEXT,
    "endsWith": TEXT, "format": TEXT,
    "notEmpty": ("text", "array", "object"),
    "minimum": NUMBER, "maximum": NUMBER, "exclusiveMinimum": NUMBER, "exclusiveMaximum": NUMBER, "range": NUMBER,
    "multipleOf": NUMBER,
    "const": ANY_KIND, "enum": ANY_KIND, "notEnum": ANY_KIND, "references": ANY_KIND,
    "unique": ANY_KIND,
    "minItems": ARRAY, "maxItems": ARRAY, "uniqueItems": ARRAY, "items": ARRAY,
    "fields": OBJECT, "additionalFields": OBJECT, "propertyNames": OBJECT, "minProperties": OBJECT,
    "maxProperties": OBJECT, "dependentRequired": OBJECT,
}
FLAGS = ("notEmpty", "uniqueItems", "unique")
# Keywords whose value is a count, and those whose value is a number for which something holds.
COUNTS = ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties")
NUMBERS = {
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), lambda number: True),
    "multipleOf": lambda number: number.significand > 0,
}
# Rules whose samples show the place of the value (docs/reference/reports.md#samples-and-top-values).
LOCATED = (set(ABOUT) | set(PRESENCE) | {"type", "chain"}) - {
    "references", "items", "fields", "additionalFields", "propertyNames", "dependentRequired"}


def view(value, kinds, reader):
    """A value as a constraint about these kinds reads it (docs/reference/values.md#csv-cells)."""
    if not isinstance(value, Cell) or "text" in kinds:
        return value.text if isinstance(value, Cell) else value
    if kinds == ("number",):
        number = read_cell(value.text, "number")
        return value.text if number is ABSENT else number
    if kinds == ("array",) and value.separator is not None:
        return reader.array(value.text, value.element, value.separator)
    return value.text


def is_choice(value, choice, reader):
    """Equality with a listed value; an undeclared cell is read as that value's type."""
    if isinstance(value, Cell):
        if isinstance(choice, bool):
            return read_cell(value.text, "boolean") is choice
        if isinstance(choice, Number):
            return read_cell(value.text, "number") == choice
        if isinstance(choice, list):
            return value.separator is not None and is_choice(
                reader.array(value.text, value.element, value.separator), choice, reader)
        return value.text == choice
    if isinstance(value, CellArray) and isinstance(choice, list):
        return len(value) == len(choice) and all(is_choice(*pair, reader) for pair in zip(value, choice))
    return equality_key(value) == equality_key(choice)


def text_length(text, unit):
    if unit == "bytes":
        return len(text.encode("utf-8"))
    return grapheme_count(text) if unit == "graphemes" else len(text)


def satisfies(keyword, argument, value, reader):
    """Whether a value of a kind that the constraint is about fulfils it."""
    unit = reader.profile.length_unit
    if keyword == "minLength":
        return text_length(value, unit) >= argument
    if keyword == "maxLength":
        return text_length(value, unit) <= argument
    if keyword == "length":
        return argument[0] <= text_length(value, unit) <= argument[1]
    if keyword == "notEmpty":
        return len(value.members if isinstance(value, Object) else value) > 0
    if keyword in ("pattern", "notPattern"):
        return argument.searches(value) == (keyword == "pattern")
    if keyword == "contains":
        return argument in value
    if keyword == "startsWith":
        return value.startswith(argument)
    if keyword == "endsWith":
        return value.endswith(argument)
    if isinstance(argument, Notation):
        return argument.read(value) is not None
    if isinstance(argument, TimeBounds):
        return argument.holds(value)
    if keyword == "format":
        return FORMATS[argument](value)
    if keyword == "minimum":
        return value.compare(argument) >= 0
    if keyword == "maximum":
        return value.compare(argument) <= 0
    if keyword == "exclusiveMinimum":
        return value.compare(argument) > 0
    if keyword == "exclusiveMaximum":
        return value.compare(argument) < 0
    if keyword == "range":
        return argument[0].compare(value) <= 0 <= argument[1].compare(value)
    if keyword == "multipleOf":
        return value.is_multiple_of(argument)
    if keyword == "minItems":
        return len(value) >= argument
    if keyword == "maxItems":
        return len(value) <= argument
    if keyword == "uniqueItems":
        return len({equality_key(element) for element in value}) == len(value)
    if keyword == "minProperties":
        return len(value.members) >= argument
    if keyword == "maxProperties":
        return len(value.members) <= argument
    if keyword == "dependentRequired":
        return all(first not in value or all(name in value for name in names) for first, names in argument)
    if keyword == "additionalFields":
        return argument.covers_all or all(name in argument for name in value.members)
    raise ValueError(keyword)


def judge_simple(keyword, argument, value, types, reader):
    """The outcome of a constraint without blocks inside, on a value that is not missing."""
    if keyword == "const":
        return PASSED if is_choice(value, argument, reader) else FAILED
    if keyword in ("enum", "notEnum"):
        listed = any(is_choice(value, choice, reader) for choice in argument)
        return PASSED if listed == (keyword == "enum") else FAILED
    if keyword == "references":
        return PASSED if argument.holds(value, types) else FAILED
    kinds = ("text",) if keyword == "contains" or isinstance(argument, TimeBounds) else ABOUT[keyword]
    value = view(value, kinds, reader)
    if kind_of(value) not in kinds:
        return wrong_kind(value, types)
    try:
        return PASSED if satisfies(keyword, argument, value, reader) else FAILED
    except PatternLimit:
        return LIMITED


def is_of_type(value, name):
    """Whether a value is of a type; a cell without a declared one is of each as which it reads
    (docs/reference/rules.md#type-in-rules)."""
    if not isinstance(value, Cell):
        return has_type(value, name)
    return value.separator is not None if name == "array" else read_cell(value.text, name) is not ABSENT


def wrong_kind(value, types):
    """docs/reference/constraints.md#values-of-another-kind: a failure, unless the field's `type` names what the value
    is."""
    named = any(has_type(value, name) for name in types or ())
    return NOT_APPLICABLE if named else FAILED

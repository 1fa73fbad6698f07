"""A plain reading of profiles in Python: the truth of data that was not made for a profile.

It shares nothing with bulkcheck but the profile's text. What it knows is what the profiles of the
comparison use; any other keyword is an error, never ignored. JSONL only.
"""
import datetime
import json
import re
from collections import Counter
from decimal import Decimal

ABSENT = object()
PRESENCE = ("required", "present", "type")
COMPARISONS = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b,
               "!=": lambda a, b: a != b, ">=": lambda a, b: a >= b, ">": lambda a, b: a > b}
TIMESTAMP = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:)([0-9]{2})(\.[0-9]+)?"
                       r"([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])")


def load_profile(path):
    """Reads JSON with line comments."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return json.loads(re.sub(r'("(?:\\.|[^"\\])*")|//[^\n]*', lambda match: match[1] or "", text))


def load_record(line):
    return json.loads(line, parse_float=Decimal)


def is_number(value):
    return isinstance(value, (int, Decimal)) and not isinstance(value, bool)


KINDS = {
    "string": lambda v: isinstance(v, str), "boolean": lambda v: isinstance(v, bool), "number": is_number,
    "integer": lambda v: is_number(v) and v == int(v), "array": lambda v: isinstance(v, list),
    "object": lambda v: isinstance(v, dict),
}


def is_timestamp(text):
    match = TIMESTAMP.fullmatch(text)
    if not match:
        return False
    try:
        datetime.datetime.strptime(match[1].upper() + "00", "%Y-%m-%dT%H:%M:%S")
    except ValueError:
        return False
    return int(match[2]) < 60  # leap seconds do not occur in the data


def pattern(source):
    # `$` is the very end for bulkcheck; Python's lets a line feed follow.
    return re.compile(re.sub(r"(?<!\\)\$", r"\\Z", source))


def about(kind, holds):
    """A check that fails on values of another kind."""
    return lambda value: KINDS[kind](value) and bool(holds(value))


def is_equal(left, right):
    return isinstance(left, bool) == isinstance(right, bool) and left == right


def text_check(keyword, wanted):
    if keyword in ("pattern", "notPattern"):
        search = pattern(wanted).search
        return search if keyword == "pattern" else lambda v: not search(v)
    return {
        "minLength": lambda v: len(v) >= wanted, "maxLength": lambda v: len(v) <= wanted,
        "length": lambda v: wanted[0] <= len(v) <= wanted[1], "contains": lambda v: wanted in v,
        "startsWith": lambda v: v.startswith(wanted), "endsWith": lambda v: v.endswith(wanted),
        "format": is_timestamp if wanted == "date-time" else None,
    }.get(keyword)


def number_check(keyword, wanted):
    if keyword == "range":
        low, high = (Decimal(str(bound)) for bound in wanted)
        return lambda v: low <= v <= high
    if not is_number(wanted) and not isinstance(wanted, float):
        return None
    bound = Decimal(str(wanted))
    return {
        "minimum": lambda v: v >= bound, "maximum": lambda v: v <= bound,
        "exclusiveMinimum": lambda v: v > bound, "exclusiveMaximum": lambda v: v < bound,
        "multipleOf": lambda v: v % bound == 0,
    }.get(keyword)


def array_check(keyword, wanted):
    if keyword == "items":
        element = block(wanted)
        return lambda v: all(element(item) is not False for item in v)
    return {
        "minItems": lambda v: len(v) >= wanted, "maxItems": lambda v: len(v) <= wanted,
        "uniqueItems": lambda v: len(set(v)) == len(v),
    }.get(keyword)


def constraint(keyword, wanted):
    """value -> True, False or None (missing: not judged)."""
    if keyword == "required":
        return lambda v: v is not ABSENT and v is not None
    if keyword == "present":
        return lambda v: v is not ABSENT
    if keyword in ("all", "any"):
        parts, decide = [block(part) for part in wanted], {"all": every, "any": some}[keyword]
        return lambda v: decide([part(v) for part in parts])
    if keyword == "type":
        holds = KINDS[wanted]
    elif keyword == "notEmpty":
        holds = lambda v: isinstance(v, (str, list)) and len(v) > 0
    elif keyword in ("const", "enum", "notEnum"):
        choices = [wanted] if keyword == "const" else wanted
        holds = lambda v: any(is_equal(v, choice) for choice in choices) != (keyword == "notEnum")
    else:
        for kind, make in (("string", text_check), ("number", number_check), ("array", array_check)):
            if check := make(keyword, wanted):
                holds = about(kind, check)
                break
        else:
            raise ValueError(f"unknown constraint {keyword}: {wanted}")
    return lambda v: None if v is ABSENT or v is None else holds(v)


def every(outcomes):
    return False if False in outcomes else True if True in outcomes else None


def some(outcomes):
    return True if True in outcomes else False if False in outcomes else None


def block(constraints):
    parts = [constraint(keyword, wanted) for keyword, wanted in constraints.items()]
    return lambda value: every([part(value) for part in parts])


def getter(path):
    keys = path.split(".")

    def get(record):
        for key in keys:
            if not isinstance(record, dict) or key not in record:
                return ABSENT
            record = record[key]
        return record
    return get


def record_block(fields):
    parts = [(getter(path), block(constraints)) for path, constraints in fields.items()]
    return lambda record: every([judge(get(record)) for get, judge in parts])


def record_rule(rule):
    if "compare" in rule:
        left, relation, right = rule["compare"]
        left, right, holds = getter(left), getter(right), COMPARISONS[relation]

        def compare(record):
            values = left(record), right(record)
            return None if any(v is ABSENT or v is None for v in values) else holds(*values)
        return compare
    if "when" in rule:
        condition, consequence = record_block(rule["when"]), record_block(rule["then"])
        return lambda record: consequence(record) if condition(record) is True else None
    keyword = next(keyword for keyword in ("all", "any") if keyword in rule)
    parts, decide = [record_block(part) for part in rule[keyword]], {"all": every, "any": some}[keyword]
    return lambda record: decide([part(record) for part in parts])


def field_rules(path, constraints):
    """(id, check) of the presence and type rules, and of the others."""
    first, rest = [], []
    for keyword, wanted in constraints.items():
        if keyword in ("separator", "labels"):
            continue
        attributes = wanted if isinstance(wanted, dict) else {}
        value = attributes.get("value", True) if attributes else wanted
        rule = (attributes.get("id", f"{path}.{keyword}"), constraint(keyword, value))
        (first if keyword in PRESENCE else rest).append(rule)
    return first, rest


def compile_profile(profile):
    """record -> the ids of the rules that fail on it."""
    fields = [(getter(path), *field_rules(path, constraints)) for path, constraints in profile["fields"].items()]
    others = [(rule["id"], record_rule(rule)) for rule in profile.get("rules", [])]

    def failures(record):
        failed = []
        for get, first, rest in fields:
            value = get(record)
            blocking = [rule for rule, check in first if check(value) is False]
            # A failure of presence or type blocks the others.
            failed += blocking or [rule for rule, check in rest if check(value) is False]
        return failed + [rule for rule, check in others if check(record) is False]
    return failures


def tally(failures_of, lines):
    """The counts over lines of JSON, by what `compile_profile` made: records, invalid ones, failures by rule."""
    counts, records, invalid = Counter(), 0, 0
    for line in lines:
        failed = failures_of(load_record(line))
        counts.update(failed)
        records += 1
        invalid += bool(failed)
    return {"records": records, "invalid": invalid, "rules": dict(counts)}

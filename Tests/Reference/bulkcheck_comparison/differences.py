"""Where two reports differ, as a list of short texts."""

import hashlib
from fractions import Fraction

from bulkcheck_reference.values import ABSENT, Number, Object, write_json

from .running import binary_report, reference_report

RULE_KEYS = ("id", "field", "constraint", "severity", "status", "evaluated", "passed", "failed", "missing", "blocked",
             "notApplicable", "overridden", "failureRate", "allowed", "labels", "message", "code", "kinds", "partLeftOut",
             "samplesTruncated")
SAMPLE_KEYS = ("input", "line", "record", "byteOffset", "kind", "column")
EXPONENT_MAXIMUM = 10_000
INPUT_KEYS = ("path", "format", "compression", "records", "malformed", "complete")


def plain_value(value):
    """A value of a parsed report as Python has it: numbers exact, huge ones as their digits."""
    if isinstance(value, Number):
        if abs(value.exponent) > EXPONENT_MAXIMUM:
            return value.key
        return Fraction(value.significand) * Fraction(10) ** value.exponent
    if isinstance(value, Object):
        return {name: plain_value(member) for name, member in value.items()}
    if isinstance(value, list):
        return [plain_value(element) for element in value]
    return value


def compare_case(binary, case):
    """All differences between binary and reference on a case."""
    expected = reference_report(case)
    code, actual = binary_report(binary, case)
    if isinstance(expected, str) or isinstance(actual, str):
        if isinstance(expected, str) and isinstance(actual, str) and actual.startswith("refused"):
            return []
        return ["one refuses: reference %s; binary %s" % (brief(expected), brief(actual))]
    found = compare_reports(expected, actual) + compare_columns(case, plain_value(actual.get("profile")))
    if code != expected["exitCode"]:
        found.append("exit code: reference %r, binary %r" % (expected["exitCode"], code))
    return found


def compare_columns(case, profile):
    """The columns that the report lists are those that the profile names, with the checksums of their files."""
    if isinstance(case.profile, dict) and "extends" in case.profile:
        # What stays of the other profile is not told by either text alone.
        return []
    contents = dict(case.references)
    listed = {(entry["file"], entry["column"], entry["sha256"]) for entry in profile.get("references", [])}
    named = {(file, column, hashlib.sha256(contents[file]).hexdigest()) for file, column in named_columns(case.profile)}
    return [] if listed == named else ["profile.references: reference %r, binary %r" % (sorted(named), sorted(listed))]


def named_columns(value):
    """File and column of every `references` in a profile that is there as Python values."""
    if isinstance(value, dict):
        if "file" in value and "column" in value and value["file"] != ".":
            yield value["file"], value["column"]
        if "file" in value and "columns" in value and value["file"] != ".":
            yield value["file"], ", ".join(value["columns"])
        for member in value.values():
            yield from named_columns(member)
    elif isinstance(value, list):
        for element in value:
            yield from named_columns(element)


def brief(report):
    return report[:1500] if isinstance(report, str) else "accepts"


def compare_reports(expected, actual):
    found = []

    def same(where, left, right):
        if left != right:
            found.append("%s: reference %r, binary %r" % (where, left, right))

    for key in ("schema", "outcome", "exitCode", "complete"):
        same(key, expected[key], plain_value(actual.get(key)))
    same("limitReached", expected.get("limitReached", ABSENT), actual.get("limitReached"))
    if "unreadFields" in expected:
        same("unreadFields", expected["unreadFields"], actual.get("unreadFields"))
    same("records", expected["records"], plain_value(actual.get("records")))
    same("fields", expected["fields"], plain_value(actual.get("fields")))
    same("sections", expected.get("sections", ABSENT), plain_value(actual.get("sections")))
    same("number of inputs", len(expected["inputs"]), len(actual.get("inputs")))
    for number, (left, right) in enumerate(zip(expected["inputs"], actual.get("inputs"))):
        for key in INPUT_KEYS:
            same("inputs[%d].%s" % (number, key), left[key], plain_value(right.get(key)))
    same("ids", [rule["id"] for rule in expected["rules"]], [rule.get("id") for rule in actual.get("rules")])
    for left, right in zip(expected["rules"], actual.get("rules")):
        compare_rules(left, right, same)
    return found


def compare_rules(expected, actual, same):
    where = "rule %s, " % expected["id"]
    for key in RULE_KEYS:
        left, right = expected.get(key), plain_value(actual.get(key))
        if key == "failureRate" and left is not None and right is not None:
            same(where + "written " + key, Number(repr(left)), actual.get(key))
        elif key == "labels":
            same(where + key, set(left), set(right))
        elif key == "kinds":
            same(where + key, left or {}, {k: n for k, n in (right if isinstance(right, dict) else {}).items() if n})
        elif key in ("code", "message"):
            if left is not None:
                same(where + key, left, right)
        else:
            same(where + key, left, None if right is ABSENT else right)
    if expected.get("kind") == "table":
        compare_tables(expected, actual, where, same)
    left, right = expected["samples"], actual.get("samples")
    same(where + "number of samples", len(left), len(right))
    for number, (one, other) in enumerate(zip(left, right)):
        compare_samples(one, other, where + "samples[%d]." % number, same)
    if not expected["topValuesAreOpen"]:
        compare_top_values(expected, actual.get("topValues"), where, same)


def compare_tables(expected, actual, where, same):
    """What rules about the table measured; a mean and a deviation are shown with 12 digits and more."""
    for key in ("kind", "judged", "columns"):
        same(where + key, expected.get(key), without(plain_value(actual.get(key))))
    same(where + "mistyped", expected.get("mistyped") or None, without(plain_value(actual.get("mistyped"))))
    same(where + "reason", expected.get("reason"), without(actual.get("reason")))
    uncovered = without(plain_value(actual.get("uncovered")))
    same(where + "uncovered", expected.get("uncovered"),
         uncovered and {"count": uncovered["count"], "of": uncovered["of"]})
    groups = without(plain_value(actual.get("groups")))
    same(where + "groups", expected.get("groups"),
         groups and {"count": groups["count"], "failed": groups["failed"]})
    left, right = expected.get("measured"), without(actual.get("measured"))
    if right == "***":
        return
    if isinstance(left, Number):  # a value of any size
        same(where + "measured", left, right)
        return
    right = plain_value(right)
    if expected["constraint"] in ("mean", "stddev") and left is not None and right is not None:
        shown = right if expected["constraint"] == "mean" else right * right
        if abs(left - shown) > abs(left) * Fraction(5, 10 ** 12):
            same(where + "measured", left, shown)
    else:
        same(where + "measured", left, right)


def without(value):
    return None if value is ABSENT else value


def compare_top_values(expected, actual, where, same):
    """Values are counted as what they are; counting `"A"` and `"\\u0041"` apart is told from other differences."""
    if any(top.get("exact") is False for top in actual):
        return
    wanted, spelled, equal = ([(sorted_json(top["value"]), top["count"]) for top in expected[key]]
                              for key in ("topValues", "topSpellings", "topEquals"))
    found = [(sorted_json(top.get("value")), plain_value(top.get("count"))) for top in actual]
    if found != equal:  # whether 1 and 1.0 are one value here is not settled
        same(where + ("topValues by spelling" if found == spelled else "topValues"), wanted, found)


def compare_samples(expected, actual, where, same):
    for key in SAMPLE_KEYS:
        if key in expected:
            same(where + key, expected[key], plain_value(actual.get(key)))
    if "instanceLocation" in expected:
        same(where + "instanceLocation", expected["instanceLocation"], actual.get("instanceLocation"))
        places = actual.get("places")
        found = [place.get("instanceLocation") for place in places] if places is not ABSENT else []
        same(where + "places", expected.get("places", []), found)
        more = plain_value(actual.get("morePlaces"))
        same(where + "morePlaces", max(0, expected.get("morePlaces", 0)), 0 if more is ABSENT else more)
    reason = actual.get("reason")
    if reason == "out of range":  # told by the tool alone
        reason = ABSENT
    same(where + "reason", expected.get("reason"), None if reason is ABSENT else reason)
    left, right = expected.get("value", ABSENT), actual.get("value")
    if expected.get("open"):  # which element a combinator over [*] shows is not settled
        return
    if "kind" not in expected:
        same(where + "value", "left out" if left is ABSENT else sorted_json(left),
             "left out" if right is ABSENT else sorted_json(right))
    if "message" in expected:
        same(where + "message", expected["message"], actual.get("message"))


def sorted_json(value):
    """A value as JSON text with sorted keys."""
    if isinstance(value, Object):
        return "{" + ",".join(sorted(write_json(n) + ":" + sorted_json(v) for n, v in value.pairs)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(sorted_json(element) for element in value) + "]"
    return write_json(value)

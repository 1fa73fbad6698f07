"""What a run counts for each rule and field, and how it is written (docs/reference/reports.md#reports,
docs/reference/reports.md#fields, docs/reference/reports.md#rules,
docs/reference/reports.md#samples-and-top-values)."""

import re

from .constraints import BLOCKED, FAILED, MISSING, NOT_APPLICABLE, OVERRIDDEN, PASSED
from .paths import EVERY, PathError, dotted, parse_path
from .values import ABSENT, Object, as_written, equality_key, write_json

OUTCOMES = (PASSED, FAILED, MISSING, BLOCKED, NOT_APPLICABLE, OVERRIDDEN)
SHOWN_CODE_POINTS = 256
OVER_THE_RUN = ("empty-input", "too-many-records")
TOP_VALUES = 5


class RuleCounts:
    """The outcomes of one rule in a run, its first samples and its failing values."""

    def __init__(self, rule):
        self.rule = rule
        self.counts = dict.fromkeys(OUTCOMES, 0)
        self.samples = []
        self.values = {}
        self.spellings = {}
        self.equals = {}
        self.kinds = {}
        self.shows_open_values = False

    def add(self, outcome):
        if self.rule.is_run:
            self.counts[outcome] += 1

    def add_failure(self, sample, samples_maximum):
        if not self.rule.is_run:
            return
        self.shows_open_values |= sample.get("open", False)
        names = sample.pop("names", None)
        if names is not None:
            sample.pop("whole")
            for name in names:
                for counted, key in ((self.values, write_json), (self.spellings, as_written), (self.equals, equality_key)):
                    value, count = counted.get(key(name), (name, 0))
                    counted[key(name)] = (value, count + 1)
        elif "value" in sample and not sample.pop("masked", False):
            whole = sample.pop("whole", sample["value"])
            for counted, key in ((self.values, write_json), (self.spellings, as_written), (self.equals, equality_key)):
                value, count = counted.get(key(whole), (sample["value"], 0))
                counted[key(whole)] = (value, count + 1)
        if len(self.samples) < samples_maximum:
            self.samples.append(sample)

    @property
    def evaluated(self):
        return self.counts[PASSED] + self.counts[FAILED]

    @property
    def is_beyond(self):
        return not self.rule.tolerance.holds(self.counts[FAILED], self.evaluated)

    @property
    def status(self):
        """docs/reference/outcomes.md#status-of-a-rule."""
        if not self.rule.is_run:
            return "off"
        if self.evaluated == 0 and not self.rule.is_built_in:
            return "idle"
        if not self.is_beyond:
            return "pass"
        return {"error": "fail", "warning": "warn", "info": "info"}[self.rule.severity]

    def written(self):
        failed, tolerance = self.counts[FAILED], self.rule.tolerance
        result = {
            "id": self.rule.id,
            "field": dotted(self.rule.field) if self.rule.field else None,
            "constraint": self.rule.keyword,
            "severity": self.rule.severity,
            "status": self.status,
            "evaluated": self.evaluated,
            **self.counts,
            "failureRate": failed / self.evaluated if self.evaluated else None,
            "allowed": {"count": tolerance.allowed(self.evaluated)},
            "labels": self.rule.labels,
            "message": self.rule.message,
            "code": self.rule.code,
            "samples": self.samples,
            "samplesTruncated": failed > len(self.samples) and self.rule.keyword not in OVER_THE_RUN,
            "topValues": top_values(self.values),
            "topValuesAreOpen": self.shows_open_values,
            "topSpellings": top_values(self.spellings),
            "topEquals": top_values(self.equals),
        }
        if tolerance.percent is not None:
            result["allowed"]["percent"] = tolerance.percent
        if self.rule.keyword == "malformed":
            result["kinds"] = self.kinds
        return result


def top_values(counted):
    """The failing values by count, then by first occurrence."""
    entries = sorted(counted.values(), key=lambda entry: -entry[1])[:TOP_VALUES]
    return [{"value": value, "count": count} for value, count in entries]


class FieldCounts:
    """How often a path had no, a null, an empty or another value (docs/reference/reports.md#fields)."""

    def __init__(self, path, section=None):
        self.path, self.section = path, section
        self.counts = dict.fromkeys(("absent", "null", "empty", "present"), 0)

    def add(self, raw, is_element, missing_values):
        if raw is ABSENT:
            state = "absent"
        elif raw is None:
            state = "null"
        elif raw == "" or raw == [] or (isinstance(raw, Object) and not raw.members):
            state = "empty"
        elif isinstance(raw, str) and not is_element and raw in missing_values:
            state = "null"
        else:
            state = "present"
        self.counts[state] += 1

    def written(self):
        section = {"section": self.section.id} if self.section else {}
        return {**section, "path": dotted(self.path), **self.counts}


def is_counted(path):
    return not any(isinstance(step, EVERY) for step in path)


def paths_of_message(template):
    """The paths that a message shows values of."""
    names = []
    fill_message(template or "", lambda name: names.append(name) or "")
    own = ("value", "field", "line", "rule")
    return [path for name in names if name not in own and (path := message_path(name))]


def fill_message(template, lookup):
    """A template with `{name}` replaced and `{{`, `}}` as braces (docs/reference/profile.md#messages)."""
    def insert(match):
        text = match[0]
        return text[0] if text in ("{{", "}}") else lookup(text[1:-1])

    return re.sub(r"\{\{|\}\}|\{[^{}]*\}", insert, template)


def shown(value):
    """A value inside a message: JSON text as it was written, a text that is too long cut."""
    if value is ABSENT:
        return "absent"
    cut = shortened(value)
    return as_written(value) if cut is value else write_json(cut)


def shortened(value):
    if isinstance(value, str) and len(value) > SHOWN_CODE_POINTS:
        return value[:SHOWN_CODE_POINTS]
    return value


def message_path(name):
    try:
        return parse_path(name)
    except PathError:
        return None

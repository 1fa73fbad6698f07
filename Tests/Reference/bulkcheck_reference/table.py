"""Rules about the table as a whole: everything is kept in lists and computed at the end, with exact fractions."""

import re
from fractions import Fraction

from .compiler import expect, is_text, text_list
from .constraints import FAILED, PASSED, text_length
from .model import ATTRIBUTES, Rule
from .references import ReferencedColumn, ReferenceError, document_number
from .report import is_counted, shown
from .times import DISTANCE, UNITS, instant
from .values import ABSENT, Cell, Number, Object, equality_key, has_type, read_cell

COUNTS = ("count", "missing", "present", "distinct", "duplicates")
MEASURES = COUNTS + ("min", "max", "sum", "mean", "stddev", "quantile", "minLength", "maxLength")
# The types that a measure is about, if not all.
ABOUT = {**dict.fromkeys(("sum", "mean", "stddev", "quantile"), ("integer", "number")),
         **dict.fromkeys(("minLength", "maxLength"), ("string",))}
BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "range", "const", "notConst", "outside",
          "after", "before", "equals")
MATCHES = ("exact", "equal", "subset", "superset", "partial")
REFUSED = ("tag", "priority")
FAR = 10000


class TableRule(Rule):
    """A rule about the table, and what it has found so far."""

    def __init__(self, keyword):
        super().__init__(None, keyword)
        self.path = self.condition = self.at = None
        self.by = []
        self.bounds = []
        self.passes_empty = False
        self.kind = "number"
        self.notation = None
        self.names, self.match = None, None
        self.groups = {}
        self.name_lists = 0
        self.missing, self.further, self.twice, self.in_order = set(), [], [], True
        self.judged = 0
        self.reference, self.covered, self.taken, self.mistyped = None, set(), 0, 0


class Group:
    """The values of one group, and what it is called."""

    def __init__(self, label):
        self.label = label
        self.judged = self.mistyped = self.holding = self.lacking = 0
        self.values = []


def compile_table(compiler, entries, now):
    """The key `table`."""
    expect(isinstance(entries, list), "table: list expected")
    return [compile_entry(compiler, entry, now) for entry in entries]


def compile_entry(compiler, value, now):
    expect(isinstance(value, Object) and "id" in value, "table: a rule with an id expected")
    forms = [name for name in ("measure", "columns", "covers") if name in value]
    expect(len(forms) == 1, "table: one form expected")
    own = {"columns": ("columns", "match"), "covers": ("covers",)}.get(forms[0]) or ("measure", "of", "where", "by", "at", "empty") + BOUNDS
    attributes = {name: member for name, member in value.items() if name in ATTRIBUTES}
    for name in value.members:
        expect(name in own or (name in ATTRIBUTES and name not in REFUSED), "table: unknown key %r" % name)
    measure = value.get("measure") if forms == ["measure"] else forms[0]
    rule = TableRule(measure)
    rule.severity = compiler.defaults[0]
    compiler.set_attributes(rule, attributes)
    rule.id = compiler.prefix + rule.id
    expect("tolerance" not in value or "by" in value, "table: tolerance without by")
    compiler.mentioned = []
    if forms == ["columns"]:
        rule.names = text_list(value.get("columns"), "columns")
        expect(rule.names and len(set(rule.names)) == len(rule.names), "columns")
        rule.match = value.get("match", "subset")
        expect(rule.match in MATCHES, "match")
    elif forms == ["covers"]:
        compile_covers(compiler, rule, value.get("covers"))
    else:
        compile_measure(compiler, rule, value, now)
    compiler.mentioned = None
    paths = ([rule.path] if rule.path else []) + rule.by
    rule.paths = paths
    rule.field = paths[0] if len(paths) == 1 else None
    return rule


def compile_covers(compiler, rule, value):
    expect(isinstance(value, Object) and set(value.members) <= {"of", "file", "column", "format"}, "covers")
    expect(all(is_text(value.get(name)) and value.get(name) for name in ("of", "file", "column")), "covers")
    rule.path = compiler.path(value.get("of"))
    expect(value.get("file") != ".", "covers: another file")
    try:
        rule.reference = ReferencedColumn(value.get("file"), value.get("column"), value.get("format", "auto"), compiler.files)
    except ReferenceError as error:
        expect(False, "covers: %s" % error)


def compile_measure(compiler, rule, value, now):
    measure = rule.keyword
    expect(is_text(measure) and measure in MEASURES, "measure")
    expect(("of" in value) == (measure != "count"), "of")
    if "of" in value:
        rule.path = compiler.path(value.get("of"))
        types = compiler.reading(rule.path).types
        about = ABOUT.get(measure)
        expect(types is None or about is None or any(name in about for name in types), "a measure of other types")
    if "where" in value:
        rule.condition = compiler.path_block(value.get("where"))
    if "by" in value:
        by = value.get("by")
        rule.by = [compiler.path(text) for text in (by if isinstance(by, list) else [by])]
        expect(rule.by and all(map(is_counted, rule.by)), "by")
    if "empty" in value:
        expect(value.get("empty") == "pass", "empty")
        rule.passes_empty = True
    expect(("at" in value) == (measure == "quantile"), "at")
    if "at" in value:
        at = value.get("at")
        expect(isinstance(at, Number) and at.compare(Number("0")) >= 0 >= at.compare(Number("1")), "at")
        expect(not is_far(at), "at: too many digits")
        rule.at = fraction(at)
    for word in BOUNDS:
        if word in value:
            rule.bounds += compile_bounds(compiler, rule, word, bound_value(compiler, word, value.get(word)), now)
    expect(rule.bounds, "table: no bound")
    kinds = {kind for kind, _, _, _ in rule.bounds}
    if measure in ("min", "max"):
        expect(len(kinds) == 1, "bounds of different kinds")
        rule.kind = kinds.pop()
        rule.notation = compiler.reading(rule.path).temporal


def bound_value(compiler, word, value):
    if word != "equals":
        return value
    expect(isinstance(value, Object) and set(value.members) == {"file", "path"}, "equals: file, path")
    try:
        return document_number(value.get("file"), value.get("path"), compiler.files)
    except ReferenceError as error:
        expect(False, "equals: %s" % error)


def compile_bounds(compiler, rule, word, value, now):
    """Each bound as kind, side, whether it is exclusive, and limit; a share is a pair. Of the side `|` is one that holds
    where one of two others does, which are the limit."""
    if word in ("notConst", "outside"):
        low, high = value if word == "outside" else (value, value)
        parts = [limit(compiler, rule, side, word == "notConst", text, now) for side, text in (("<", low), (">", high))]
        expect(parts[0][0] == parts[1][0] and not is_below(parts[1][3], parts[0][3]), word)
        return [(parts[0][0], "|", False, parts)]
    if word in ("range", "const", "equals"):
        low, high = value if word == "range" else (value, value)
        return [limit(compiler, rule, ">", False, low, now), limit(compiler, rule, "<", False, high, now)]
    if word in ("after", "before"):
        expect(rule.keyword in ("min", "max"), word)
        notation = compiler.reading(rule.path).temporal
        return [("instant", ">" if word == "after" else "<", True, moment(value, now, notation, True))]
    side = ">" if word.endswith("inimum") else "<"
    return [limit(compiler, rule, side, word.startswith("exclusive"), value, now)]


def limit(compiler, rule, side, exclusive, value, now):
    if isinstance(value, Number):
        expect(not is_far(value), "bound: too many digits")
        return "number", side, exclusive, value
    expect(is_text(value), "bound")
    if rule.keyword in COUNTS:
        expect(re.fullmatch(r"[0-9]+(\.[0-9]+)?%", value), "share")
        return "number", side, exclusive, ("share", Fraction(value[:-1]))
    expect(rule.keyword in ("min", "max"), "bound")
    notation = compiler.reading(rule.path).temporal
    if notation:
        return "instant", side, exclusive, moment(value, now, notation, notation.pattern is None)
    return "text", side, exclusive, value


def is_below(one, other):
    """Of numbers and of shares; other limits may have any order."""
    if isinstance(one, Number) and isinstance(other, Number):
        return one.compare(other) < 0
    if isinstance(one, tuple) and isinstance(other, tuple):
        return one[1] < other[1]
    return False


def is_far(number):
    """Whether a number has digits that no sum takes (docs/reference/limits.md)."""
    digits = len(str(abs(number.significand)))
    return number.significand != 0 and (number.exponent < -FAR or number.exponent + digits > FAR)


def fraction(number):
    """A number that is not far as a fraction."""
    expect(isinstance(number, Number), "number expected")
    return Fraction(number.significand) * Fraction(10) ** number.exponent


def moment(text, now, notation, may_be_standard):
    """A bound as a point of time: now, a distance, a text in the field's notation, or as in RFC 3339."""
    expect(is_text(text), "bound")
    match = DISTANCE.fullmatch(text)
    if match and match[1] == "now":
        distance = int(match[3]) * UNITS[match[4]] if match[2] else 0
        return instant(now, "date-time") + (-distance if match[2] == "-" else distance)
    found = notation.read(text) if notation and notation.pattern is not None else None
    if found is None and may_be_standard:
        found = instant(text, "instant")
        found = instant(text, "time") if found is None else found
    expect(found is not None, "a date or a time expected")
    return found


# A run


def judge_record(rules, reader, root, evaluation):
    """Notes what a record has for every rule about the table."""
    for rule in rules:
        if not rule.is_run:
            continue
        if rule.names is not None:
            rule.judged += 1
            if not reader.is_csv:
                note_names(rule, list(root.members))
            continue
        if rule.reference is not None:
            for reading in reader.readings(root, rule.path):
                note_covered(rule, reader, reading)
            continue
        holds = rule.condition is None or evaluation.path_block_truth(rule.condition) is True
        if not holds and rule.keyword != "count":
            continue
        group = group_of(rule, reader, root)
        if rule.keyword == "count":
            group.judged += 1
            group.holding += holds
            continue
        for reading in reader.readings(root, rule.path):
            note_value(rule, group, reader, reading)


def group_of(rule, reader, root):
    readings = [reader.readings(root, path)[0] for path in rule.by]
    key = tuple(equality_key(reading.value) for reading in readings)
    if key not in rule.groups:
        labels = ["null" if reading.value is None else shown(reader.masking.visible(reading.raw, reading.place))
                  for reading in readings]
        rule.groups[key] = Group(labels[0] if len(labels) == 1 else "[%s]" % ", ".join(labels))
    return rule.groups[key]


def note_value(rule, group, reader, reading):
    group.judged += 1
    value = reading.value
    if reading.unreadable:
        group.mistyped += 1
        return
    if value is None:
        group.lacking += 1
        return
    types = reader.declared_types(rule.path)
    if types is not None and not any(has_type(value, name) for name in types):
        group.mistyped += 1
        return
    measured = measured_value(rule, value, reader)
    if measured is None:
        group.mistyped += 1
    else:
        group.values.append(measured)


def measured_value(rule, value, reader):
    if rule.keyword in ("missing", "present"):
        return True
    if rule.keyword in ("distinct", "duplicates"):
        return equality_key(value)
    text = value.text if isinstance(value, Cell) else value
    if rule.keyword in ("minLength", "maxLength"):
        return text_length(text, reader.profile.length_unit) if isinstance(text, str) else None
    if rule.keyword in ("min", "max") and rule.kind != "number":
        if not isinstance(text, str):
            return None
        if rule.kind == "text":
            return text, text
        found = rule.notation.read(text) if rule.notation else instant(text, "instant")
        return None if found is None else (found, text)
    if isinstance(value, Cell):
        value = read_cell(value.text, "number")
    return value if isinstance(value, Number) else None


def note_covered(rule, reader, reading):
    rule.judged += 1
    value = reading.value
    if value is None and not reading.unreadable:
        return
    types = reader.declared_types(rule.path)
    wrong = reading.unreadable or isinstance(value, (list, Object))
    if wrong or (types is not None and not any(has_type(value, name) for name in types)):
        rule.mistyped += 1
        return
    rule.taken += 1
    read = [value]
    if isinstance(value, Cell):
        read = [value.text]
        if not rule.reference.is_csv:
            read += [v for v in (read_cell(value.text, kind) for kind in ("number", "boolean")) if v is not ABSENT]
    rule.covered |= {equality_key(v) for v in read}


def finish_covers(rule, counts, types):
    """How many different values of the reference no record has."""
    scalars = tuple(t for t in types or () if t not in ("array", "object"))
    # A cell without a type is one value, whatever it reads as.
    values = {tuple(rule.reference.keys_of(value, scalars)) for value in rule.reference.values}
    missing = sum(not set(keys) & rule.covered for keys in values)
    counts.add(FAILED if missing else PASSED)
    found = {"judged": rule.judged, "mistyped": rule.mistyped, "reason": None if rule.taken else "no values",
             "measured": Fraction(missing) if rule.taken else None}
    found["uncovered"] = {"count": missing, "of": len(values)}
    return found


def note_names(rule, names):
    rule.name_lists += 1
    if rule.match in ("exact", "equal", "superset"):
        rule.twice += [n for n in dict.fromkeys(names) if names.count(n) > 1 and n not in rule.twice]
    names = list(dict.fromkeys(names))
    lacks = [name for name in rule.names if name not in names]
    further = [name for name in names if name not in rule.names]
    if rule.match in ("exact", "equal", "subset") or (rule.match == "partial" and len(lacks) == len(rule.names)):
        rule.missing.update(lacks)
    if rule.match in ("exact", "equal", "superset"):
        rule.further += [name for name in dict.fromkeys(further) if name not in rule.further]
    if rule.match == "exact" and not lacks and not further and names != rule.names:
        rule.in_order = False


# The end


def finish(rule, counts, types=None):
    """Counts groups as passed or failed; returns what a report has of the rule."""
    if rule.reference is not None:
        return finish_covers(rule, counts, types)
    if rule.names is not None:
        fails = not rule.name_lists or bool(rule.missing or rule.further or rule.twice) or not rule.in_order
        counts.add(FAILED if fails else PASSED)
        return {"judged": rule.judged, "reason": None if rule.name_lists else "no values",
                "columns": {"missing": [name for name in rule.names if name in rule.missing],
                            "further": rule.further[:5], **({"twice": rule.twice[:5]} if rule.twice else {}),
                            "inOrder": rule.in_order}}
    if not rule.by and not rule.groups:
        rule.groups[()] = Group("")
    results = []
    for group in rule.groups.values():
        figure, reason = figure_of(rule, group)
        fails = not rule.passes_empty if reason == "no values" else reason is not None or not all(
            holds(squared(bound) if rule.keyword == "stddev" else bound, figure, group.judged) for bound in rule.bounds)
        counts.add(FAILED if fails else PASSED)
        results.append((group, figure, reason, fails))
    if not results:
        counts.add(PASSED if rule.passes_empty else FAILED)
    found = {"judged": sum(group.judged for group in rule.groups.values()),
             "mistyped": sum(group.mistyped for group in rule.groups.values())}
    if rule.by:
        found["groups"] = {"count": len(results), "failed": sum(fails for *_, fails in results)}
        if not results:
            found["reason"] = "no values"
    else:
        _, figure, reason, _ = results[0]
        found["reason"] = reason
        found["measured"] = None if figure is None else written(rule, figure)
    return found


def figure_of(rule, group):
    """The figure of a group, or None with the reason."""
    measure, values = rule.keyword, group.values
    if measure == "count":
        return Fraction(group.holding), None
    if measure == "missing":
        return Fraction(group.lacking), None
    if measure == "present":
        return (Fraction(len(values)), None) if group.judged else (None, "no values")
    if not values:
        return None, "no values"
    if measure == "distinct":
        return Fraction(len(set(values))), None
    if measure == "duplicates":
        return Fraction(len(values) - len(set(values))), None
    if measure in ("minLength", "maxLength"):
        return Fraction((min if measure == "minLength" else max)(values)), None
    if measure in ("min", "max") and rule.kind != "number":
        # The first of equal ones.
        best = values[0]
        for value in values[1:]:
            if value[0] < best[0] if measure == "min" else value[0] > best[0]:
                best = value
        return best, None
    if measure in ("min", "max"):
        best = values[0]
        for value in values[1:]:
            if value.compare(best) == (-1 if measure == "min" else 1):
                best = value
        return best, None
    if any(map(is_far, values)):
        return None, "out of range"
    numbers = [fraction(value) for value in values]
    if measure == "sum":
        return sum(numbers), None
    if measure == "mean":
        return Fraction(sum(numbers), len(numbers)), None
    if measure == "quantile":
        rank = max(1, -(-rule.at.numerator * len(numbers) // rule.at.denominator))
        return sorted(numbers)[rank - 1], None
    if len(numbers) < 2:
        return None, "no values"
    mean = Fraction(sum(numbers), len(numbers))
    return sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1), None


def squared(bound):
    """For the square of a figure: a negative bound lies below all of them."""
    kind, side, exclusive, against = bound
    if side == "|":
        return kind, side, exclusive, list(map(squared, against))
    return kind, side, exclusive, fraction(against) ** 2 if against.significand >= 0 else Fraction(-1)


def holds(bound, figure, judged):
    kind, side, exclusive, against = bound
    if side == "|":
        return any(holds(part, figure, judged) for part in against)
    if isinstance(figure, tuple):
        figure = figure[0]
    elif isinstance(figure, Number):
        # Values of any size, which are not written out.
        figure, against = figure.compare(against), 0
    elif isinstance(against, tuple):
        figure, against = figure * 100, against[1] * judged
    elif isinstance(against, Number):
        against = fraction(against)
    if figure == against:
        return not exclusive
    return figure > against if side == ">" else figure < against


def written(rule, figure):
    """The figure for a comparison: texts and extremes as they are, computed numbers as fractions."""
    return figure[1] if isinstance(figure, tuple) else figure


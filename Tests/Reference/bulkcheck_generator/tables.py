"""Random rules about the table, over the fields of a random profile."""

from . import times
from .raw import Raw

COUNTS = ["missing", "present", "distinct", "duplicates"]
NUMBERS = ["min", "max", "sum", "mean", "stddev", "quantile"]
LIMITS = ["0", "1", "3", "-1", "0.5", "100", "1e2", "12345678901234567890123"]
SHARES = ["0%", "10%", "50%", "33.3%", "100%"]


def table_rules(random, fields, columns=()):
    """Some rules; fields that are not read as numbers have no measures of numbers. `columns` are those of reference
    files."""
    rules = [table_rule(random, fields, number) for number in range(random.randint(1, 4))]
    if columns and random.random() < 0.5:
        rules.append({"id": "covering", "covers": {"of": random.choice(fields).path, **random.choice(columns)}})
    return rules


def input_references(random, fields):
    """Entries of `rules` that refer to other records of the input."""
    single = [field.path for field in fields if "*" not in field.path]
    if not single:
        return []
    count = random.choice([1, 1, 2])
    sides = [[random.choice(single) for _ in range(count)] for _ in range(2)]
    return [{"id": "in-input", "references": {"fields": sides[0], "file": ".", "columns": sides[1]}}]


def combinations(random, fields, columns):
    """Entries of `rules` that look combinations up in a reference file."""
    single = [field.path for field in fields if "*" not in field.path]
    if not single:
        return []
    column = random.choice(columns)
    names = [other["column"] for other in columns if other["file"] == column["file"]]
    count = random.choice([1, 2])
    rule = {name: value for name, value in column.items() if name != "column"}
    rule.update(fields=[random.choice(single) for _ in range(count)], columns=[random.choice(names) for _ in range(count)])
    return [{"id": "in-file", "references": rule}]


def extreme(random, rule, field):
    """The least or the greatest of dates or times."""
    rule.update(measure=random.choice(["min", "max"]), of=field.path)
    texts = [text for text in times.NOTATIONS[field.temporal][1] if not text.startswith("today")]
    if times.kind(field.temporal) != "time" and random.random() < 0.4:
        texts += ["2024-06-01", "2024-05-31T22:00:00Z"]
        rule[random.choice(["after", "before"])] = random.choice(texts)
        return rule
    word = random.choice(times.WORDS + ["notConst", "outside"])
    is_pair = word in ("range", "outside")
    rule[word] = [random.choice(texts) for _ in range(2)] if is_pair else random.choice(texts)
    if random.random() < 0.2:
        rule["by"] = field.path if "*" not in field.path else []
        if not rule["by"]:
            del rule["by"]
    return rule


def table_rule(random, fields, number):
    rule = {"id": "table-%d" % number}
    if random.random() < 0.15:
        names = list(dict.fromkeys(random.choice(fields).column.split("[")[0] for _ in range(random.randint(1, 4))))
        rule["columns"] = names
        if random.random() < 0.8:
            rule["match"] = random.choice(["exact", "equal", "subset", "superset", "partial"])
        return rule
    field = random.choice(fields)
    if field.temporal is not None and random.random() < 0.6:
        return extreme(random, rule, field)
    kinds = ["count"] + COUNTS
    if field.declared in (None, "number", "integer"):
        kinds += NUMBERS
    if field.declared in (None, "string"):
        kinds += ["minLength", "maxLength"]
    rule["measure"] = random.choice(kinds)
    if rule["measure"] != "count":
        rule["of"] = field.path
    if rule["measure"] == "quantile":
        rule["at"] = Raw(random.choice(["0", "0.5", "0.25", "0.99", "1", "1e-5", "5.0E-1", "0.3333333333333333333333"]))
    if random.random() < 0.3:
        other = random.choice(fields)
        rule["where"] = {other.path: {random.choice(["required", "present"]): True}}
    if random.random() < 0.3:
        single = [other.path for other in fields if "*" not in other.path]
        if single:
            rule["by"] = random.choice(single) if random.random() < 0.7 else [random.choice(single) for _ in range(2)]
    if random.random() < 0.2:
        rule["empty"] = "pass"
    is_share = rule["measure"] in ["count"] + COUNTS and random.random() < 0.5
    limits = SHARES if is_share else list(map(Raw, LIMITS))
    word = random.choice(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "const", "notConst", "outside"])
    rule[word] = random.choice(limits)
    if word == "outside":
        rule[word] = random.choices(limits, k=2)
    if random.random() < 0.2:
        rule["severity"] = random.choice(["warning", "info", "off"])
    return rule

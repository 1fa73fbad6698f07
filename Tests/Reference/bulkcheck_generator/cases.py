"""A whole case from a seed: profile, files and options."""

import random

from .compressing import compress
from .data import DataMaker
from .extending import extending
from .inserted import add_inserted
from .profiles import ProfileMaker
from .raw import Raw
from .sections import add_sections
from .stars import add_stars
from .tables import combinations, input_references, table_rules

MISTAKES = [
    lambda p: p.update(bulkcheck=Raw("2")),
    lambda p: p.update(unknown=1),
    lambda p: p.setdefault("fields", {}).update(bad={"minLength": Raw("3"), "maxLength": Raw("2")}),
    lambda p: p.setdefault("fields", {}).update(bad={"range": [Raw("2"), Raw("1")]}),
    lambda p: p.setdefault("fields", {}).update(bad={"pattern": "("}),
    lambda p: p.setdefault("fields", {}).update(bad={"type": "integer", "pattern": "a"}),
    lambda p: p.setdefault("fields", {}).update(bad={"type": ["number", "boolean"], "format": "date"}),
    lambda p: p.setdefault("fields", {}).update(bad={"type": "string", "any": [{"minimum": Raw("1")}]}),
    lambda p: p.setdefault("fields", {}).update(bad={"type": "array", "items": {"type": "boolean"}, "contains": {"notEmpty": True}}),
    lambda p: p.setdefault("fields", {}).update(bad={"type": "null"}),
    lambda p: p.setdefault("fields", {}).update(bad={"enum": [None, "a"]}),
    lambda p: p.setdefault("fields", {}).update(bad={"const": None}),
    lambda p: p.setdefault("fields", {}).update(bad={"required": True, "nullable": True}),
    lambda p: p.setdefault("fields", {}).update(bad={"multipleOf": Raw("0")}),
    lambda p: p.setdefault("fields", {}).update(bad={"required": {"severity": "fatal"}}),
    lambda p: p.setdefault("fields", {}).update(bad={"required": {"tolerance": Raw("0.5")}}),
    lambda p: p.setdefault("fields", {}).update(bad={"required": {"tolerance": "101%"}}),
    lambda p: p.setdefault("fields", {}).update(bad={"required": {"id": "bulkcheck.x"}}),
    lambda p: p.setdefault("fields", {}).update(bad={"required": {"id": "-x"}}),
    lambda p: p.setdefault("fields", {}).update(bad={"required": {"id": "same"}}, worse={"required": {"id": "same"}}),
    lambda p: p.setdefault("fields", {}).update(bad={"any": []}),
    lambda p: p.setdefault("fields", {}).update(bad={"then": {"minLength": Raw("1")}}),
    lambda p: p.setdefault("fields", {}).update(bad={"any": [{"minLength": {"value": Raw("1"), "severity": "info"}}]}),
    lambda p: p.setdefault("fields", {}).update(bad={"chain": [{"default": "x"}]}),
    lambda p: p.setdefault("fields", {}).update(bad={"const": {"a": Raw("1")}}),
    lambda p: p.setdefault("fields", {}).update({"bad": {"type": "string"}, "bad.inner": {"required": True}}),
    lambda p: p.setdefault("fields", {}).update({"a..b": {"required": True}}),
    lambda p: p.setdefault("fields", {}).update({"bad": {"severity": "info"}}),
    lambda p: p.setdefault("rules", []).append({"all": [{"a": {"required": True}}]}),
    lambda p: p.setdefault("rules", []).append({"id": "bad", "all": [{"a": {"required": True}}], "any": [{"a": {"required": True}}]}),
    lambda p: p.setdefault("rules", []).append({"id": "bad"}),
    lambda p: p.setdefault("rules", []).append({"id": "bad", "all": [{"a": {"required": False}}]}),
    lambda p: p.setdefault("rules", []).append({"id": "bad", "all": [{"a": {"type": "string"}}]}),
    lambda p: p.setdefault("rules", []).append({"id": "bad", "all": [{"a": {"normalize": ["trim"]}}]}),
    lambda p: p.setdefault("rules", []).append({"id": "bad", "all": [{"a": {"unique": True}}]}),
    lambda p: p.setdefault("rules", []).append({"id": "bad", "all": [{"rule": "nowhere"}]}),
    lambda p: p.setdefault("rules", []).append({"id": "bad", "all": [{"rule": "bad"}]}),
    lambda p: p.setdefault("rules", []).append({"id": "bad", "compare": ["a", "=", "b"]}),
    lambda p: p.setdefault("rules", []).extend([{"id": "bad", "tag": "w", "compare": ["a", "<", "b"]}, {"id": "bad2", "tag": "w", "compare": ["a", "<", "b"]}]),
    lambda p: p.setdefault("input", {}).update(csv={"header": False}),
    lambda p: p.setdefault("input", {}).update(csv={"columns": ["a"]}),
    lambda p: p.setdefault("input", {}).update(lengthUnit="words"),
]


class Case:
    """A profile as Python values, files as (name, stored bytes), the options of the command, and further files that the
    profile refers to."""

    def __init__(self, profile, files, options, references=()):
        self.profile, self.files, self.options, self.references = profile, files, options, references

    def but(self, **parts):
        """The same case with other parts."""
        return Case(**{"profile": self.profile, "files": self.files, "options": self.options,
                       "references": self.references, **parts})


def make_case(seed):
    source = random.Random(seed)
    is_csv = source.random() < 0.4
    maker = ProfileMaker(source, is_csv)
    profile = maker.make()
    if source.random() < 0.05:
        source.choice(MISTAKES)(profile)
    # Generators of their own, so that the other parts of a case stay what they were.
    inserted = random.Random(seed ^ 0x1A5E)
    if inserted.random() < 0.3:
        add_inserted(inserted, maker, profile)
    stars = random.Random(seed ^ 0x57A2)
    star_fields = add_stars(stars, maker, profile) if maker.fields and stars.random() < 0.3 else []
    tables = random.Random(seed ^ 0x7AB1E)
    if maker.fields and tables.random() < 0.4:
        columns = [dict(value) for value, _ in maker.references.columns]
        table = table_rules(tables, maker.fields + star_fields, columns)
        if tables.random() < 0.4:
            profile.setdefault("rules", []).extend(input_references(tables, maker.fields))
        if columns and tables.random() < 0.4:
            profile.setdefault("rules", []).extend(combinations(tables, maker.fields, columns))
        # Paths are listed in the order of the text.
        profile["table"] = table
    sections = random.Random(seed ^ 0x5EC7)
    if maker.fields and sections.random() < 0.35:
        add_sections(sections, maker, profile)
    data = DataMaker(source, maker.fields)
    delimiter = profile.get("input", {}).get("csv", {}).get("delimiter", ",")
    columns = None
    if is_csv and source.random() < 0.1 and "csv" not in profile.get("input", {}):
        columns = list(dict.fromkeys(field.column for field in maker.fields))
        profile.setdefault("input", {})["csv"] = {"header": False, "columns": columns}
        if source.random() < 0.5:
            profile["input"]["csv"]["delimiter"] = ","
    files = []
    for number in range(source.choice([1, 1, 1, 1, 2, 3])):
        if is_csv and source.random() < 0.93:
            content, suffix = data.csv(delimiter, columns is None, columns), "csv"
        else:
            content, suffix = data.jsonl(), "jsonl"
        if suffix == "csv" and source.random() < 0.1:
            suffix = source.choice(["tsv", "txt"])
        if source.random() < 0.2:
            content, suffix = compress(content, source), suffix + source.choice([".gz", ".gz", ""])
        files.append(("%d.%s" % (number, suffix), content))
    references = list(maker.references.files)
    extends = random.Random(seed ^ 0xE47E)
    options = make_options(source, maker)
    if extends.random() < 0.15:
        profile, base = extending(extends, profile)
        references.append(("base.json", base))
    return Case(profile, files, options, references)


def make_options(source, maker):
    options = {"threads": source.choice([1, 2, 7]), "chunk-bytes": source.choice([None, 16, 64, 100, 1000])}
    if source.random() < 0.3:
        options["samples"] = source.choice([0, 1, 2, 50])
    if source.random() < 0.15:
        options["limit"] = source.choice([1, 2, 5, 10, 20, 41])
    if source.random() < 0.1:
        options["max-record-bytes"] = source.choice([20, 60, 100, 300])
    if source.random() < 0.3:
        options["fail-on"] = source.choice(["error", "warning", "never"])
    if source.random() < 0.15 and not any("*" in field.path for field in maker.fields):
        options["strict"] = True
    for name in ("only", "skip"):
        if source.random() < 0.12:
            choices = maker.rule_ids + ["label:pii", "label:contact", "bulkcheck.malformed", "bulkcheck.not-an-object", "nowhere"]
            options[name] = [source.choice(choices)]
    return options

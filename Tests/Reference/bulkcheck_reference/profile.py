"""A whole profile: its options, its rules, and the mistakes that only show when all of it is known."""

from .compiler import Compiler, ProfileError, compile_tolerance, expect, is_text, natural, text_list
from .extends import ExtendsError, extended
from .json_reader import Fault, parse_profile_text
from .model import BUILT_INS, NONE_ALLOWED, SEVERITIES, Constraint, Rule, priority_number
from .paths import dotted
from .sections import compile_sections
from .table import compile_table
from .values import Number, Object, equality_key

# What the tool is told to take for now.
NOW = "2024-06-01T00:00:00.5Z"

TOP_LEVEL = ("$schema", "bulkcheck", "name", "input", "defaults", "records", "fields", "additionalFields",
             "definitions", "rules", "table", "sections", "tests")
INPUT_KEYS = ("missingValues", "lengthUnit", "csv") + BUILT_INS


class Profile:
    """A compiled profile."""

    def __init__(self, compiler):
        self.rules = compiler.rules
        self.table = []
        self.declarations = compiler.declarations
        self.named = compiler.named
        self.built_ins = []
        self.field_blocks = []
        self.sections = []
        # The paths that are named, each with its section.
        self.fields = []
        self.missing_values = None
        self.length_unit = "codepoints"
        self.operand_texts = compiler.operand_texts
        self.nested_under_stars = compiler.nested_under_stars
        self.delimiter = None
        self.header = True
        self.columns = None
        self.stray_quotes = False
        self.minimum_records = 1
        self.maximum_records = None

    def offered_by(self, part):
        """The references that lead to the records of a section; None: to all."""
        parts = (self, *self.sections)
        references = [reference for asking in parts for reference in asking.input_references]
        return [reference for reference in references if reference.offering is (part or self)]

    def rule(self, identifier):
        return next((rule for rule in self.all_rules if rule.id == identifier), None)

    @property
    def all_rules(self):
        return self.rules + [rule for section in self.sections for rule in section.rules]

    @property
    def all_table(self):
        return self.table + [rule for section in self.sections for rule in section.table]

    def masked(self):
        """The paths that are never shown (docs/reference/profile.md#labels)."""
        paths = {path for path, declaration in self.declarations.items() if "pii" in declaration.labels}
        for section in self.sections:
            paths.update(section.masked_paths)
        for rule in self.all_rules + self.all_table:
            if "pii" in rule.labels:
                paths.update(rule.paths)
        return paths


def resolve_sections(profile, compiler, parts):
    """References to sections, and the fields of these that they name."""
    sections = {section.id: (section, own) for section, own in parts}
    for part, own in [(profile, compiler), *parts]:
        for reference in own.input_references:
            expect(reference.target is None or reference.target in sections, "references: unknown section")
            reference.asking = part
            reference.offering = part if reference.target is None else sections[reference.target][0]
        for _, section, path in own.foreign:
            if path not in sections[section][1].named:
                sections[section][1].named.append(path)
    fields = [(sections[part][0] if isinstance(part, str) else part, path) for part, path in profile.fields]
    profile.fields = list(dict.fromkeys(fields))


def check_keys_once(value):
    """docs/reference/profile.md#top-level; a fixture's record is data and may repeat what it likes, which no
    generated one does."""
    if isinstance(value, Object):
        expect(not value.repeated, "key given twice: %s" % ", ".join(sorted(value.repeated)))
        for _, member in value.pairs:
            check_keys_once(member)
    elif isinstance(value, list):
        for element in value:
            check_keys_once(element)


def check_keys(value, allowed, what):
    expect(isinstance(value, Object), what + ": object expected")
    for name in value.members:
        expect(name in allowed, "%s: unknown key %r" % (what, name))


def load_profile(data, files, now=NOW):
    """Compiles the bytes of a profile; `files` are those that it may refer to, by name. Raises ProfileError."""
    try:
        root = parse_profile_text(data)
    except Fault as fault:
        raise ProfileError(str(fault)) from None
    try:
        root = extended(root, files)
    except ExtendsError as error:
        raise ProfileError(str(error)) from None
    check_keys(root, TOP_LEVEL, "profile")
    check_keys_once(root)
    version = root.get("bulkcheck")
    expect(isinstance(version, Number) and version == Number("1"), "bulkcheck: 1 expected")
    profile_defaults = weight(root.get("defaults", Object([])), "defaults", "error", NONE_ALLOWED)
    compiler = Compiler(profile_defaults, files)
    profile = Profile(compiler)
    read_input(profile, root.get("input", Object([])))
    read_records(profile, root.get("records", Object([])))
    if "definitions" in root:
        compiler.definitions = root.get("definitions")
        expect(isinstance(compiler.definitions, Object), "definitions: object expected")
        expect(all(isinstance(block, Object) for _, block in compiler.definitions.items()), "definitions: blocks")
    for name, member in root.items():
        if name in ("fields", "rules", "additionalFields"):
            read_block(compiler, profile, name, member)
    if "table" in root:
        profile.table = compile_table(compiler, root.get("table"), now)
    profile.fields = compiler.fields(None)
    # The order of paths and rules is that of a profile whose sections stand at its end.
    parts = compile_sections(profile, compiler, root.get("sections", []), now, read_block)
    profile.input_references = compiler.input_references
    resolve_sections(profile, compiler, parts)
    for section, own in parts:
        section.finish(own)
        profile.sections.append(section)
    compilers = [compiler] + [own for _, own in parts]
    profile.named = list(dict.fromkeys(path for _, path in profile.fields))
    compiler.known = profile.named
    for part in compilers:
        part.resolve_times(now)
        part.check_types_of_steps()
        part.fill_known_members()
        part.check_operands(profile.columns or (), profile.named)
        part.check_types_of_references()
        part.check_types_of_constraints()
        check_references(part, profile.all_rules)
    identifiers = [rule.id for rule in profile.all_rules + profile.all_table]
    expect(len(set(identifiers)) == len(identifiers), "id given twice")
    check_tags(profile.all_rules)
    add_built_ins(profile, root.get("input", Object([])))
    return profile


def read_block(compiler, part, name, member):
    """What a profile and a section have in common."""
    if name == "fields":
        expect(isinstance(member, Object), "fields: object expected")
        for text, block in member.items():
            path = compiler.path(text)
            part.field_blocks.append((path, compiler.field_block(block, path, dotted(path), [])))
    elif name == "rules":
        expect(isinstance(member, list), "rules: list expected")
        for entry in member:
            compiler.entry(entry)
    else:
        add_additional_fields(compiler, member)


def add_additional_fields(compiler, member):
    bare, attributes = compiler.long_form("additionalFields", member)
    expect(isinstance(bare, bool), "additionalFields: true or false expected")
    if not bare:
        rule = compiler.add_rule("additionalFields", "additionalFields", None, attributes)
        rule.expression = Constraint("additionalFields", None)


def weight(value, what, severity, tolerance):
    check_keys(value, ("severity", "tolerance"), what)
    if "severity" in value:
        severity = value.get("severity")
        expect(severity in SEVERITIES, what + ": severity")
    if "tolerance" in value:
        tolerance = compile_tolerance(value.get("tolerance"))
    return severity, tolerance


def read_input(profile, value):
    check_keys(value, INPUT_KEYS, "input")
    if "missingValues" in value:
        profile.missing_values = text_list(value.get("missingValues"), "missingValues")
    if "lengthUnit" in value:
        profile.length_unit = value.get("lengthUnit")
        expect(profile.length_unit in ("codepoints", "bytes", "graphemes"), "lengthUnit")
    csv = value.get("csv", Object([]))
    check_keys(csv, ("delimiter", "header", "columns", "strayQuotes"), "csv")
    if "delimiter" in csv:
        delimiter = csv.get("delimiter")
        expect(is_text(delimiter) and len(delimiter) == 1 and delimiter.isascii() and delimiter not in '"\r\n',
               "delimiter")
        profile.delimiter = ord(delimiter)
    profile.header = csv.get("header", True)
    expect(isinstance(profile.header, bool), "header: true or false expected")
    expect(("columns" in csv) == (profile.header is False), "columns if and only if header is false")
    if "columns" in csv:
        profile.columns = text_list(csv.get("columns"), "columns")
    stray = csv.get("strayQuotes", "malformed")
    expect(stray in ("malformed", "text"), "strayQuotes")
    profile.stray_quotes = stray == "text"


def read_records(profile, value):
    check_keys(value, ("min", "max"), "records")
    if "min" in value:
        profile.minimum_records = natural(value.get("min"), "min")
    if "max" in value:
        profile.maximum_records = natural(value.get("max"), "max")
        expect(profile.maximum_records >= profile.minimum_records, "records: impossible")


def add_built_ins(profile, value):
    for name in BUILT_INS:
        rule = Rule("bulkcheck." + name, name)
        rule.is_built_in = True
        rule.severity, rule.tolerance = weight(value.get(name, Object([])), name, "error", NONE_ALLOWED)
        if name == "duplicate-column":
            rule.severity_is_given = value.get(name, Object([])).get("severity", None) is not None
        if name == "no-section":
            if "severity" not in value.get(name, Object([])):
                rule.severity = "off"
            expect(rule.severity == "off" or profile.sections, "no-section without sections")
            if not profile.sections:
                continue
        if name != "too-many-records" or profile.maximum_records is not None:
            profile.built_ins.append(rule)


def check_references(compiler, rules):
    """docs/reference/rules.md#referring-to-another-rule."""
    by_id = {rule.id: rule for rule in rules}
    for identifier in compiler.references:
        expect(identifier in by_id, "rule: no rule %r" % identifier)
        expect(by_id[identifier].keyword != "unique", "rule: unique cannot be referred to")
    for rule in compiler.rules:
        waiting, seen = list(getattr(rule, "references", [])), set()
        while waiting:
            identifier = waiting.pop()
            expect(identifier != rule.id, "rule: cycle")
            if identifier not in seen:
                seen.add(identifier)
                waiting += getattr(by_id[identifier], "references", [])


def check_tags(rules):
    """Equal priorities in one tag need `when` blocks that exclude each other (docs/reference/profile.md#tags)."""
    for index, rule in enumerate(rules):
        for other in rules[:index]:
            if rule.tag is not None and rule.tag == other.tag and priority_equal(rule, other):
                expect(exclude(rule, other), "equal priorities in tag %r" % rule.tag)


def priority_equal(rule, other):
    return priority_number(rule).compare(priority_number(other)) == 0


def exclude(rule, other):
    mine, theirs = choices(rule), choices(other)
    return any(path in theirs and not (mine[path] & theirs[path]) for path in mine)


def choices(rule):
    """The values that a rule's `when`, and that of its section, allow for each path that they restrict by `const` or
    `enum`. Where both restrict a path, the last one counts."""
    result = {}
    conditions = [rule.section.condition] if rule.section else []
    if rule.keyword == "when" and rule.expression:
        conditions.append(rule.expression.condition)
    for kind, part in [entry for condition in conditions for entry in condition.parts]:
        if kind != "path":
            continue
        for constraint in part.constraints:
            if constraint.keyword == "const":
                result[part.path] = {equality_key(constraint.argument)}
            elif constraint.keyword == "enum":
                result[part.path] = {equality_key(value) for value in constraint.argument}
    return result

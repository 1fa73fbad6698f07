"""Sections: parts of a profile that apply to the records that meet a condition (docs/reference/sections.md#sections).

A section is compiled by a compiler of its own, and judges records by an evaluation of its own: a small profile, which
reads a path as the whole one does unless it says otherwise."""

from .compiler import Compiler, expect, natural
from .constraints import LIMITED, NOT_APPLICABLE, UNREADABLE
from .evaluation import Evaluation
from .model import ATTRIBUTES, NOTHING_DECLARED, Declaration, Rule
from .table import TableRule, compile_table
from .values import Object

KEYS = ("id", "when", "count", "fields", "additionalFields", "rules", "table")
COUNT_ATTRIBUTES = ("message", "code", "severity", "labels", "was")


class SectionCompiler(Compiler):
    """Compiles the blocks and rules of a section."""

    def __init__(self, outer, identifier):
        super().__init__(outer.defaults, outer.files)
        self.outer, self.prefix, self.definitions = outer, identifier + ".", outer.definitions

    def reading(self, segments):
        """What the section does not declare of a path holds as the profile declares it."""
        own, outer = self.declarations.get(segments), self.outer.declarations.get(segments)
        if own is None or outer is None:
            return own or outer or NOTHING_DECLARED
        whole = Declaration()
        whole.types = own.types if own.types is not None else outer.types
        whole.normalize = own.normalize or outer.normalize
        whole.separator = own.separator if own.separator is not None else outer.separator
        whole.temporal = own.temporal if own.temporal is not None else outer.temporal
        return whole

    def known_paths(self):
        return self.outer.named + self.named


class Section:
    """A section: what a Reader and an Evaluation take for a profile."""

    def __init__(self, profile, identifier, condition):
        self.profile, self.id, self.condition = profile, identifier, condition
        self.table = []
        self.field_blocks = []
        self.records = 0

    def finish(self, compiler):
        self.rules, self.input_references = compiler.rules, compiler.input_references
        self.own_named = compiler.named
        self.named = compiler.known_paths()
        paths = set(compiler.declarations) | set(compiler.outer.declarations)
        self.declarations = {path: compiler.reading(path) for path in paths}
        self.masked_paths = {path for path, declaration in compiler.declarations.items() if "pii" in declaration.labels}
        for rule in self.rules + self.table:
            rule.section = self

    @property
    def missing_values(self):
        return self.profile.missing_values

    @property
    def length_unit(self):
        return self.profile.length_unit

    def masked(self):
        """Masked places are those of the whole profile, whichever part of it says so."""
        return self.profile.masked()

    def rule(self, identifier):
        return self.profile.rule(identifier)


def compile_sections(profile, compiler, entries, now, read_block):
    """The key `sections`; `read_block` adds what a profile and a section have in common. Adds the paths that are named
    to the profile's fields, in their order."""
    expect(isinstance(entries, list), "sections: list expected")
    found = []
    for entry in entries:
        expect(isinstance(entry, Object) and set(entry.members) <= set(KEYS), "section: unknown key")
        expect("id" in entry and "when" in entry, "section: id and when expected")
        identifier = entry.get("id")
        expect(identifier != "bulkcheck", "section: id")
        compiler.set_attributes(Rule(None, None), {"id": identifier})
        expect(all(identifier != section.id for section, _ in found), "section: id given twice")
        before, references = len(compiler.named), len(compiler.references)
        condition = compiler.path_block(entry.get("when"))
        expect(len(compiler.references) == references, "section: a condition asks for no rule")
        profile.fields += [(None, path) for path in compiler.named[before:]]
        section = Section(profile, identifier, condition)
        own = SectionCompiler(compiler, identifier)
        for name, member in entry.items():
            if name == "count":
                section.table.append(compile_count(own, member))
            elif name == "table":
                section.table += compile_table(own, member, now)
            elif name in ("fields", "rules", "additionalFields"):
                read_block(own, section, name, member)
        profile.fields += own.fields(section)
        found.append((section, own))
    return found


def compile_count(compiler, value):
    """How many records a section may have: a rule about the table."""
    expect(isinstance(value, Object) and set(value.members) <= {"min", "max", *COUNT_ATTRIBUTES}, "count")
    rule = TableRule("count")
    rule.severity = compiler.defaults[0]
    compiler.set_attributes(rule, {name: member for name, member in value.items() if name in ATTRIBUTES})
    rule.id = compiler.prefix + "count"
    for word, side in (("min", ">"), ("max", "<")):
        if word in value:
            natural(value.get(word), word)
            rule.bounds.append(("number", side, False, value.get(word)))
    expect(rule.bounds, "count: no limit")
    if len(rule.bounds) == 2:
        expect(rule.bounds[0][3].compare(rule.bounds[1][3]) <= 0, "count: impossible")
    return rule


class PartEvaluation(Evaluation):
    """The outcomes of the rules of a section, or of those outside, on one record."""

    def __init__(self, part, reader, root, judgement):
        super().__init__(part, reader, root, judgement.claimed)
        self.judgement = judgement

    def outcome(self, rule):
        own = rule.section is (self.profile if isinstance(self.profile, Section) else None)
        return super().outcome(rule) if own else self.judgement.outcome(rule)


class Judgement:
    """All outcomes on one record."""

    def __init__(self, profile, readers, root, claimed):
        self.claimed = claimed
        self.whole = PartEvaluation(profile, readers[None], root, self)
        self.parts, self.open = {}, []
        for section in profile.sections:
            truth = self.whole.path_block_truth(section.condition)
            if truth is True:
                self.parts[section] = PartEvaluation(section, readers[section], root, self)
            elif truth in (LIMITED, UNREADABLE):
                self.open.append(section)

    def evaluation(self, rule):
        return self.parts.get(rule.section, self.whole)

    def outcome(self, rule):
        if rule.section is None or rule.section in self.parts:
            return self.evaluation(rule).outcome(rule)
        return UNREADABLE if rule.section in self.open else NOT_APPLICABLE

    def judge(self, rules):
        for evaluation in [self.whole, *self.parts.values()]:
            evaluation.judge_blocks()
        outcomes = {rule: self.outcome(rule) for rule in rules}
        self.whole.resolve_tags(outcomes)
        return outcomes

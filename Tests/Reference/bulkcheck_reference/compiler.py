"""Turns the blocks of a profile into constraints and rules, and refuses what docs/reference calls a mistake."""

import re

from .changes import apply_change
from .constraints import ABOUT, COUNTS, FLAGS, NUMBERS
from .formats import FORMATS
from .model import (ATTRIBUTES, KIND_OF_TYPE, OPERATORS, PRESENCE, PRIORITIES, SEVERITIES, TYPES, Block, Branches,
                    Comparison, Constraint, Declaration, NOTHING_DECLARED, PathBlock, Reference, Rule, Tolerance,
                    percentage)
from .paths import EVERY, Columns, Index, Key, Members, PathError, PointerNumber, Star, covers, dotted, parse_path, split_column
from .operands import OperandError, Operation, Parser, Value, is_constant
from .patterns import OPTIONS, Pattern, PatternError
from .references import InputReference, ReferencedColumn, ReferencedRows, ReferenceError
from .times import ANY_OFFSET, BOUND_WORDS, DIRECTIVES, KINDS, LOCAL, SHORT, Notation, TimeBounds
from .values import Number, Object

NAMES = (Key("names of members"), Star())
CHANGES = ("trim", "lowercase", "uppercase", "collapseWhitespace", "digits")
CHANGES_WITH_ARGUMENT = ("replace", "mask", "default")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


class ProfileError(Exception):
    """A mistake in a profile; the reference stops at the first."""


def expect(condition, text):
    if not condition:
        raise ProfileError(text)


def natural(value, what):
    expect(isinstance(value, Number) and value.is_integer and value.significand >= 0, what + ": integer >= 0 expected")
    return value.significand * 10 ** value.exponent


def is_text(value):
    return isinstance(value, str)


def text_list(value, what):
    expect(isinstance(value, list) and all(is_text(v) for v in value), what + ": list of texts expected")
    return value


def compile_tolerance(value):
    """docs/reference/profile.md#tolerance."""
    if isinstance(value, Number):
        return Tolerance(count=natural(value, "tolerance"))
    if is_text(value):
        expect(re.fullmatch(r"[0-9]+(\.[0-9]+)?%", value, re.ASCII), "tolerance: percentage expected")
        result = Tolerance(percent=percentage(value))
    else:
        expect(isinstance(value, Object) and set(value.members) == {"count", "percent"}, "tolerance: count and percent")
        percent = value.get("percent")
        expect(isinstance(percent, Number) and percent.significand >= 0 and re.fullmatch(
            r"[0-9]+(\.[0-9]+)?", percent.text, re.ASCII), "tolerance: percent")
        result = Tolerance(natural(value.get("count"), "tolerance"), percentage(percent.text))
    expect(result.percent <= 100, "tolerance: more than 100 %")
    return result


def computed_paths(operand):
    """The paths of an operand whose values themselves are computed with."""
    if isinstance(operand, Value):
        return [operand.path]
    if isinstance(operand, Operation):
        return computed_paths(operand.left) + computed_paths(operand.right)
    return []


def contradicts(lower, upper, strict=False):
    order = lower.compare(upper)
    return order > 0 or (strict and order == 0)


class KnownNames(set):
    """The names that `additionalFields` knows in an object; all of them where a `*` covers them."""

    covers_all = False


class Compiler:
    """Compiles one profile; collects its rules, its declarations and the paths that it names, in order."""

    # The beginning of all ids.
    prefix = ""

    def __init__(self, defaults, files):
        self.defaults = defaults
        self.files = files
        self.rules = []
        self.declarations = {}
        self.named = []
        self.mentioned = None
        self.references = []
        self.reference_paths = []
        self.input_references = []
        # Fields of other sections that references name: behind how many paths, the section's id, and the path.
        self.foreign = []
        self.constraints = []
        self.element_blocks = []
        self.known_members = []
        self.definitions = Object([])
        self.operand_texts = []
        self.nested_under_stars = []
        self.time_bounds = []
        self.bound_pairs = []
        self.number_bounds = []
        self.comparisons = []

    # Paths and names

    def path(self, text, prefix=()):
        expect(is_text(text), "path expected")
        try:
            segments = prefix + parse_path(text)
        except PathError:
            raise ProfileError("not a path: %r" % text) from None
        self.name(segments)
        return segments

    def foreign_path(self, text, section):
        """A path of the records of a section."""
        try:
            segments = parse_path(text)
        except PathError:
            raise ProfileError("not a path: %r" % text) from None
        self.foreign.append((len(self.named), section, segments))
        return segments

    def fields(self, part):
        """The paths that are named, in their order, each with its part of the profile, or the id of a section."""
        found = []
        for place in range(len(self.named) + 1):
            found += [(section, path) for at, section, path in self.foreign if at == place]
            found += [(part, path) for path in self.named[place:place + 1]]
        return found

    def nested_path(self, text, path):
        """A path under `fields` of a block; in CSV a `*` before it does not stand for objects
        (docs/reference/members.md#csv)."""
        below = self.path(text, path)
        if isinstance(split_column(path)[0], Columns) and not split_column(below)[1]:
            self.nested_under_stars.append(below)
        return below

    def name(self, segments):
        if segments not in self.named:
            self.named.append(segments)
        if self.mentioned is not None and segments not in self.mentioned:
            self.mentioned.append(segments)

    def declaration(self, segments):
        return self.declarations.setdefault(segments, Declaration())

    def reading(self, segments):
        """How a path is read."""
        return self.declarations.get(segments, NOTHING_DECLARED)

    # All paths that the profile names, those of sections included.
    known = ()

    def known_paths(self):
        """The paths whose names `additionalFields` knows."""
        return self.known

    # Rules and attributes

    def add_rule(self, identifier, keyword, field, attributes, labels=()):
        rule = Rule(identifier, keyword, field)
        rule.severity, rule.tolerance = self.defaults
        self.set_attributes(rule, attributes)
        rule.labels = rule.labels + [label for label in labels if label not in rule.labels]
        rule.position = len(self.rules)
        rule.id = self.prefix + rule.id
        expect(all(other.id != rule.id for other in self.rules), "id given twice: %r" % rule.id)
        self.rules.append(rule)
        return rule

    def set_attributes(self, rule, attributes):
        if "id" in attributes:
            expect(is_text(attributes["id"]) and re.fullmatch("[a-z0-9][a-z0-9._-]*", attributes["id"], re.I | re.ASCII),
                   "id: %r" % (attributes["id"],))
            expect(not attributes["id"].startswith("bulkcheck."), "id: reserved")
            rule.id = attributes["id"]
        if "severity" in attributes:
            expect(attributes["severity"] in SEVERITIES, "severity: %r" % (attributes["severity"],))
            rule.severity = attributes["severity"]
        if "tolerance" in attributes:
            rule.tolerance = compile_tolerance(attributes["tolerance"])
        for name in ("message", "code", "tag"):
            if name in attributes:
                expect(is_text(attributes[name]), name + ": text expected")
                setattr(rule, name, attributes[name])
        if "labels" in attributes:
            rule.labels = list(text_list(attributes["labels"], "labels"))
        if "priority" in attributes:
            value = attributes["priority"]
            expect(value in PRIORITIES if is_text(value) else isinstance(value, Number), "priority: %r" % (value,))
            rule.priority = PRIORITIES[value] if is_text(value) else value

    def long_form(self, keyword, value):
        """The bare value of a constraint and its attributes (docs/reference/profile.md#short-and-long-form)."""
        if not isinstance(value, Object):
            return value, {}
        if keyword == "fields":
            is_long = is_text(value.get("id"))
        else:
            is_long = "value" in value or keyword in PRESENCE + FLAGS
        if not is_long:
            expect(keyword != "const", "const: an object stands under value")
            return value, {}
        allowed = ATTRIBUTES + ("value",) + (("options",) if keyword in ("pattern", "notPattern") else ())
        allowed += ("as", "timeZone") if keyword == "format" else ()
        for name in value.members:
            expect(name in allowed, "unknown attribute %r" % name)
        attributes = {name: member for name, member in value.items() if name != "value"}
        if "value" in value:
            return value.get("value"), attributes
        expect(keyword in PRESENCE + FLAGS, keyword + ": value expected")
        return True, attributes

    # Constraint blocks

    def field_block(self, value, path, identifier, labels):
        """A block under `fields`: each constraint is a rule."""
        expect(isinstance(value, Object), "block expected for " + identifier)
        value = self.expanded(value)
        block = Block(path)
        declaration = self.declaration(path)
        if "labels" in value:
            labels = list(labels) + text_list(value.get("labels"), "labels")
        declaration.labels = list(labels)
        self.declare(value, declaration)
        for name, member in value.items():
            if name in ("labels", "normalize", "separator", "then", "else"):
                expect(name not in ("then", "else") or "when" in value, name + " without when")
                continue
            bare, attributes = self.long_form(name, member)
            if name == "items" and not attributes and bare is member:
                block.items = self.nested_items(member, path, identifier, labels)
                continue
            if name == "fields" and bare is member:
                block.fields = self.nested_fields(member, path, identifier, labels)
                continue
            self.field_rule(block, name, bare, attributes, value, identifier, labels)
        self.check_block(value, path)
        return block

    def field_rule(self, block, name, bare, attributes, siblings, identifier, labels):
        if self.makes_no_rule(name, bare):
            return
        rule = self.add_rule("%s.%s" % (identifier, name), name, block.path, attributes, labels)
        outer, self.mentioned = self.mentioned, [block.path]
        argument = self.argument(name, bare, attributes, block.path, siblings, declares=True)
        rule.paths, self.mentioned = self.mentioned, outer
        for path in rule.paths:
            if outer is not None and path not in outer:
                outer.append(path)
        if name == "additionalFields":
            rule.known = argument
        block.constraints.append(Constraint(name, argument, rule))

    def expanded(self, value, around=()):
        """A block with what it uses in the place of `use`."""
        if "use" not in value:
            return value
        pairs = []
        for name, member in value.items():
            if name != "use":
                pairs.append((name, member))
                continue
            names = [member] if is_text(member) else text_list(member, "use")
            expect(names, "use: names expected")
            for used in names:
                expect(used in self.definitions, "use: no definition %r" % used)
                expect(used not in around, "use: circle")
                pairs += self.expanded(self.definitions.get(used), around + (used,)).items()
        expect(len({name for name, _ in pairs}) == len(pairs), "use: a keyword comes together with another one")
        return Object(pairs)

    def makes_no_rule(self, name, bare):
        """docs/reference/constraints.md#presence."""
        if name in ("required", "notEmpty", "uniqueItems", "unique"):
            return bare is False
        return name in ("nullable", "additionalFields") and bare is True

    def nested_items(self, value, path, identifier, labels):
        below = path + (Star(),)
        self.element_blocks.append(below)
        self.name(below)
        return self.field_block(value, below, identifier + ".items", labels)

    def nested_fields(self, value, path, identifier, labels):
        expect(isinstance(value, Object), "fields: object expected")
        result = []
        for text, member in value.items():
            below = self.nested_path(text, path)
            name = "%s.%s" % (identifier, dotted(below[len(path):]))
            result.append((below[len(path):], self.field_block(member, below, name, labels)))
        return result

    def declare(self, value, declaration):
        if "type" in value:
            bare, _ = self.long_form("type", value.get("type"))
            types = self.types(bare)
            expect(declaration.types in (None, types), "another block declares a different type for the same path")
            declaration.types = types
        if "normalize" in value:
            steps = value.get("normalize")
            expect(isinstance(steps, list), "normalize: list expected")
            declaration.normalize = [self.change(step, allow_default=True) for step in steps]
        if "separator" in value:
            expect(is_text(value.get("separator")) and value.get("separator"), "separator: text expected")
            declaration.separator = value.get("separator")

    def types(self, value):
        names = value if isinstance(value, list) else [value]
        expect(names and all(is_text(n) and n in TYPES for n in names), "type: %r" % (value,))
        return names

    def plain_block(self, value, path, declares=False):
        """A constraint block inside a form that is one rule: no attributes, and a conjunction."""
        expect(isinstance(value, Object), "block expected")
        value = self.expanded(value)
        block = Block(path)
        if declares:
            self.declare(value, self.declaration(path))
        for name, member in value.items():
            if name in ("then", "else"):
                expect("when" in value, name + " without when")
                continue
            if name in ("normalize", "separator"):
                expect(declares, name + " stands only under fields")
                continue
            expect(name != "unique", "unique stands only on a field or alone in an entry")
            bare, attributes = self.long_form(name, member)
            expect(set(attributes) <= {"options", "as", "timeZone"}, "attributes inside one rule")
            expect(declares or not self.makes_no_rule(name, bare), name + " judges nothing")
            if not self.makes_no_rule(name, bare):
                block.constraints.append(Constraint(
                    name, self.argument(name, bare, attributes, path, value, declares)))
        self.check_block(value, path)
        return block

    def argument(self, name, bare, attributes, path, siblings, declares):
        """A constraint's argument, compiled and checked."""
        self.constraints.append((name, bare, path))
        if name in OPERATORS:
            return self.operator(name, bare, siblings, lambda v: self.plain_block(v, path))
        if name in PRESENCE + FLAGS + ("additionalFields",):
            expect(isinstance(bare, bool), name + ": true or false expected")
            expect(name != "unique" or not any(isinstance(step, EVERY) for step in path), "unique: one value expected")
            if name == "additionalFields":
                names = KnownNames()
                self.known_members.append((path, names))
                return names
            return bare
        if name == "type":
            return self.types(bare)
        if name == "propertyNames":
            return self.names_block(bare)
        if name == "dependentRequired":
            expect(isinstance(bare, Object), "dependentRequired: object expected")
            return [(first, text_list(names, name)) for first, names in bare.items()]
        if name in COUNTS:
            return natural(bare, name)
        if name in BOUND_WORDS:
            texts = bare if isinstance(bare, list) else [bare]
            own = self.own_notation(siblings)
            if own or any(map(is_text, texts)):
                expect(all(map(is_text, texts)) and len(texts) == (2 if name == "range" else 1), name + ": bounds")
                self.time_bounds.append(TimeBounds(name, texts, own, path))
                siblings.time_bounds = getattr(siblings, "time_bounds", []) + [self.time_bounds[-1]]
                return self.time_bounds[-1]
            if path != NAMES:
                self.number_bounds.append(path)
        if name in ("length", "range"):
            expect(isinstance(bare, list) and len(bare) == 2, name + ": two bounds expected")
            if name == "length":
                bare = [natural(b, name) for b in bare]
                expect(bare[0] <= bare[1], "length: impossible")
            else:
                expect(all(isinstance(b, Number) for b in bare) and bare[0].compare(bare[1]) <= 0, "range: impossible")
            return bare
        if name in NUMBERS:
            expect(isinstance(bare, Number) and NUMBERS[name](bare), name + ": another number expected")
            return bare
        if name in ("pattern", "notPattern"):
            return self.pattern(bare, attributes.get("options", []))
        if name in ("startsWith", "endsWith"):
            expect(is_text(bare), name + ": text expected")
            return bare
        if name == "format":
            expect(is_text(bare) and bare in FORMATS, "format: %r" % (bare,))
            notation = self.notation(bare, attributes)
            if notation is None:
                return bare
            if declares:
                declaration = self.declaration(path)
                expect(declaration.temporal in (None, notation), "another block declares a different format")
                declaration.temporal = notation
            return notation
        if name == "contains":
            if is_text(bare):
                return bare
            return self.element_block(bare, path, False)
        if name == "const":
            expect(bare is not None, "const: null is not a choice")
            return bare
        if name in ("enum", "notEnum"):
            expect(isinstance(bare, list) and bare and not any(b is None for b in bare), name + ": choices")
            return bare
        if name == "references":
            self.reference_paths.append(path)
            if isinstance(bare, Object) and "section" in bare:
                expect(set(bare.members) == {"section", "field"}, "references: section, field")
                return self.input_reference([path], [bare.get("field")], bare.get("section"))
            if isinstance(bare, Object) and bare.get("file") == ".":
                return self.input_reference([path], [bare.get("column")])
            return self.referenced_column(bare)
        if name == "items":
            return self.element_block(bare, path, declares)
        if name == "fields":
            expect(isinstance(bare, Object), "fields: object expected")
            result = []
            for text, member in bare.items():
                below = self.nested_path(text, path)
                result.append((below[len(path):], self.plain_block(member, below, declares)))
            return result
        if name == "chain":
            expect(isinstance(bare, list) and bare, "chain: steps expected")
            return [self.chain_step(step, path) for step in bare]
        raise ProfileError("unknown constraint %r" % name)

    def names_block(self, value):
        """A block for the names of members, which are texts at no place."""
        first = len(self.constraints)
        block = self.plain_block(value, NAMES)
        for name, bare, path in self.constraints[first:]:
            kinds = ("array",) if name == "contains" and not is_text(bare) else ABOUT.get(name, ("text",))
            expect(path == NAMES and "text" in kinds and name != "references", name + " is not about texts")
        return block

    def referenced_column(self, value):
        expect(isinstance(value, Object) and set(value.members) <= {"file", "column", "format"}, "references: file, column")
        name, column, kind = value.get("file"), value.get("column"), value.get("format", "auto")
        expect(is_text(name) and name and is_text(column) and column, "references: file and column expected")
        expect(kind in ("jsonl", "csv", "tsv") or "format" not in value, "references: format")
        try:
            return ReferencedColumn(name, column, kind, self.files)
        except ReferenceError as error:
            raise ProfileError("references: %s" % error) from None

    def input_reference(self, fields, columns, target=None):
        """References to other records of the input."""
        expect(all(is_text(column) and column for column in columns), "references: column expected")
        if target is None:
            mentioned, self.mentioned = self.mentioned, None
            columns = [self.path(column) for column in columns]
            self.mentioned = mentioned
        else:
            columns = [self.foreign_path(column, target) for column in columns]
        single = not any(isinstance(step, EVERY) for path in columns for step in path)
        expect(single, "references: one value in each record")
        found = InputReference(fields, columns, target)
        self.input_references.append(found)
        return found

    def combination(self, value):
        """`references` as an entry of `rules`."""
        keys = {"fields", "section", "columns"} if "section" in value else {"fields", "file", "columns", "format"}
        expect(isinstance(value, Object) and set(value.members) <= keys, "references")
        fields, columns = text_list(value.get("fields"), "fields"), text_list(value.get("columns"), "columns")
        expect(fields and len(fields) == len(columns) <= 8, "references: as many fields as columns")
        fields = [self.path(path) for path in fields]
        if "section" in value:
            return self.input_reference(fields, columns, value.get("section"))
        if value.get("file") == ".":
            return self.input_reference(fields, columns)
        name, kind = value.get("file"), value.get("format", "auto")
        expect(is_text(name) and name, "references: file expected")
        try:
            return fields, ReferencedRows(name, columns, kind, self.files)
        except ReferenceError as error:
            raise ProfileError("references: %s" % error) from None

    def element_block(self, value, path, declares):
        below = path + (Star(),)
        self.element_blocks.append(below)
        # An unread field if there are none; but no rule is about them.
        if below not in self.named:
            self.named.append(below)
        return self.plain_block(value, below, declares)

    def fill_known_members(self):
        """What `additionalFields` knows at a place: the names that paths to it have there
        (docs/reference/constraints.md#objects)."""
        for place, names in self.known_members:
            for path in self.known_paths():
                step = path[len(place)] if len(path) > len(place) else None
                if step is None or not all(covers(*pair) for pair in zip(path, place)):
                    continue
                if isinstance(step, Members):
                    names.covers_all = True
                if isinstance(step, (Key, PointerNumber)):
                    names.add(step.name if isinstance(step, Key) else step.text)

    def pattern(self, text, options):
        expect(is_text(text), "pattern: text expected")
        expect(isinstance(options, list) and all(is_text(o) and o in OPTIONS for o in options), "options")
        try:
            return Pattern(text, options)
        except PatternError as error:
            raise ProfileError(str(error)) from None

    def operator(self, name, bare, siblings, compile_operand):
        if name in ("all", "any", "none"):
            expect(isinstance(bare, list) and bare, name + ": at least one block")
            return [compile_operand(operand) for operand in bare]
        if name == "not":
            return compile_operand(bare)
        condition = compile_operand(bare)
        branches = [compile_operand(siblings.get(key)) if key in siblings else None for key in ("then", "else")]
        expect(any(branches), "when without then or else")
        return Branches(condition, *branches)

    def change(self, step, allow_default):
        if is_text(step):
            expect(step in CHANGES, "unknown change %r" % step)
            return step, None
        expect(isinstance(step, Object) and len(step.members) == 1, "one change expected")
        (name, argument), = step.items()
        expect(name in CHANGES + CHANGES_WITH_ARGUMENT and (allow_default or name != "default"), "change %r" % name)
        if name == "replace":
            expect(len(text_list(argument, "replace")) == 2, "replace: pattern and replacement")
            return name, (self.pattern(argument[0], []), argument[1])
        if name == "mask":
            expect(is_text(argument), "mask: text expected")
        if name in CHANGES:
            expect(argument is True, "change %r: true expected" % name)
        return name, argument

    def chain_step(self, step, path):
        if is_text(step) or (isinstance(step, Object) and len(step.members) == 1
                             and next(iter(step.members)) in CHANGES + CHANGES_WITH_ARGUMENT):
            name, argument = self.change(step, allow_default=False)
            return lambda text: apply_change(text, name, argument)
        expect(isinstance(step, Object) and step.members, "step expected")
        for name in step.members:
            expect(name not in PRESENCE, "presence is judged before a chain")
        return self.plain_block(step, path)

    def check_block(self, value, path):
        """What no value can satisfy (docs/reference/constraints.md#presence,
        docs/reference/constraints.md#numbers)."""
        bare = {name: self.long_form(name, member)[0] for name, member in value.items()
                if name not in ("labels", "normalize", "separator", "then", "else")}
        if bare.get("required") is True and bare.get("nullable") is True:
            raise ProfileError("required and nullable: say present")
        for lower, upper, pair in (("minLength", "maxLength", "length"), ("minItems", "maxItems", None),
                                   ("minProperties", "maxProperties", None),
                                   ("minimum", "maximum", "range")):
            if lower != "minimum" or not getattr(value, "time_bounds", None):
                self.check_bounds(bare, lower, upper, pair)
        self.bound_pairs.append(getattr(value, "time_bounds", []))

    def check_bounds(self, bare, lower, upper, pair):
        lowers = [(bare[lower], False)] if lower in bare else []
        uppers = [(bare[upper], False)] if upper in bare else []
        if lower == "minimum":
            lowers += [(bare["exclusiveMinimum"], True)] if "exclusiveMinimum" in bare else []
            uppers += [(bare["exclusiveMaximum"], True)] if "exclusiveMaximum" in bare else []
        if pair in bare:
            lowers.append((bare[pair][0], False))
            uppers.append((bare[pair][1], False))
        for low, low_strict in lowers:
            for high, high_strict in uppers:
                expect(not contradicts(low, high, low_strict or high_strict), "no value is within the bounds")

    # Dates and times

    def own_notation(self, siblings):
        """That of the `format` in the same block; None if there is none."""
        if "format" not in siblings:
            return None
        bare, attributes = self.long_form("format", siblings.get("format"))
        return self.notation(bare, attributes)

    def notation(self, kind, attributes):
        pattern, zone = attributes.get("as"), attributes.get("timeZone")
        if kind not in KINDS:
            expect(pattern is None and zone is None, "as: a date or a time expected")
            return None
        if pattern is not None:
            expect(is_text(pattern), "as: text expected")
            if pattern == LOCAL:
                expect(kind == "date-time", "as: local is for date-times")
            elif pattern == ANY_OFFSET:
                expect(kind != "date", "as: any-offset is for times")
            else:
                self.check_pattern(kind, re.findall("%-?.?|[^%]", pattern, re.DOTALL))
        offset = 0
        if zone is not None:
            expect(kind != "date" and pattern is not None and "%z" not in pattern, "timeZone")
            match = is_text(zone) and re.fullmatch("[Zz]|([+-])([01][0-9]|2[0-3]):([0-5][0-9])", zone)
            expect(match, "timeZone: %r" % (zone,))
            offset = (int(match[2]) * 60 + int(match[3])) * (-1 if match[1] == "-" else 1) if match[1] else 0
        return Notation(kind, pattern, offset)

    def check_pattern(self, kind, parts):
        found = [part[1:] for part in parts if part[0] == "%" and part != "%%"]
        expect(all(name in DIRECTIVES for name in found), "as: unknown directive")
        found = [SHORT.get("%" + name, name) for name in found]
        count = {names: sum(name in names for name in found) for names in ("Yy", "mbB", "d", "HI", "p", *"MSfz")}
        expect(all(number <= 1 for number in count.values()), "as: a part twice")
        for names in ("Yy", "mbB", "d"):
            expect(count[names] == (kind != "time"), "as: parts of a date")
        expect(count["HI"] == (kind != "date"), "as: the hour")
        expect(kind != "date" or not any(count[names] for names in ("p", *"MSfz")), "as: parts of a time")
        expect(("I" in found) == ("p" in found), "as: %I and %p")

    def resolve_times(self, now):
        """What bounds and comparisons mean, now that all formats are known."""
        for bounds in self.time_bounds:
            declared = None if bounds.path == NAMES else self.reading(bounds.path).temporal
            notation = bounds.own or declared
            expect(notation, "a text as bound of what is not a date or time")
            expect(bounds.resolve(notation, now), "bounds that are not of their format, or impossible")
        for group in self.bound_pairs:
            for lower in group:
                for upper in group:
                    if lower.lowest is not None and upper.highest is not None and lower is not upper:
                        expect(lower.admits(upper), "no date or time is within the bounds")
        for path in self.number_bounds:
            expect(not self.reading(path).temporal, "a number as bound of a date or a time")
        for comparison in self.comparisons:
            sides = (comparison.left, comparison.right)
            if comparison.within is None and all(isinstance(side, Value) for side in sides):
                notations = [self.reading(side.path).temporal for side in sides]
                kinds = {notation and notation.kind for notation in notations}
                expect(len(kinds) == 1, "compare: a date or a time with something else")
                comparison.notations = notations if notations[0] else None
                continue
            for side in sides:
                for path in computed_paths(side):
                    expect(not self.reading(path).temporal, "compare: computes with a date or a time")

    # Entries of `rules`

    def path_block(self, value):
        """A block that maps paths to constraint blocks (docs/reference/rules.md#operators-as-field-names)."""
        expect(isinstance(value, Object) and value.members, "block expected")
        block = PathBlock()
        for name, member in value.items():
            if name in ("then", "else"):
                expect("when" in value, name + " without when")
            elif name in OPERATORS:
                block.parts.append((name, self.operator(name, member, value, self.path_block)))
            elif name == "compare":
                block.parts.append((name, self.comparison(member, self.within(value))))
            elif name == "within" and "compare" in value and not isinstance(member, Object):
                continue
            elif name == "rule":
                expect(is_text(member), "rule: id expected")
                self.references.append(member)
                block.parts.append((name, Reference(member)))
            else:
                path = self.path(name)
                block.parts.append(("path", self.plain_block(member, path)))
        return block

    def within(self, siblings):
        value = siblings.get("within", None)
        if value is None or isinstance(value, Object):
            return None
        expect(isinstance(value, Number) and value.significand >= 0, "within: number >= 0 expected")
        return value

    def comparison(self, value, within):
        expect(isinstance(value, list) and len(value) == 3 and is_text(value[1]) and value[1] in COMPARISONS,
               "compare: two operands and an operator")
        left, right = self.operand(value[0]), self.operand(value[2])
        expect(not (is_constant(left) and is_constant(right)), "compare: constants only")
        self.comparisons.append(Comparison(left, value[1], right, within))
        return self.comparisons[-1]

    def operand(self, text):
        expect(is_text(text), "operand expected")
        try:
            result = Parser(text, Number, self.name).parse()
        except OperandError as error:
            raise ProfileError("operand: %s" % error) from None
        if not isinstance(result, Value):
            self.operand_texts.append(text)
        return result

    def check_operands(self, columns, named):
        """No expression is also a path that the profile names, or a column of CSV without a header."""
        for text in self.operand_texts:
            expect(text not in columns, "compare: %r is a column too" % text)
            try:
                path = parse_path(text)
            except PathError:
                continue
            expect(path not in named, "compare: %r is a path too" % text)

    def entry(self, value):
        """An entry of `rules` (docs/reference/rules.md#rules-about-the-record)."""
        expect(isinstance(value, Object), "rule expected")
        kinds = [name for name in OPERATORS + ("compare", "unique", "references") if name in value]
        expect("id" in value and len(kinds) == 1, "an entry has an id and one operator")
        keyword = kinds[0]
        allowed = ATTRIBUTES + (keyword,) + (("then", "else") if keyword == "when" else ())
        allowed += ("within",) if keyword == "compare" else ()
        for name in value.members:
            expect(name in allowed, "unknown key %r" % name)
        attributes = {name: member for name, member in value.items() if name in ATTRIBUTES}
        rule = self.add_rule(None, keyword, None, attributes)
        self.mentioned = []
        first_reference = len(self.references)
        if keyword == "compare":
            rule.expression = self.comparison(value.get("compare"), self.within(value))
        elif keyword == "unique":
            paths = text_list(value.get("unique"), "unique")
            expect(paths, "unique: paths expected")
            rule.expression = [self.path(path) for path in paths]
        elif keyword == "references":
            rule.expression = self.combination(value.get("references"))
        else:
            rule.expression = self.operator(keyword, value.get(keyword), value, self.path_block)
        rule.paths, self.mentioned = self.mentioned, None
        rule.field = rule.paths[0] if len(rule.paths) == 1 else None
        rule.references = self.references[first_reference:]

    def check_types_of_references(self):
        """Of a field that is declared to be an array or object alone, no value can occur in a column."""
        for path in self.reference_paths:
            types = self.reading(path).types
            expect(not types or set(types) - {"array", "object"}, "references: %s has no value for a column" % dotted(path))

    def check_types_of_constraints(self):
        """docs/reference/constraints.md#values-of-another-kind: no constraint about none of the types that its field
        declares."""
        for name, bare, path in self.constraints:
            kinds = ABOUT.get(name)
            if name in BOUND_WORDS and any(map(is_text, bare if isinstance(bare, list) else [bare])):
                kinds = ("text",)
            if name == "contains":
                kinds = ("text",) if is_text(bare) else ("array",)
            types = self.reading(path).types
            expect(not kinds or not types or {KIND_OF_TYPE[t] for t in types} & set(kinds),
                   "%s is about nothing that %s is declared as" % (name, dotted(path)))

    def check_types_of_steps(self):
        """docs/reference/paths.md#declarations: no step by key or index into what is declared to be something
        else."""
        for path in self.named + self.element_blocks:
            for length in range(1, len(path)):
                declaration = self.reading(path[:length])
                if declaration.types is None:
                    continue
                step = path[length]
                if isinstance(step, (Key, Members)):
                    expect("object" in declaration.types, "%s has no members" % dotted(path[:length]))
                elif isinstance(step, (Index, Star)):
                    expect("array" in declaration.types, "%s has no elements" % dotted(path[:length]))

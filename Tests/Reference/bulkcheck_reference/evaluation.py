"""The outcome of every rule on one record."""

import itertools

from .constraints import (BLOCKED, FAILED, FAILURES, LIMITED, MISSING, NOT_APPLICABLE, OVERRIDDEN, PASSED, UNREADABLE,
                          is_of_type, judge_simple, text_length, view, wrong_kind)
from . import operands
from .model import OPERATORS, PRESENCE, Block, priority_number
from .patterns import PatternLimit
from .paths import EVERY, Columns, Index, Members, Star, columns_of, split_column
from .reading import NOTHING, Reading
from .references import InputReference
from .times import Notation, TimeBounds
from .values import ABSENT, Cell, Number, Object, equality_key, has_type, read_cell

ORDER_OVER_ELEMENTS = (UNREADABLE, FAILED, LIMITED, BLOCKED, PASSED, NOT_APPLICABLE, MISSING)


# A truth is True, False, None (undecided), LIMITED (true or false, but a match limit hides which) or UNREADABLE.


def truth_of(outcome):
    return {PASSED: True, FAILED: False, LIMITED: LIMITED, UNREADABLE: UNREADABLE}.get(outcome)


def outcome_of(truth):
    return {True: PASSED, False: FAILED, None: MISSING, LIMITED: LIMITED, UNREADABLE: UNREADABLE}[truth]


def first_of(order, truths):
    truths = list(truths)
    return next((truth for truth in order if truth in truths), None)


def all_of(truths):
    """False if a part is false, else true if one is true, else undecided (docs/reference/rules.md#truth,
    docs/reference/outcomes.md#the-match-limit)."""
    return first_of((UNREADABLE, False, LIMITED, True), truths)


def any_of(truths):
    return first_of((UNREADABLE, True, LIMITED, False), truths)


def inverted(truth):
    return not truth if isinstance(truth, bool) else truth


class Evaluation:
    """Judges one record; outcomes of other rules are asked for by `"rule": id`."""

    def __init__(self, profile, reader, root, claimed):
        self.profile = profile
        self.claimed = claimed
        self.reader = reader
        self.root = root
        self.results = {}
        self.entry_outcomes = {}
        self.only_instance = {}

    # Everything

    def judge_blocks(self):
        """Notes the outcomes of the blocks under `fields`."""
        for path, block in self.profile.field_blocks:
            for reading in self.reader.readings(self.root, path):
                self.judge_block(block, reading)

    def outcome(self, rule):
        if rule.expression is None:
            outcomes = [outcome for outcome, _ in self.results.get(rule, [])]
            return next((o for o in ORDER_OVER_ELEMENTS if o in outcomes), MISSING)
        if rule not in self.entry_outcomes:
            self.entry_outcomes[rule] = self.entry_outcome(rule)
        return self.entry_outcomes[rule]

    def failing_reading(self, rule):
        """The first instance that made the rule fail."""
        prevailing = self.outcome(rule)
        return next((reading for outcome, reading in self.results.get(rule, []) if outcome == prevailing), NOTHING)

    def failing_readings(self, rule):
        """All instances on which a rule of a block failed."""
        return [reading for outcome, reading in self.results.get(rule, []) if outcome in FAILURES]

    def failing_element(self, block, reading, outcome):
        """What a sample of an `items` that is one rule shows."""
        value = view(reading.value, ("array",), self.reader)
        if not isinstance(value, list):
            return reading
        elements = self.reader.element_readings(value, reading, block.path)
        return next(element for element in elements if self.block_truth(block, element) is truth_of(outcome))

    def failing_instance(self, rule):
        """What a sample of an entry over one path shows: the first of its values on which the rule fails alone."""
        readings = self.reader.readings(self.root, rule.field)
        for reading in readings:
            self.only_instance = {rule.field: [reading]}
            fails = self.entry_outcome(rule) in FAILURES
            self.only_instance = {}
            if fails:
                return reading
        return readings[0] if readings else NOTHING

    def instances(self, path):
        return self.only_instance.get(path) or self.reader.readings(self.root, path)

    def resolve_tags(self, outcomes):
        """docs/reference/profile.md#tags; last of all, on the outcomes as they came out."""
        groups = {}
        for rule, outcome in outcomes.items():
            if rule.tag is not None and rule.is_run and outcome not in (NOT_APPLICABLE, BLOCKED):
                groups.setdefault(rule.tag, []).append(rule)
        for rules in groups.values():
            highest = rules[0]
            for rule in rules[1:]:
                if priority_number(rule).compare(priority_number(highest)) > 0:
                    highest = rule
            for rule in rules:
                if rule is not highest and priority_number(rule).compare(priority_number(highest)) < 0:
                    outcomes[rule] = OVERRIDDEN

    # Blocks whose constraints are rules

    def judge_block(self, block, reading):
        failed = False
        for constraint in block.constraints:
            if constraint.keyword in PRESENCE:
                failed |= self.judge_rule(constraint, block, reading)
        presence_failed = failed
        for constraint in block.constraints:
            if constraint.keyword == "type":
                failed |= self.judge_rule(constraint, block, reading, BLOCKED if presence_failed else None)
        unread = failed
        for constraint in block.constraints:
            if constraint.keyword not in PRESENCE and constraint.keyword != "type" and not isinstance(
                    constraint.argument, TimeBounds):
                fails = self.judge_rule(constraint, block, reading, BLOCKED if failed else None)
                unread |= fails and isinstance(constraint.argument, Notation)
        for constraint in block.constraints:
            if isinstance(constraint.argument, TimeBounds):
                self.judge_rule(constraint, block, reading, BLOCKED if unread else None)
        self.judge_items(block, reading, failed)
        self.judge_fields(block, reading, failed)

    def judge_rule(self, constraint, block, reading, forced=None):
        """Notes the outcome; true if it is a failure that blocks."""
        outcome = forced or self.judge_constraint(constraint, reading, block.path)
        if outcome in FAILURES and constraint.keyword == "items":
            reading = self.failing_element(constraint.argument, reading, outcome)
        self.results.setdefault(constraint.rule, []).append((outcome, reading))
        return outcome in FAILURES and constraint.rule.is_run

    def force(self, block, outcome, reading=NOTHING):
        """The same outcome for every rule of a block."""
        for constraint in block.constraints:
            self.results.setdefault(constraint.rule, []).append((outcome, reading))
        if block.items:
            self.force(block.items, outcome, reading)
        for _, nested in block.fields or []:
            self.force(nested, outcome, reading)

    def forced(self, reading, blocked):
        """What becomes of the rules of nested blocks where there is no value around them, and what a sample shows."""
        if blocked:
            return BLOCKED, NOTHING
        return (UNREADABLE, reading) if reading.unreadable else (MISSING, NOTHING)

    def judge_items(self, block, reading, blocked):
        if block.items is None:
            return
        if blocked or reading.value is None:
            self.force(block.items, *self.forced(reading, blocked))
            return
        value = view(reading.value, ("array",), self.reader)
        if not isinstance(value, list):
            self.force(block.items, wrong_kind(value, self.reader.declared_types(block.path)), reading)
            return
        for element in self.reader.element_readings(value, reading, block.items.path):
            self.judge_block(block.items, element)

    def judge_fields(self, block, reading, blocked):
        for steps, nested in block.fields or []:
            if blocked or reading.value is None:
                self.force(nested, *self.forced(reading, blocked))
            elif not isinstance(reading.value, Object):
                value = view(reading.value, ("object",), self.reader)
                self.force(nested, wrong_kind(value, self.reader.declared_types(block.path)), reading)
            else:
                for instance in self.reader.member_instances(reading, steps, nested.path):
                    self.judge_block(nested, self.reader.read(instance, nested.path))

    # One constraint

    def judge_constraint(self, constraint, reading, path):
        keyword, argument = constraint.keyword, constraint.argument
        if keyword in OPERATORS:
            return self.operator(keyword, argument, lambda block: self.block_truth(block, reading))
        if reading.unreadable and (keyword != "present" or reading.exists is None):
            return UNREADABLE
        if keyword == "required":
            return PASSED if reading.value is not None else FAILED
        if keyword == "present":
            return PASSED if reading.exists == argument else FAILED
        if keyword == "nullable":
            if not reading.exists:
                return MISSING
            return PASSED if reading.value is not None else FAILED
        if reading.value is None:
            return MISSING
        if keyword == "type":
            return PASSED if any(is_of_type(reading.value, name) for name in argument) else FAILED
        if keyword == "unique":
            return self.claim(constraint.rule, [reading.value])
        if keyword == "references" and isinstance(argument, InputReference):
            return PASSED if argument.holds([reading.value]) else FAILED
        if keyword == "chain":
            return self.chain(argument, reading)
        if keyword == "items" or (keyword == "contains" and isinstance(argument, Block)):
            return self.elements(keyword, argument, reading, path)
        if keyword == "propertyNames":
            if not isinstance(reading.value, Object):
                return wrong_kind(view(reading.value, ("object",), self.reader), self.reader.declared_types(path))
            names = [Reading(True, name, name) for name in reading.value.members]
            return outcome_of(all_of([True] + [self.block_truth(argument, name) for name in names]))
        if keyword == "fields":
            return self.members(argument, reading, path)
        return judge_simple(keyword, argument, reading.value, self.reader.declared_types(path), self.reader)

    def block_truth(self, block, reading):
        """A constraint block as one: a conjunction."""
        return all_of(truth_of(self.judge_constraint(c, reading, block.path)) for c in block.constraints)

    def chain(self, steps, reading):
        value = reading.value
        truths = [True]
        for step in steps:
            if isinstance(step, Block):
                truths.append(self.block_truth(step, Reading(True, value, reading.raw)))
                if truths[-1] is False:
                    return FAILED
                continue
            try:
                if isinstance(value, Cell):
                    value = Cell(step(value.text), value.separator, value.element)
                elif isinstance(value, str):
                    value = step(value)
            except PatternLimit:
                return UNREADABLE
        return outcome_of(all_of(truths))

    def elements(self, keyword, block, reading, path):
        value = view(reading.value, ("array",), self.reader)
        if not isinstance(value, list):
            return wrong_kind(value, self.reader.declared_types(path))
        if keyword == "items":
            readings = self.reader.element_readings(value, reading, block.path)
            return outcome_of(all_of(self.block_truth(block, element) for element in readings))
        # `contains` sees elements as the whole array's constraints do: not normalized.
        readings = [Reading(True, element, element) for element in value]
        return outcome_of(any_of([False] + [self.block_truth(block, element) for element in readings]))

    def members(self, blocks, reading, path):
        if not isinstance(reading.value, Object):
            return wrong_kind(view(reading.value, ("object",), self.reader), self.reader.declared_types(path))
        truths = []
        for steps, block in blocks:
            for instance in self.reader.member_instances(reading, steps, block.path):
                truths.append(self.block_truth(block, self.reader.read(instance, block.path)))
        return outcome_of(all_of(truths))

    def operator(self, keyword, argument, truth):
        """The outcome of a combinator, given how to find the truth of an operand."""
        if keyword == "when":
            condition = truth(argument.condition)
            if condition in (LIMITED, UNREADABLE):
                return outcome_of(condition)
            branch = argument.consequence if condition is True else argument.alternative
            return NOT_APPLICABLE if branch is None else outcome_of(truth(branch))
        if keyword == "not":
            return outcome_of(inverted(truth(argument)))
        truths = [truth(operand) for operand in argument]
        result = all_of(truths) if keyword == "all" else any_of(truths)
        return outcome_of(inverted(result) if keyword == "none" else result)

    # Entries of `rules`

    def entry_outcome(self, rule):
        if rule.keyword == "compare":
            return self.compare(rule.expression)
        if rule.keyword == "unique":
            readings = [self.reader.readings(self.root, path)[0] for path in rule.expression]
            if any(reading.unreadable for reading in readings):
                return UNREADABLE
            values = [reading.value for reading in readings]
            return MISSING if any(value is None for value in values) else self.claim(rule, values)
        if rule.keyword == "references":
            return self.combination(rule)
        if rule.keyword == "additionalFields":
            return self.additional_members()
        return self.operator(rule.keyword, rule.expression, self.path_block_truth)

    def combination(self, rule):
        found = rule.expression
        is_input = isinstance(found, InputReference)
        fields = found.fields if is_input else found[0]
        readings = [self.reader.readings(self.root, path)[0] for path in fields]
        if any(reading.unreadable for reading in readings):
            return UNREADABLE
        values = [reading.value for reading in readings]
        if any(value is None for value in values):
            return MISSING
        types = [self.reader.declared_types(path) for path in fields]
        holds = found.holds(values) if is_input else found[1].holds_row(values, types)
        return PASSED if holds else FAILED

    def claim(self, rule, values):
        """docs/reference/constraints.md#unique: every occurrence after the first in input order fails."""
        key = tuple(equality_key(value) for value in values)
        keys = self.claimed.setdefault(rule, set())
        if key in keys:
            return FAILED
        keys.add(key)
        return PASSED

    def path_block_truth(self, block):
        return all_of(self.part_truth(keyword, argument) for keyword, argument in block.parts)

    def part_truth(self, keyword, argument):
        if keyword == "path":
            readings = self.instances(argument.path)
            return all_of(self.block_truth(argument, reading) for reading in readings)
        if keyword == "compare":
            return truth_of(self.compare(argument))
        if keyword == "rule":
            outcome = self.outcome(self.profile.rule(argument.id))
            return LIMITED if outcome == UNREADABLE else truth_of(outcome)
        return truth_of(self.operator(keyword, argument, self.path_block_truth))

    def known_members(self):
        if self.reader.is_csv:
            return {name for path in self.profile.named for name in columns_of(path, self.root)}
        if any(isinstance(path[0], Members) for path in self.profile.named):
            return set(self.root.members)
        return {getattr(path[0], "name", None) or getattr(path[0], "text", "") for path in self.profile.named}

    def additional_members(self):
        names = self.root if self.reader.is_csv else self.root.members
        return PASSED if self.known_members().issuperset(names) else FAILED

    def extra_fields(self, rule):
        """The place of the object that has fields which `additionalFields` does not know, and these; else None."""
        if rule.expression is not None:
            members, place, known = (self.root if self.reader.is_csv else self.root.members), (), self.known_members()
        else:
            reading = self.failing_reading(rule)
            if not isinstance(reading.raw, Object) or self.reader.masking.is_masked(reading.place):
                return None
            members, place, known = reading.raw.members, reading.place, rule.known
        return place, [(name, members[name]) for name in members if name not in known]

    def leaves_part_out(self, rule):
        """docs/reference/rules.md#missing-values-in-conditions: whether the condition of an entry is decided although
        a part of it says nothing."""
        condition = rule.expression and rule.expression.condition
        if not condition or self.path_block_truth(condition) not in (True, False):
            return False
        return self.has_part_left_out(condition)

    def has_part_left_out(self, condition):
        return any(self.is_left_out(keyword, argument) for keyword, argument in condition.parts)

    def is_left_out(self, keyword, argument):
        if keyword in ("all", "any", "none"):
            return any(self.has_part_left_out(block) for block in argument)
        if keyword == "not":
            return self.has_part_left_out(argument)
        if self.part_truth(keyword, argument) is not None:
            return False
        several = keyword == "path" and any(isinstance(step, EVERY) for step in argument.path)
        return keyword != "path" or several or self.instances(argument.path)[0].value is None

    def compare(self, comparison):
        plain = comparison.within is None and all(
            isinstance(side, operands.Value) for side in (comparison.left, comparison.right))
        if comparison.notations:
            return self.compare_times(comparison)
        return self.compare_values(comparison) if plain else self.relate(comparison)

    def compare_times(self, comparison):
        """docs/reference/dates.md: points of time; a side that is not in its notation makes the comparison fail."""
        readings = [self.reader.readings(self.root, side.path)[0] for side in (comparison.left, comparison.right)]
        if any(reading.unreadable for reading in readings):
            return UNREADABLE
        if any(reading.value is None for reading in readings):
            return MISSING
        points = []
        for reading, notation in zip(readings, comparison.notations):
            text = view(reading.value, ("text",), self.reader)
            points.append(notation.read(text) if isinstance(text, str) else None)
        if None in points:
            return FAILED
        left, right = points
        holds = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right, "==": left == right,
                 "!=": left != right}[comparison.operator]
        return PASSED if holds else FAILED

    def relate(self, comparison):
        """docs/reference/rules.md#expressions."""
        left, right = self.computed(comparison.left), self.computed(comparison.right)
        worst = operands.worst(left, right)
        if worst:
            return {operands.UNKNOWN: UNREADABLE, operands.NOTHING: MISSING}.get(worst, FAILED)
        if comparison.within is not None:
            near = abs(left - right) <= operands.exact(comparison.within)
            if near:
                return FAILED if comparison.operator == "!=" else PASSED
        holds = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right, "==": left == right,
                 "!=": left != right}[comparison.operator]
        return PASSED if holds else FAILED

    def computed(self, operand):
        """What an operand comes to: a fraction, or why it is none."""
        if isinstance(operand, operands.Constant):
            return operand.value
        if isinstance(operand, operands.Operation):
            return self.combined(operand.sign, self.computed(operand.left), self.computed(operand.right))
        if isinstance(operand, operands.Function) and operand.name in operands.OVER_SEVERAL:
            return self.folded(operand)
        reading = self.reader.readings(self.root, operand.path)[0]
        if reading.unreadable:
            return operands.UNKNOWN
        if reading.value is None:
            return operands.NOTHING
        if isinstance(operand, operands.Value):
            return self.number(reading.value)
        return self.counted(operand.name, reading.value)

    @staticmethod
    def combined(sign, left, right):
        worst = operands.worst(left, right)
        if worst:
            return worst
        return {"+": left + right, "-": left - right, "*": left * right}[sign]

    def number(self, value):
        number = view(value, ("number",), self.reader)
        return operands.exact(number) if isinstance(number, Number) else operands.NOT_A_NUMBER

    def counted(self, name, value):
        if name == "length":
            text = view(value, ("text",), self.reader)
            if not isinstance(text, str):
                return operands.NOT_A_NUMBER
            return text_length(text, self.profile.length_unit)
        value = view(value, ("array",), self.reader)
        if isinstance(value, Object):
            return len(value.members)
        return len(value) if isinstance(value, list) else operands.NOT_A_NUMBER

    def folded(self, operand):
        first = next(i for i, step in enumerate(operand.path) if isinstance(step, EVERY))
        if self.reader.is_csv and isinstance(split_column(operand.path)[0], Columns):
            # Nothing is around the columns but the row.
            return self.folded_parts(operand)
        if first == 0:
            return self.folded_parts(operand)
        whole = self.reader.readings(self.root, operand.path[:first])[0]
        if whole.unreadable:
            return operands.UNKNOWN
        if whole.value is None:
            return operands.NOTHING
        return self.folded_parts(operand)

    def each(self, operand):
        """What an operand comes to in each element."""
        if isinstance(operand, operands.Constant):
            return itertools.repeat(operand.value)
        if isinstance(operand, operands.Operation):
            return (self.combined(operand.sign, *pair) for pair in zip(self.each(operand.left), self.each(operand.right)))
        return (operands.UNKNOWN if reading.unreadable else operands.NOTHING if reading.value is None else self.number(reading.value)
                for reading in self.reader.readings(self.root, operand.path))

    def folded_parts(self, operand):
        if operand.each is not None:
            return self.folded_numbers(operand.name, [part for part in self.each(operand.each) if part != operands.NOTHING])
        readings = self.reader.readings(self.root, operand.path)
        if any(reading.unreadable for reading in readings):
            return operands.UNKNOWN
        return self.folded_numbers(operand.name, [self.number(reading.value) for reading in readings if reading.value is not None])

    @staticmethod
    def folded_numbers(name, parts):
        worst = operands.worst(*parts)
        if worst:
            return worst
        if name == "sum":
            return sum(parts)
        return {"min": min, "max": max}[name](parts) if parts else operands.NOTHING

    def compare_values(self, comparison):
        sides = [self.reader.readings(self.root, side.path)[0] for side in (comparison.left, comparison.right)]
        if any(side.unreadable for side in sides):
            return UNREADABLE
        left, right = (side.value for side in sides)
        if left is None or right is None:
            return MISSING
        left, right = self.compared(left, right, comparison)
        return PASSED if compares(left, comparison.operator, right) else FAILED

    def compared(self, left, right, comparison):
        """docs/reference/rules.md#compare: how undeclared cells are read beside each other."""
        if isinstance(left, Cell) and isinstance(right, Cell):
            numbers = [read_cell(side.text, "number") for side in (left, right)]
            return (left.text, right.text) if ABSENT in numbers else numbers
        if isinstance(left, Cell):
            return self.read_as(left, comparison.right.path), right
        if isinstance(right, Cell):
            return left, self.read_as(right, comparison.left.path)
        return left, right

    def read_as(self, cell, path):
        for name in self.reader.types(path) or ():
            value = read_cell(cell.text, name)
            if value is not ABSENT:
                return value
        return cell.text


def compares(left, operator, right):
    if operator in ("==", "!="):
        return (equality_key(left) == equality_key(right)) == (operator == "==")
    if isinstance(left, Number) and isinstance(right, Number):
        order = left.compare(right)
    elif isinstance(left, str) and isinstance(right, str):
        order = (left > right) - (left < right)
    else:
        return False
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[operator]


def repeats_named_key(value, paths):
    """docs/reference/inputs.md#built-in-rules: whether a key on the way of a path occurs twice in its object."""
    return any(repeats_on_way(value, path) for path in paths)


def repeats_on_way(value, path):
    if not path:
        return False
    step, rest = path[0], path[1:]
    if isinstance(step, Star):
        return isinstance(value, list) and any(repeats_on_way(element, rest) for element in value)
    if isinstance(step, Members):
        if not isinstance(value, Object):
            return False
        return bool(value.repeated) or any(repeats_on_way(member, rest) for member in value.members.values())
    if isinstance(value, Object) and not isinstance(step, Index):
        name = step.text if hasattr(step, "text") else step.name
        return name in value.repeated or repeats_on_way(value.get(name), rest)
    if isinstance(value, list) and not hasattr(step, "name"):
        number = step.number if isinstance(step, Index) else int(step.text)
        if number < 0:
            # All elements are on the way to the last one.
            return any(repeats_on_way(element, rest) for element in value)
        return number < len(value) and repeats_on_way(value[number], rest)
    return False

"""A whole run: inputs judged by a profile, and its report and exit code."""

import os

from .constraints import BLOCKED, FAILED, FAILURES, LOCATED, PASSED
from .evaluation import repeats_named_key
from .inputs import Input
from .paths import EVERY, Index, Key, columns_of, dotted, may_meet, split_column
from .profile import ProfileError, load_profile
from .masking import MASK, column_place
from .reading import Reader
from .references import InputReference
from .sections import Judgement
from . import table
from .report import (
    FieldCounts, RuleCounts, fill_message, is_counted, message_path, paths_of_message, shortened,
    shown)
from .values import ABSENT, Object, as_written, write_json
from .visible import visible


# Behind this many bytes what a sample shows of an array or object is not settled.
SHOWN_BYTES = 1500


class UsageError(Exception):
    """A command line that cannot be meant."""


class Options:
    """The options of `check` that change what is counted."""

    def __init__(self, input_format="auto", samples=5, only=(), skip=(), fail_on="error", strict=False, limit=None,
                 max_record_bytes=64 << 20):
        self.input_format, self.samples, self.only, self.skip = input_format, samples, only, skip
        self.fail_on, self.strict, self.limit, self.max_record_bytes = fail_on, strict, limit, max_record_bytes


def names_rule(name, rule):
    if rule.section and name == rule.section.id + ".*":
        return True
    if name.startswith("label:"):
        return name[len("label:"):] in rule.labels
    return name == rule.id


def select_rules(profile, options):
    """docs/reference/command-line.md#selecting-rules."""
    rules = profile.built_ins + profile.all_rules + profile.all_table
    for name in (*options.only, *options.skip):
        sections = [section.id + ".*" for section in profile.sections]
        if name not in sections and not any(names_rule(name, rule) for rule in rules):
            raise UsageError("no rule %r" % name)
    for rule in rules:
        selected = rule.is_built_in or not options.only or any(names_rule(name, rule) for name in options.only)
        skipped = any(names_rule(name, rule) for name in options.skip)
        rule.is_run = selected and not skipped and rule.severity != "off"


class Run:
    """Counts over all inputs."""

    def __init__(self, profile, options):
        self.profile = profile
        self.options = options
        select_rules(profile, options)
        self.counts = {rule: RuleCounts(rule) for rule in profile.built_ins + profile.all_rules + profile.all_table}
        self.measured = {}
        self.built_ins = {rule.keyword: self.counts[rule] for rule in profile.built_ins}
        self.written_paths = profile.named + [
            path for rule in profile.all_rules for path in paths_of_message(rule.message)]
        self.fields = [FieldCounts(path, section) for section, path in profile.fields if is_counted(path)]
        self.claimed = {}
        self.left_out = {rule: 0 for rule in profile.all_rules if rule.keyword == "when" and rule.is_run}
        self.totals = dict.fromkeys(("total", "valid", "invalid", "malformed"), 0)
        self.inputs = []
        self.limit_reached = False
        self.exit_two = False
        self.has_header = self.reads_twice = False
        self.seen = set()
        self.formats = set()

    def judge_input(self, number, input):
        entry = {"path": input.path, "format": "jsonl" if input.format == "jsonl" else input.format,
                 "compression": "gzip" if input.is_gzip else "none", "bytes": input.stored_bytes, "records": 0,
                 "malformed": 0, "complete": True}
        self.inputs.append(entry)
        if self.limit_reached:
            entry.update(complete=False, compression="none")
            return
        readers = {part: Reader(part or self.profile, input.is_csv) for part in (None, *self.profile.sections)}
        self.formats.add("csv" if input.is_csv else "jsonl")
        for record in input.records():
            if self.options.limit is not None and self.totals["total"] == self.options.limit:
                self.limit_reached = True
                entry["complete"] = False
                self.note_header(number, input)
                return
            entry["records"] += 1
            self.totals["total"] += 1
            if record.fault:
                entry["malformed"] += 1
                self.malformed(number, record)
            else:
                self.judge_record(number, record, readers)
        self.note_header(number, input)
        if not input.complete:
            self.exit_two = True
            entry["complete"] = False

    def note_header(self, number, input):
        """The names of the columns, which the header says, whatever follows."""
        for rule in self.profile.all_table:
            if input.is_csv and rule.is_run and rule.names is not None and input.names:
                table.note_names(rule, input.names)
        if input.is_csv and input.names is not None:
            self.judge_header(number, input)

    def judge_header(self, number, input):
        """Whether a column is named twice: an error if a rule reads it."""
        counts, names = self.built_ins["duplicate-column"], input.names
        twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
        self.has_header = True
        counts.add(FAILED if twice else PASSED)
        if not twice:
            return
        self.reads_twice |= any(self.reads_column(name) for name in twice)
        if not counts.rule.severity_is_given:
            counts.rule.severity = "error" if self.reads_twice else "warning"
        pointers = [escaped(name) for name in twice]
        sample = {"input": number, "line": input.header_line, "record": 0, "byteOffset": input.header_offset,
                  "instanceLocation": pointers[0]}
        if len(twice) > 1:
            sample.update(places=pointers[:5], morePlaces=len(twice) - 5)
        counts.add_failure(sample, self.options.samples)

    def reads_column(self, name):
        lists = [rule for rule in self.profile.all_table if rule.names is not None and rule.is_run]
        return any(columns_of(path, [name]) for path in self.profile.named) or any(
            rule.match in ("exact", "equal", "superset") or name in rule.names for rule in lists)

    def written(self, counts):
        result = counts.written()
        if counts.rule in self.left_out:
            result["partLeftOut"] = self.left_out[counts.rule]
        # The tool counts the values of each format apart.
        if counts.rule in self.measured:
            result.update(kind="table", samplesTruncated=False, **self.measured[counts.rule])
        result["topValuesAreOpen"] |= counts.rule.keyword in ("unique", "references") and len(self.formats) > 1
        return result

    def malformed(self, number, record):
        self.totals["malformed"] += 1
        counts = self.built_ins["malformed"]
        counts.add(FAILED)
        if counts.rule.is_run:
            counts.kinds[record.fault.kind] = counts.kinds.get(record.fault.kind, 0) + 1
        counts.add_failure({**place(number, record), "kind": record.fault.kind, "column": record.fault.column},
                           self.options.samples)

    def judge_record(self, number, record, readers):
        failures = []
        reader = readers[None]
        self.built_ins["malformed"].add(PASSED)
        is_object = reader.is_csv or isinstance(record.value, Object)
        self.note(self.built_ins["not-an-object"], PASSED if is_object else FAILED, failures)
        if not is_object:
            for name in ("duplicate-key", "no-section"):
                if name in self.built_ins:
                    self.note(self.built_ins[name], BLOCKED, failures)
            for rule in self.profile.all_rules:
                self.counts[rule].add(BLOCKED)
            self.built_in_samples(number, record, failures)
            self.count_validity(failures)
            return
        repeated = not reader.is_csv and repeats_named_key(record.value, self.profile.named)
        self.note(self.built_ins["duplicate-key"], FAILED if repeated else PASSED, failures)
        judgement = Judgement(self.profile, readers, record.value, self.claimed)
        if "no-section" in self.built_ins:
            belongs = judgement.parts or judgement.open
            self.note(self.built_ins["no-section"], PASSED if belongs else FAILED, failures)
        self.built_in_samples(number, record, failures)
        self.count_fields(record.value, readers, judgement)
        outcomes = judgement.judge(self.profile.all_rules)
        for part in (None, *judgement.parts):
            rules = part.table if part else self.profile.table
            table.judge_record(rules, readers[part], record.value, judgement.parts.get(part, judgement.whole))
        for rule in self.left_out:
            if rule.section is None or rule.section in judgement.parts:
                self.left_out[rule] += judgement.evaluation(rule).leaves_part_out(rule)
        for rule, outcome in outcomes.items():
            self.counts[rule].add(FAILED if outcome in FAILURES else outcome)
            if outcome in FAILURES and rule.is_run:
                failures.append(rule)
                if rule.section in judgement.open:
                    # No value is at fault.
                    sample = {**place(number, record), "instanceLocation": ""}
                else:
                    sample = self.sample(number, record, readers[rule.section], rule, judgement.evaluation(rule))
                if outcome != FAILED:
                    sample["reason"] = "pattern-limit"
                self.counts[rule].add_failure(sample, self.options.samples)
        self.count_validity(failures)

    def note(self, counts, outcome, failures):
        counts.add(outcome)
        if outcome == FAILED and counts.rule.is_run:
            failures.append(counts.rule)

    def built_in_samples(self, number, record, failures):
        for rule in failures:
            self.counts[rule].add_failure(place(number, record), self.options.samples)

    def count_validity(self, failures):
        invalid = any(rule.severity == "error" for rule in failures)
        self.totals["invalid" if invalid else "valid"] += 1

    def count_fields(self, root, readers, judgement):
        parts = (None, *judgement.parts)
        for part in judgement.parts:
            part.records += 1
        for field in self.fields:
            if field.section in parts:
                reader = readers[field.section]
                found = reader.find(root, field.path)[0]
                field.add(found.raw, found.is_element, reader.missing_values)
        for part, path in self.profile.fields:
            if part in parts and any(found.raw is not ABSENT for found in readers[part].find(root, path)):
                self.seen.add((part, path))

    def sample(self, number, record, reader, rule, evaluation):
        result = place(number, record)
        value, whole, hides = self.failing_value(record, reader, rule, evaluation)
        if value is not ABSENT:
            result["value"], result["whole"] = shortened(value), whole
        if hides:
            result["masked"] = True
        combinator_over_elements = rule.expression is not None and rule.field and not is_counted(rule.field)
        # The tool shows the member at fault.
        if combinator_over_elements or rule.keyword == "fields" or (
                not isinstance(value, str) and len(shown(value).encode()) > SHOWN_BYTES):
            result["open"] = True
        extra = evaluation.extra_fields(rule) if rule.keyword == "additionalFields" else None
        # What is not an object, where its type lets the rule fail, has no fields.
        if extra and extra[1]:
            place_of_object, fields = extra
            first, raw = fields[0]
            if reader.is_csv:
                raw = reader.masking.visible(raw, column_place(first))
            value = result["value"] = result["whole"] = shortened(raw)
            result.pop("masked", None)
            result["names"] = [name for name, _ in fields]
            places = [pointer(reader, place_of_object) + escaped(name) for name, _ in fields]
            result["instanceLocation"] = places[0]
            if len(places) > 1:
                result["places"], result["morePlaces"] = places[:5], len(places) - 5
        self.locate(result, record, reader, rule, evaluation)
        if rule.message is not None:
            result["message"] = visible(fill_message(rule.message, lambda name: self.message_part(
                name, record, reader, rule, value)))
        return result

    def locate(self, result, record, reader, rule, evaluation):
        """docs/reference/reports.md#samples-and-top-values, where it is settled: not for combinators and blocks that
        are one rule."""
        if rule.keyword in ("compare", "unique", "references") and rule.expression is not None:
            path = rule.paths[0] if len(rule.paths) == 1 and is_counted(rule.paths[0]) else None
            result["instanceLocation"] = pointer(reader, path) if path else ""
        elif rule.expression is None and rule.keyword in LOCATED:
            readings = evaluation.failing_readings(rule)
            places = [self.shown_pointer(reader, found.place) for found in readings]
            reading = evaluation.failing_reading(rule)
            is_absent = not reading.place and is_counted(rule.field)
            found = rule.field if is_absent else reading.place
            result["instanceLocation"] = self.shown_pointer(reader, found)
            if len(places) > 1:
                result["places"] = places[:5]
                result["morePlaces"] = len(places) - 5

    def shown_pointer(self, reader, place):
        """The JSON Pointer of a place; inside a masked value, names that no path has are masked."""
        steps = [
            Key(MASK) if isinstance(step, Key) and reader.masking.is_masked(place[:depth])
            and not self.is_named(place[:depth + 1]) else step
            for depth, step in enumerate(place)
        ]
        return pointer(reader, place if reader.is_csv else steps)

    def is_named(self, place):
        """Whether a path has the name that a place ends with."""
        return any(
            len(path) >= len(place) and not isinstance(path[len(place) - 1], EVERY)
            and all(may_meet(*pair) for pair in zip(path, place))
            for path in self.written_paths)

    def failing_value(self, record, reader, rule, evaluation):
        """What a sample shows, the same uncut, and whether a part of it may be masked."""
        masking = reader.masking
        if rule.field is not None:
            if rule.expression is None:
                reading = evaluation.failing_reading(rule)
            else:
                reading = evaluation.failing_instance(rule)
            value, hides = masking.visible(reading.raw, reading.place), masking.hides(reading.place)
            is_elsewhere = len(reading.place) != len(rule.field)
            if hides and is_elsewhere and value is not ABSENT and not isinstance(value, (list, Object)):
                value = MASK
            return value, value, hides
        # A key of which a part is masked is masked, even where a default stands for that part.
        is_key = rule.keyword == "unique" or isinstance(rule.expression, InputReference)
        present, hides = [], is_key and any(map(masking.hides_at, rule.paths))
        for path in rule.paths:
            if not is_counted(path):
                continue
            found = reader.find(record.value, path)[0]
            if found.raw is not ABSENT:
                present.append((dotted(path), masking.visible(found.raw, found.place)))
                hides |= masking.hides(found.place)
        if not present:
            return ABSENT, ABSENT, hides
        whole = Object(present)
        whole.written = written_members(present)
        present = [(name, shortened(raw)) for name, raw in present]
        value = Object(present)
        value.written = written_members(present)
        return value, whole, hides

    def message_part(self, name, record, reader, rule, value):
        if name == "value":
            return shown(value)
        if name == "field":
            return dotted(rule.field) if rule.field else ""
        if name == "line":
            return str(record.line)
        if name == "rule":
            return rule.id
        path = message_path(name)
        if not is_counted(path):
            return "absent"
        found = reader.find(record.value, path)[0]
        return shown(reader.masking.visible(found.raw, found.place))

    # The end of a run

    def finish(self):
        well_formed = self.totals["valid"] + self.totals["invalid"]
        if not self.has_header:
            del self.counts[self.built_ins["duplicate-column"].rule]
        for rule in self.profile.all_table:
            if rule.is_run:
                self.measured[rule] = table.finish(rule, self.counts[rule], self.types_of(rule))
        self.built_ins["empty-input"].add(FAILED if well_formed < self.profile.minimum_records else PASSED)
        if "too-many-records" in self.built_ins:
            self.built_ins["too-many-records"].add(FAILED if well_formed > self.profile.maximum_records else PASSED)

    def types_of(self, rule):
        declaration = (rule.section or self.profile).declarations.get(rule.path) if rule.path else None
        return declaration.types if declaration else None

    def exit_code(self):
        if self.exit_two:
            return 2
        if self.options.fail_on == "never":
            return 0
        return 1 if self.has_failed() or (self.options.strict and self.strict_fails()) else 0

    def has_failed(self):
        levels = ("error", "warning") if self.options.fail_on == "warning" else ("error",)
        return any(c.rule.is_run and c.rule.severity in levels and c.is_beyond for c in self.counts.values())

    def strict_fails(self):
        return any(c.status == "idle" for c in self.counts.values()) or bool(self.unread())

    def unread(self):
        """docs/reference/outcomes.md#evaluated-and-idle; if nothing was read at all, that is what fails."""
        if not self.totals["valid"] + self.totals["invalid"]:
            return []
        return [field for field in self.profile.fields if field not in self.seen and (not field[0] or field[0].records)]

    def report(self):
        code = self.exit_code()
        failed = self.has_failed() or (self.options.strict and self.strict_fails())
        result = {
            "schema": "bulkcheck-report-1",
            "outcome": "failed" if failed else "incomplete" if code == 2 else "passed",
            "exitCode": code,
            "complete": code != 2,
            "inputs": self.inputs,
            "records": self.totals,
            "fields": [field.written() for field in self.fields],
            "rules": [self.written(counts) for counts in self.counts.values()],
        }
        if self.profile.sections:
            result["sections"] = [{"id": part.id, "records": part.records} for part in self.profile.sections]
        if self.limit_reached:
            result["limitReached"] = True
        return result


def pointer(reader, place):
    """The JSON Pointer of a place; in CSV of its column, and of an element of its cell."""
    names = []
    if reader.is_csv:
        column, rest = split_column(place)
        names = [column] if len(rest) < len(place) else []
        place = rest
    names += [str(step.number) if isinstance(step, Index) else getattr(step, "text", None) or step.name for step in place]
    return "".join(map(escaped, names))


def escaped(name):
    """A step of a JSON Pointer."""
    return "/" + name.replace("~", "~0").replace("/", "~1")


def place(number, record):
    return {"input": number, "line": record.line, "record": record.number, "byteOffset": record.offset}


def written_members(pairs):
    return "{%s}" % ", ".join("%s: %s" % (write_json(name), as_written(raw)) for name, raw in pairs)


def check(profile_bytes, inputs, options, references=()):
    """The report of a run over `inputs`, pairs of a path and its stored bytes; raises ProfileError or UsageError.
    `references` are such pairs too: the files that the profile refers to."""
    profile = load_profile(profile_bytes, dict(references))
    run = Run(profile, options)

    def opened():
        return [Input(path, stored, options.input_format, profile, options.max_record_bytes) for path, stored in inputs]

    if any(part.input_references for part in (profile, *profile.sections)):
        gather_offers(profile, opened(), options.limit)
    for number, input in enumerate(opened()):
        run.judge_input(number, input)
    run.finish()
    return run.report()


def gather_offers(profile, inputs, limit):
    """What records offer to those that refer to them."""
    total = 0
    for input in inputs:
        readers = {part: Reader(part or profile, input.is_csv) for part in (None, *profile.sections)}
        for record in input.records():
            if limit is not None and total == limit:
                return
            total += 1
            if not record.fault and (input.is_csv or isinstance(record.value, Object)):
                judgement = Judgement(profile, readers, record.value, {})
                for part in (None, *judgement.parts):
                    for reference in profile.offered_by(part):
                        reference.offer(readers[part], record.value)


def check_files(profile_path, paths, options):
    """Like `check`, for files."""
    with open(profile_path, "rb") as file:
        profile_bytes = file.read()
    inputs = []
    for path in paths:
        with open(os.fspath(path), "rb") as file:
            inputs.append((path, file.read()))
    return check(profile_bytes, inputs, options)


__all__ = ["Options", "ProfileError", "UsageError", "check", "check_files"]

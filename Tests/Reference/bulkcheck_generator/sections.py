"""Random sections: blocks and rules for the records that meet a condition, over the fields of a random profile."""

from .profiles import Field, ProfileMaker
from .raw import Raw
from .tables import combinations, input_references, table_rules

NAMES = ["s0", "patient", "x.y"]
SETTINGS = [{"severity": "error"}, {"severity": "warning", "tolerance": "20%"}, {"severity": "off"}, {"tolerance": Raw("2")}, {}]


class SectionMaker(ProfileMaker):
    """Makes the parts of one section."""

    def __init__(self, random, outer, name):
        super().__init__(random, outer.is_csv)
        self.prefix = name + "."
        self.priorities, self.tags, self.endless = outer.priorities, outer.tags, outer.endless
        self.references = outer.references
        self.rule_ids = [name for name in outer.rule_ids if not name.endswith(".*")]
        self.fields = [self.again(field) for field in random.sample(outer.fields, random.randint(1, len(outer.fields)))]

    def again(self, field):
        """The same path, about the same values, with what the profile declares of it."""
        again = Field(field.path, field.kind, field.column)
        again.pool, again.declared, again.temporal = field.pool, field.declared, field.temporal
        return again

    def condition(self, outer):
        if self.chance(0.75):
            single = [field for field in outer.fields if field.pool and field.kind not in ("array", "object")]
            if single:
                field = self.pick(single)
                values = [self.pick(field.pool) for _ in range(2)]
                return {field.path: self.pick([{"const": values[0]}, {"enum": values}, {"notEnum": values[:1]},
                                               {"notEnum": values}, {"required": True}, {"not": {"enum": values}}])}
        ids, self.rule_ids = self.rule_ids, []
        block = self.path_block()
        self.rule_ids = ids
        return block

    def block_of(self, field):
        block = self.field_block(field)
        if "[*]" in field.path:
            block.pop("unique", None)
        if "separator" in block and self.chance(0.3):
            block["separator"] = self.pick(["/", ";", "||"])
        if "type" in block and self.chance(0.1):
            block["type"] = self.pick(["string", ["integer", "string"], "boolean"])
        return block

    def entries(self):
        result = []
        for _ in range(self.random.randint(0, 2)):
            before = len(self.rule_ids)
            result.append(self.entry())
            self.rule_ids[before:] = [self.prefix + name for name in self.rule_ids[before:]]
        return result

    def section(self, outer, columns):
        name = self.prefix[:-1]
        section = {"id": name, "when": self.condition(outer)}
        if self.chance(0.3):
            section["count"] = self.pick([{"min": Raw("1")}, {"max": Raw("3")}, {"min": Raw("2"), "max": Raw("9"), "severity": "warning"}])
        blocks = {field.path: self.block_of(field) for field in self.fields if self.chance(0.8)}
        if blocks:
            section["fields"] = blocks
        if self.chance(0.15):
            section["additionalFields"] = self.weighted(False)
        rules = self.entries()
        if self.chance(0.15):
            rules += input_references(self.random, self.fields)
        if columns and self.chance(0.1):
            rules += combinations(self.random, self.fields, columns)
        if rules:
            section["rules"] = rules
        if self.chance(0.25):
            section["table"] = table_rules(self.random, self.fields, columns)
        return section


def add_references(random, profile, sections):
    """References to the records of sections and to the input itself, in blocks of fields, also below `[*]`."""
    for part in [profile, *sections]:
        blocks = [block for block in part.get("fields", {}).values() if isinstance(block, dict)]
        target = random.choice(sections)
        names = [path for path in target.get("fields", {}) if "*" not in path]
        if not blocks or not names or random.random() < 0.6:
            continue
        operand = {"section": target["id"], "field": random.choice(names)}
        if random.random() < 0.3:
            operand = {"file": ".", "column": random.choice(names)}
        block = random.choice(blocks)
        block = block["items"] if isinstance(block.get("items"), dict) and "value" not in block["items"] else block
        if "references" not in block:
            block["references"] = operand


def add_sections(random, maker, profile):
    """Adds sections to a profile, behind all that it has."""
    columns = [dict(value) for value, _ in maker.references.columns]
    sections = []
    for name in random.sample(NAMES, random.choice([1, 2, 2, 3])):
        own = SectionMaker(random, maker, name)
        sections.append(own.section(maker, columns))
        maker.rule_ids = own.rule_ids + [name + ".*"] * 2
    add_references(random, profile, sections)
    if random.random() < 0.02:
        random.choice(sections).pop(random.choice(["id", "when"]))
    if random.random() < 0.02:
        sections.append(dict(sections[0]))
    profile["sections"] = sections
    if random.random() < 0.5:
        profile.setdefault("input", {})["no-section"] = random.choice(SETTINGS)

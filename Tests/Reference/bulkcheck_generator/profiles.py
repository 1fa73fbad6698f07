"""Random profiles, most of them without a mistake; what they contain steers the data that is made for them."""

from bulkcheck_reference.constraints import ABOUT, ANY_KIND, OBJECT
from bulkcheck_reference.model import KIND_OF_TYPE

from .pools import (ENDLESS_PATTERNS, ENDLESS_TEXTS, FORMAT_TEXTS, NUMBERS, OPTIONS, PATTERNS, REPLACEMENTS, START_SETTINGS,
                    TEXTS)
from .random_patterns import random_pattern, random_text
from .raw import Raw
from .references import ReferenceMaker
from . import times

ALLOWED_TYPES = {"text": "string", "number": "number", "integer": "integer", "boolean": "boolean", "array": "array", "object": "object"}
PLAIN_NUMBERS = ["0", "1", "-1", "0.1", "3", "10", "17", "18", "100", "120", "1.50", "1e2", "9007199254740993", "1e400"]


class Field:
    """A path of a profile: how it is written, its column in CSV, and what its values are about."""

    def __init__(self, path, kind, column=None):
        self.path, self.kind, self.column = path, kind, column or path
        self.pool = []
        self.declared = None
        # The number of its notation, for dates and times.
        self.temporal = None


class ProfileMaker:
    """Makes one profile."""

    def __init__(self, random, is_csv):
        self.random = random
        self.is_csv = is_csv
        self.fields = []
        self.rule_ids = []
        self.labels = ["contact", "pii", "billing"]
        self.ids = 0
        self.priorities = {}
        self.tags = random.random() < 0.5
        # Whether patterns reach the match limit: in few profiles, since that takes time.
        self.endless = random.random() < 0.12
        self.references = ReferenceMaker(random)

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, items):
        return self.random.choice(items)

    # Attributes

    def identifier(self):
        self.ids += 1
        return "%s-%d" % (self.pick(["rule", "R", "x.y", "9a_"]), self.ids)

    def attributes(self, field_path=None):
        result = {}
        if self.chance(0.4):
            result["id"] = self.identifier()
        if self.chance(0.35):
            result["severity"] = self.pick(["error", "warning", "warning", "info", "off"])
        if self.chance(0.3):
            result["tolerance"] = self.tolerance()
        if self.chance(0.25):
            result["labels"] = [self.pick(self.labels)]
        if self.chance(0.3):
            result["message"] = self.message()
        if self.chance(0.1):
            result["code"] = "E1"
        if self.tags and self.chance(0.35):
            tag = self.pick(["t", "u"])
            used = self.priorities.setdefault(tag, ["50"])
            free = [p for p in ["low", "high", "1", "2.5", "60", "99", "-3", "7", "8", "9"] if p not in used]
            result["tag"] = tag
            if "default" not in used and self.chance(0.3):
                used.append("default")
            elif free:
                priority = self.pick(free)
                used.append(priority)
                result["priority"] = priority if priority in ("low", "high") else Raw(priority)
            else:
                del result["tag"]
        return result

    def tolerance(self):
        return self.pick([Raw("0"), Raw("1"), Raw("5"), "10%", "0.1%", "33.4%", "100%", "0%",
                          {"count": Raw("2"), "percent": Raw("20")}, {"count": Raw("50"), "percent": Raw("12.5")}])

    def message(self):
        parts = ["got {value}", "{field} in {line}", "{rule}: ", "{{braces}}", "ü "]
        if self.fields:
            parts.append("{%s}" % self.pick(self.fields).path)
        return " ".join(self.pick(parts) for _ in range(self.random.randint(1, 3)))

    def weighted(self, value, probability=0.3):
        """A bare value or its long form."""
        if not self.chance(probability):
            return value
        return {"value": value, **self.attributes()}

    # Constraints for a kind of value

    def text_constraint(self, pool):
        keyword = self.pick(["minLength", "maxLength", "length", "notEmpty", "pattern", "pattern", "notPattern", "contains", "startsWith",
                             "endsWith", "format", "format", "const", "enum", "notEnum"])
        if keyword in ("minLength", "maxLength"):
            return keyword, Raw(self.pick(["0", "1", "2", "3", "5"]))
        if keyword == "length":
            low = self.random.randint(0, 3)
            return keyword, [Raw(low), Raw(low + self.random.randint(0, 3))]
        if keyword == "notEmpty":
            return keyword, True
        if keyword in ("pattern", "notPattern"):
            if self.endless:
                pool += ENDLESS_TEXTS
                return keyword, self.pick(ENDLESS_PATTERNS)
            if self.chance(0.03):
                return keyword, self.pick(START_SETTINGS) + self.pick(["a*", "^a?", "a*|b", "x*$", "^.?$", "\\w+"])
            if self.chance(0.5):
                pool += [random_text(self.random) for _ in range(4)]
                return keyword, random_pattern(self.random)
            return keyword, self.pick(PATTERNS)
        if keyword in ("contains", "startsWith", "endsWith"):
            return keyword, self.pick(["a", "b", "é", "", "1", " "])
        if keyword == "format":
            name = self.pick(sorted(FORMAT_TEXTS))
            pool += self.random.sample(FORMAT_TEXTS[name], min(6, len(FORMAT_TEXTS[name]))) * 2
            return keyword, name
        return keyword, self.choices(keyword, pool, TEXTS)

    def choices(self, keyword, pool, source, raw=False):
        chosen = [Raw(v) if raw else v for v in self.random.sample(source, 3)]
        pool += [chosen[0]] * 4
        return chosen[0] if keyword == "const" else chosen[:self.random.randint(1, 3)]

    def number_constraint(self, pool):
        keyword = self.pick(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "range", "multipleOf", "const", "enum", "notEnum"])
        if keyword == "range":
            bounds = self.pick([["18", "120"], ["0", "1"], ["-1", "0.3"], ["18", "18"], ["0", "1e400"]])
            pool += [Raw(b) for b in bounds] * 2
            return keyword, [Raw(b) for b in bounds]
        if keyword == "multipleOf":
            return keyword, Raw(self.pick(["0.01", "1", "3", "0.1", "2", "1e-3", "100", "0.07"]))
        if keyword in ("const", "enum", "notEnum"):
            return keyword, self.choices(keyword, pool, NUMBERS[:30], raw=True)
        bound = Raw(self.pick(PLAIN_NUMBERS))
        pool += [bound] * 2
        return keyword, bound

    def array_constraint(self, pool):
        keyword = self.pick(["minItems", "maxItems", "uniqueItems", "contains", "notEmpty", "enum"])
        if keyword in ("minItems", "maxItems"):
            return keyword, Raw(self.random.randint(0, 3))
        if keyword == "contains":
            return keyword, self.plain_block(self.pick(["text", "number"]), pool, nesting=1)
        if keyword == "enum":
            lists = [["a", "b"], [Raw("1"), "a"], [], [Raw("1"), Raw("2")], ["1", Raw("2.0")], [True, "a"], ["1"]]
            chosen = self.random.sample(lists, 3)
            if self.chance(0.3):
                return "const", {"value": chosen[0]}
            return self.pick(["enum", "enum", "notEnum"]), chosen
        return keyword, True

    def member_constraint(self):
        keyword = self.pick(["minProperties", "maxProperties", "propertyNames", "dependentRequired"])
        if keyword == "propertyNames":
            return keyword, self.pick([{"maxLength": Raw("1")}, {"enum": ["k", "l", "m", "n"]}, {"not": {"const": "k"}},
                                       {"pattern": "^[a-z]$", "minLength": Raw("1")}, {"any": [{"const": "m"}, {"startsWith": "k"}]}])
        if keyword == "dependentRequired":
            return keyword, {self.pick("klm"): self.pick([["k"], ["l", "m"], [], ["zz"]])}
        return keyword, Raw(self.random.randint(0, 3))

    def constraint(self, kind, pool):
        if self.chance(0.01 if kind in ("array", "object") else 0.1):
            return "references", self.references.constraint(pool)
        if self.chance(0.01):
            kind = self.pick(["text", "number", "array"])
        if kind in ("number", "integer"):
            return self.number_constraint(pool)
        if kind == "array":
            return self.array_constraint(pool)
        if kind == "boolean":
            return self.pick([("const", True), ("enum", [True]), ("notEnum", [False, "x"])])
        if kind == "object":
            return self.pick([("notEmpty", True), ("const", {"value": {"k": Raw("1")}}), ("enum", [{"k": "a"}, {"k": Raw("1.0"), "l": True}])])
        return self.text_constraint(pool)

    def plain_block(self, kind, pool, nesting=0, presence=True):
        """Constraints without attributes, for inside of forms that are one rule."""
        block = {}
        if presence and self.chance(0.25):
            block[self.pick(["required", "present", "required"])] = True
        elif presence and self.chance(0.08):
            block.update(self.pick([{"nullable": False}, {"present": False}]))
        for _ in range(self.random.randint(0 if block else 1, 2)):
            keyword, value = self.constraint(kind, pool)
            if keyword in ("pattern", "notPattern") and self.chance(0.3):
                value = {"value": value, "options": [self.pick(OPTIONS)]}
            if self.fits(block, keyword):
                block[keyword] = value
        if self.chance(0.1) and not {"pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "range"} & set(block):
            names = self.random.sample(sorted(ALLOWED_TYPES.values()), self.random.randint(1, 3))
            block["type"] = names if len(names) > 1 else names[0]
        if nesting < 2 and self.chance(0.12):
            block.update(self.operator(kind, pool, nesting + 1))
        return block

    def operator(self, kind, pool, nesting):
        def operand():
            return self.plain_block(kind, pool, nesting)
        keyword = self.pick(["all", "any", "none", "not", "when"])
        if keyword == "not":
            return {"not": operand()}
        if keyword == "when":
            result = {"when": operand(), "then": operand()}
            if self.chance(0.4):
                result["else"] = operand()
            return result
        return {keyword: [operand() for _ in range(self.random.randint(1, 3))]}

    def fits(self, block, keyword):
        """Keeps bounds that could exclude each other out of one block."""
        groups = (("minLength", "maxLength", "length", "notEmpty"), ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "range"),
                  ("minItems", "maxItems", "notEmpty"), ("minProperties", "maxProperties", "notEmpty"), ("const", "enum", "notEnum"))
        if keyword in block:
            return False
        return not any(keyword in group and any(other in block for other in group) for group in groups)

    # Blocks under `fields`

    def field_block(self, field, depth=0):
        block, kind, pool = {}, field.kind, field.pool
        if self.chance(0.08):
            block["labels"] = [self.pick(self.labels)]
        if kind != "any" and self.chance(0.6) or (kind == "array" and self.is_csv):
            block["type"] = self.weighted(self.type_list(field), 0.2)
        if kind == "array" and self.is_csv and self.chance(0.9):
            block["separator"] = "|"
        self.presence(block)
        if depth == 0 and kind != "array" and self.chance(0.25):
            block["normalize"] = self.normalize(kind)
        if depth == 0 and kind == "text" and self.chance(0.25):
            self.temporal(block, field)
        for _ in range(self.random.randint(0, 3)):
            keyword, value = self.constraint("text" if kind == "any" else kind, pool)
            if self.fits(block, keyword) and self.about(keyword, value, block):
                block[keyword] = self.field_value(keyword, value)
        if depth == 0 and self.chance(0.12):
            block["unique"] = self.weighted(True)
        if kind in ("text", "any") and self.chance(0.12) and self.about("chain", None, block):
            block["chain"] = self.weighted(self.chain(pool))
        if self.chance(0.15):
            operator = self.operator("text" if kind == "any" else kind, pool, 1)
            if "when" not in operator:
                (keyword, value), = operator.items()
                operator = {keyword: self.weighted(value)}
            block.update(operator)
        if kind == "array":
            self.items(block, field, depth)
        if kind == "object" and not self.is_csv and self.chance(0.4):
            keyword, value = self.member_constraint()
            if self.fits(block, keyword):
                block[keyword] = self.weighted(value)
        if kind == "object" and not self.is_csv and depth < 2:
            self.nested(block, field, depth)
        items = list(block.items())
        self.random.shuffle(items)
        return dict(items)

    def temporal(self, block, field):
        """Makes a field one of dates or times."""
        field.temporal = self.random.randrange(len(times.NOTATIONS))
        field.pool += self.random.sample(times.TEXTS, 10) * 2
        notation = times.NOTATIONS[field.temporal][0]
        block["format"] = self.weighted(notation) if isinstance(notation, str) else {
            **notation, **(self.attributes() if self.chance(0.3) else {})}
        for _ in range(self.random.randint(0, 2)):
            keyword, value = times.bound(self.random, field.temporal)
            block[keyword] = self.weighted(value)

    def field_value(self, keyword, value):
        if keyword in ("pattern", "notPattern") and self.chance(0.35):
            result = {"value": value, **(self.attributes() if self.chance(0.5) else {})}
            if self.chance(0.7):
                result["options"] = self.random.sample(OPTIONS, self.random.randint(1, 2))
            return result
        if isinstance(value, dict) and "value" in value:
            return {**value, **(self.attributes() if self.chance(0.3) else {})}
        return self.weighted(value)

    def type_list(self, field):
        name = ALLOWED_TYPES[field.kind]
        if field.kind == "number" and self.chance(0.4):
            name = "integer"
        field.declared = [name]
        if self.chance(0.2) and not (self.is_csv and name == "array"):
            field.declared = self.random.sample([name, self.pick([t for t in ALLOWED_TYPES.values() if t not in (name, "object", "array")])], 2)
            return field.declared
        return name

    def about(self, keyword, value, block):
        """Leaves out most constraints that no declared type is about, which is a mistake."""
        declared = block.get("type")
        if isinstance(declared, dict):
            declared = declared["value"]
        names = [declared] if isinstance(declared, str) else declared
        if names is None or self.chance(0.01):
            return True
        kinds = ABOUT.get(keyword, ANY_KIND)
        if keyword == "contains":
            kinds = ("text",) if isinstance(value, str) else ("array",)
        return kinds == OBJECT or bool({KIND_OF_TYPE[name] for name in names} & set(kinds))

    def presence(self, block):
        if self.chance(0.35):
            block["required"] = self.pick([True, True, True, {"message": "gone"}, {"severity": "warning", "tolerance": "10%"}, False])
        elif self.chance(0.12):
            block["nullable"] = self.weighted(self.pick([False, False, True]))
        elif self.chance(0.1):
            block["present"] = self.weighted(self.pick([True, True, False]))

    def normalize(self, kind):
        steps = []
        for _ in range(self.random.randint(1, 3)):
            steps.append(self.pick(["trim", "lowercase", "uppercase", "collapseWhitespace", "digits", {"replace": self.replacement()},
                                    {"mask": self.pick(["XX-X", "+X", "", "XX"])}]))
        if kind != "object" and self.chance(0.3):
            default = {"text": "dflt", "number": Raw("18"), "integer": Raw("18"), "boolean": True, "any": "dflt"}[kind]
            steps.insert(self.random.randint(0, len(steps)), {"default": default})
        return steps

    def replacement(self):
        return [self.pick(ENDLESS_PATTERNS), self.pick(["", "a", "b"])] if self.endless else self.pick(REPLACEMENTS)

    def chain(self, pool):
        steps = []
        for _ in range(self.random.randint(1, 4)):
            if self.chance(0.4):
                steps.append(self.pick(["trim", "lowercase", "uppercase", "collapseWhitespace", "digits", {"replace": self.replacement()}, {"mask": "XX-X"}]))
            else:
                keyword, value = self.text_constraint(pool)
                if self.chance(0.1):
                    keyword, value = "references", self.references.constraint(pool)
                steps.append({keyword: value})
        return steps

    def items(self, block, field, depth):
        if not self.chance(0.6):
            return
        element = Field(field.path + "[*]", self.pick(["text", "number", "text"] if self.is_csv or depth else ["text", "number", "object", "array"]))
        element.pool = field.pool
        field.element = element
        if self.chance(0.3):
            inner = self.plain_block(element.kind, element.pool, 1)
            if self.chance(0.5) and not (set(inner) - {"required", "present", "nullable"}):
                inner["type"] = ALLOWED_TYPES[element.kind]
            block["items"] = {"value": inner, **self.attributes()}
        else:
            inner = self.field_block(element, depth + 1)
            for name in ("unique", "separator"):
                inner.pop(name, None)
            if inner:
                block["items"] = inner

    def nested(self, block, field, depth):
        if not self.chance(0.6):
            return
        names = self.random.sample(["k", "l", "m"], self.random.randint(1, 2))
        blocks = {}
        for name in names:
            inner = Field(field.path + "." + name, self.pick(["text", "number", "boolean", "array"]))
            inner.pool = field.pool
            blocks[name] = self.field_block(inner, depth + 1)
            blocks[name].pop("unique", None)
        if self.chance(0.2):
            plain = {name: self.plain_block("text", field.pool, 1) for name in names}
            block["fields"] = {"id": self.identifier(), "value": plain}
        else:
            block["fields"] = blocks
        if self.chance(0.3):
            block["additionalFields"] = self.weighted(False)

    # Entries of `rules`

    def path_block(self, nesting=0):
        block = {}
        for _ in range(self.random.randint(1, 2)):
            if self.fields and self.chance(0.9):
                field = self.pick(self.fields)
                block[field.path] = self.plain_block("text" if field.kind == "any" else field.kind, field.pool, 1)
                if field.temporal is not None and self.chance(0.5):
                    keyword, value = times.bound(self.random, field.temporal)
                    block[field.path][keyword] = value
            else:
                block[self.pick(["zz", "extra", "/zz/0"] if not self.is_csv else ["zz", "extra"])] = self.plain_block("text", [], 1)
        if nesting < 2 and self.chance(0.15):
            keyword = self.pick(["all", "any", "none"])
            block[keyword] = [self.path_block(nesting + 1) for _ in range(self.random.randint(1, 2))]
        if nesting < 2 and self.chance(0.08):
            block["not"] = self.path_block(nesting + 1)
        if nesting < 2 and self.chance(0.08):
            block["when"] = self.path_block(nesting + 1)
            block["then"] = self.path_block(nesting + 1)
        if self.chance(0.08):
            block["compare"] = self.comparison()
        if self.rule_ids and self.chance(0.12):
            block["rule"] = self.pick(self.rule_ids)
        return block

    def scalar_path(self):
        candidates = [f.path for f in self.fields if "[*]" not in f.path and f.kind not in ("array", "object")
                      and (f.temporal is None or self.chance(0.02))]
        return self.pick(candidates or ["zz"])

    def comparison(self):
        temporal = [field for field in self.fields if field.temporal is not None]
        if temporal and self.chance(0.6):
            left = self.pick(temporal)
            alike = [field for field in temporal if times.kind(field.temporal) == times.kind(left.temporal)]
            return [left.path, self.pick(["<", "<=", ">", ">=", "==", "!="]), self.pick(alike).path]
        if self.chance(0.5):
            return [self.scalar_path(), self.pick(["<", "<=", ">", ">=", "==", "!="]), self.scalar_path()]
        return [self.pick([self.scalar_path(), self.operand(0)]), self.pick(["<", "<=", ">", ">=", "==", "!="]), self.operand(0)]

    def operand(self, depth):
        if depth < 2 and self.chance(0.5):
            text = "%s %s %s" % (self.operand(depth + 1), self.pick("+-*"), self.operand(depth + 1))
            return "(%s)" % text if self.chance(0.4) else text
        if self.chance(0.25):
            return self.pick(["1", "0.1", "-2.50", "1e2", "18"])
        arrays = [f.path for f in self.fields if f.kind == "array" and "[*]" not in f.path]
        if self.chance(0.4) and arrays:
            path = self.pick(arrays)
            return self.pick(["count(%s)" % path, "sum(%s[*])" % path, "min(%s[*])" % path, "max(%s[*])" % path,
                              "sum(%s[*] * %s[*])" % (path, path), "max(2 - %s[*])" % path])
        path = self.scalar_path()
        return "length(%s)" % path if self.chance(0.25) else path

    def entry(self):
        identifier = self.identifier()
        keyword = self.pick(["all", "any", "none", "not", "when", "when", "compare", "unique"])
        entry = {"id": identifier}
        if keyword == "compare":
            entry[keyword] = self.comparison()
            if self.chance(0.2):
                entry["within"] = Raw(self.pick(["0", "0.01", "1", "10"]))
        elif keyword == "unique":
            entry[keyword] = sorted({self.scalar_path() for _ in range(2)})
        elif keyword == "not":
            entry[keyword] = self.path_block()
        elif keyword == "when":
            entry[keyword] = self.path_block()
            if self.chance(0.9):
                entry["then"] = self.path_block()
            if self.chance(0.4) or "then" not in entry:
                entry["else"] = self.path_block()
        else:
            entry[keyword] = [self.path_block() for _ in range(self.random.randint(1, 3))]
        entry.update({name: value for name, value in self.attributes().items() if name != "id"})
        if keyword != "unique":
            self.rule_ids.append(identifier)
        return entry

    # The whole

    def choose_fields(self):
        candidates = [("a", "text", None), ("b", "number", None), ("c", "any", None), ("ü", "text", None), ("flag", "boolean", None),
                      ("\"x.y\"", "text", "x.y"), ("o.p", "number", None), ("o.q", "text", None), ("t", "array", None)]
        if not self.is_csv:
            candidates += [("list[*].k", "text", None), ("list[0].n", "number", None), ("obj", "object", None), ("/p/q", "text", None),
                           ("nested.list[*]", "number", None), ("deep[*].er[*]", "text", None), ("e[1]", "any", None), ("obj2", "object", None)]
        if self.is_csv and self.chance(0.5):
            candidates += [("t[0]", "text", "t"), ("t[*]", "number", "t"), ("t[1]", "number", "t")]
        chosen = self.random.sample(candidates, self.random.randint(1, min(6, len(candidates))))
        # Parts that are named beside the whole: only they are looked at where the whole is judged.
        parts = {"t": [("t[0]", "text", None), ("t[1]", "any", None)]}
        for whole in [] if self.is_csv else [path for path, _, _ in chosen]:
            if whole in parts and self.chance(0.6):
                chosen.append(self.pick(parts[whole]))
        self.fields = [Field(*candidate) for candidate in chosen]
        for field in self.fields:
            source = [Raw(n) for n in NUMBERS] if field.kind in ("number", "integer") else TEXTS
            field.pool = self.random.sample(source, self.random.randint(2, 8))
            if self.endless and source is TEXTS:
                field.pool += ENDLESS_TEXTS

    def make(self):
        self.choose_fields()
        profile = {"bulkcheck": Raw("1")}
        if self.chance(0.3):
            profile["$schema"] = "x"
        options = self.input_options()
        if options:
            profile["input"] = options
        if self.chance(0.15):
            profile["defaults"] = self.pick([{"severity": "warning"}, {"tolerance": "20%"}, {"severity": "info", "tolerance": Raw("1")}])
        if self.chance(0.25):
            profile["records"] = self.pick([{"min": Raw("0")}, {"min": Raw("10")}, {"max": Raw("5")}, {"min": Raw("1"), "max": Raw("1000")}])
        blocks = {}
        for field in self.fields:
            if self.chance(0.85):
                block = self.field_block(field)
                if "[*]" in field.path:
                    block.pop("unique", None)
                blocks[field.path] = block
        if blocks:
            profile["fields"] = blocks
        if self.chance(0.12):
            profile["additionalFields"] = self.weighted(False)
        self.define(profile, blocks)
        entries = [self.entry() for _ in range(self.random.randint(0, 3))]
        if entries:
            profile["rules"] = entries
        return profile

    def define(self, profile, blocks):
        """Moves a part of a block into a definition."""
        if not blocks or not self.chance(0.15):
            return
        block = blocks[self.pick(sorted(blocks))]
        names = [name for name in block if name not in ("labels", "when", "then", "else")]
        if names:
            moved = self.random.sample(names, self.random.randint(1, len(names)))
            inner = {name: block.pop(name) for name in moved}
            profile["definitions"] = {"one": {"use": "two"}, "two": inner} if self.chance(0.3) else {"one": inner}
            block["use"] = self.pick(["one", ["one"]])

    def input_options(self):
        options = {}
        if self.chance(0.2):
            options["missingValues"] = self.pick([["NULL"], ["", "n/a"], [], ["-", "NULL", ""]])
        if self.chance(0.25):
            options["lengthUnit"] = self.pick(["codepoints", "bytes", "graphemes"])
        if self.is_csv and self.chance(0.25):
            options["csv"] = self.pick([{"strayQuotes": "text"}, {"delimiter": ";"}, {"strayQuotes": "malformed"}])
        for name in ("malformed", "not-an-object", "duplicate-key", "duplicate-column", "empty-input", "too-many-records"):
            if self.chance(0.08):
                options[name] = self.pick([{"severity": "warning"}, {"tolerance": "20%"}, {"severity": "off"}, {"severity": "info", "tolerance": Raw("2")}])
        return options

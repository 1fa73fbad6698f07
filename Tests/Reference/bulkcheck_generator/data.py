"""Files for a generated profile: records that are mostly near what the profile asks for, and broken ones."""

from .pools import ENDLESS_TEXTS, NUMBERS, TEXTS
from .random_patterns import edited
from .raw import Raw
from .writing import Pairs, varied

BROKEN_LINES = [
    b"{", b"}", b"[1,2", b"{\"a\":}", b"{\"a\" 1}", b"{\"a\":1,}", b"[1,]", b"{a:1}", b"{'a':1}", b"{\"a\":01}", b"{\"a\":-}", b"{\"a\":1.}",
    b"{\"a\":.5}", b"{\"a\":1e}", b"{\"a\":1e+}", b"{\"a\":+1}", b"{\"a\":tru}", b"{\"a\":True}", b"{\"a\":NaN}", b"{\"a\":nul", b"{\"a\":\"x}",
    b"{\"a\":\"\\x\"}", b"{\"a\":\"\\u12\"}", b"{\"a\":\"\\u12G4\"}", b"{\"a\":\"\x01\"}", b"{\"a\":\"\t\"}", b"{\"a\":\"\\ud800\"}",
    b"{\"a\":\"\\udc00\"}", b"{\"a\":\"\\ud800\\u0041\"}", b"{\"a\":\"\\ud800\\ud800\"}", b"{\"a\":\"\\ud800x\"}", b"{\"a\":\"\xff\"}",
    b"{\"a\":\"\xc0\xaf\"}", b"{\"a\":\"\xe2\x82\"}", b"{\"a\":\"\xed\xa0\x80\"}", b"{\"a\":\"\xf4\x90\x80\x80\"}", b"{\"a\":\"\xf0\x9f\x98\"}",
    b"{} {}", b"{}x", b"{}]", b"\"a\" \"b\"", b"1 2", b"truefalse", b"\xef\xbb\xbf{}", b"{\"a\":1}\x00", b"{\"a\":\"\\u00\xc3\xa9\"}", b"nulll",
    b"{\"a\":\"\\ud800", b"{\"a\":\"\\ud83d\\ude0", b"{\"a\":\"abc\\", b"[", b"\"", b"-", b"{\"a\":1 \x0b}", b"{\"\\ud800\":1}", b"[" * 513,
    b"[" * 600 + b"]" * 600, b"{\"a\":" * 513 + b"1" + b"}" * 513, b"{\"a\":" + b"[" * 512 + b"]" * 512 + b"}", b"{\"a\":\"\xe9\"}",
    b"{\"z\":{\"y\":[1,2,{\"x\":\"\\uD83D\\u0000\"}]}}", b"[1,2]]", b"{\"a\":1]", b"[1}", b"{\"a\":1,,\"b\":2}", b"{,}", b"[,]", b"{\"a\"}",
]
OTHER_VALUES = [b"1", b"\"text\"", b"null", b"true", b"[]", b"[{\"a\":1}]", b"-0.0e-0", b"[" * 512 + b"]" * 512, b"\"\\ud83d\\ude00\"", b"[1, 2 ,3 ]"]


class DataMaker:
    """Makes records for the fields of a profile."""

    def __init__(self, random, fields):
        self.random = random
        self.fields = fields
        self.same_order = random.random() < 0.5

    def chance(self, probability):
        return self.random.random() < probability

    def scalar(self, field):
        roll = self.random.random()
        if field.pool and roll < 0.62:
            value = self.random.choice(field.pool)
            # A part of an endless text may need just about as many steps as a limit allows.
            if (self.chance(0.06) and isinstance(value, str) and not isinstance(value, Raw)
                    and value not in ENDLESS_TEXTS):
                return edited(value, self.random)
            return value
        if roll < 0.72:
            return self.random.choice(TEXTS)
        if roll < 0.82:
            return Raw(self.random.choice(NUMBERS))
        return self.random.choice([True, False, None, None, "", [], {}, "NULL", "n/a", "a", "ab", Raw("18")])

    def value(self, field):
        if self.chance(0.06):
            return self.scalar(field)
        if field.kind == "boolean":
            return self.random.choice([True, True, False, False, "true", None])
        if field.kind == "array" and self.chance(0.2):
            # Elements that repeat, and short ones, of which most are alike.
            return [self.random.choice(["a", "b", "a", Raw("1")]) for _ in range(self.random.randint(0, 5))]
        if field.kind == "array":
            return [self.scalar(field) for _ in range(self.random.choice([0, 1, 1, 2, 2, 3, 4]))]
        if field.kind == "object":
            return self.object(field, 0)
        return self.scalar(field)

    def object(self, field, depth):
        pairs = []
        for name in ("k", "l", "m", "extra"):
            if self.chance(0.15 if name == "extra" else 0.75):
                value = self.scalar(field)
                if depth == 0 and self.chance(0.25):
                    value = self.random.choice([[value, self.scalar(field)], self.object(field, 1)])
                pairs.append((name, value))
        if pairs and self.chance(0.04):
            pairs.append((pairs[0][0], self.scalar(field)))
        return Pairs(pairs)

    # JSONL

    def record(self):
        pairs = []
        for field in self.fields:
            if not self.chance(0.02 if self.same_order else 0.1):
                self.place(pairs, field)
        if self.chance(0.15):
            pairs.append((self.random.choice(["extra", "zz", "any", ""]), self.scalar(self.fields[0])))
        if pairs and self.chance(0.05):
            pairs.append((pairs[0][0], self.scalar(self.fields[0])))
        if not self.same_order or self.chance(0.05):
            self.random.shuffle(pairs)
        return Pairs(pairs)

    def place(self, pairs, field):
        """Puts a value where the field's path leads."""
        value = self.value
        path = field.path
        if path.startswith("\""):
            pairs.append((field.column, value(field)))
        elif path in ("o.p", "o.q", "/p/q"):
            outer, inner = path.strip("/").replace("/", ".").split(".")
            self.member(pairs, outer, (inner, value(field)))
        elif path == "list[*].k":
            self.grow(pairs, "list", [Pairs([("k", value(field))] * self.random.choice([1, 1, 1, 1, 0, 2])) for _ in range(self.random.randint(0, 3))])
        elif path == "list[0].n":
            self.grow(pairs, "list", [Pairs([("n", value(field))])])
        elif path == "nested.list[*]":
            self.member(pairs, "nested", ("list", [value(field) for _ in range(self.random.randint(0, 3))]))
        elif path == "deep[*].er[*]":
            pairs.append(("deep", [Pairs([("er", [value(field) for _ in range(self.random.randint(0, 2))])]) for _ in range(self.random.randint(0, 2))]))
        elif path in ("t[0]", "t[1]"):
            self.grow(pairs, "t", [value(field) for _ in range(self.random.randint(0, 2))])
        elif path in ("obj.k", "obj2.l"):
            outer, inner = path.split(".")
            self.member(pairs, outer, (inner, value(field)))
        elif path == "e[1]":
            pairs.append(("e", [self.scalar(field) for _ in range(self.random.randint(0, 3))]))
        else:
            pairs.append((path, value(field)))

    def member(self, pairs, outer, pair):
        if self.chance(0.07):
            pairs.append((outer, self.random.choice([None, "text", [], Raw("1")])))
            return
        for name, existing in pairs:
            if name == outer and isinstance(existing, Pairs):
                existing.pairs.append(pair)
                return
        pairs.append((outer, Pairs([pair])))

    def grow(self, pairs, outer, elements):
        for name, existing in pairs:
            if name == outer and isinstance(existing, list):
                existing.extend(elements)
                return
        pairs.append((outer, elements if not self.chance(0.06) else self.random.choice([None, "text", {}])))

    def broken(self):
        if self.chance(0.6):
            return self.random.choice(BROKEN_LINES)
        line = bytearray(varied(self.record(), self.random).encode("utf-8"))
        for _ in range(self.random.randint(1, 2)):
            position = self.random.randrange(len(line) + 1)
            action = self.random.random()
            if action < 0.3:
                del line[position:]
            elif action < 0.6 and position < len(line):
                line[position] = self.random.choice(b"\"\\{}[],:x0-\x80\xe2\xff\x1f ")
            else:
                line.insert(position, self.random.choice(b"\"\\{}[],:x0-\x80\xe2\xff\x1f "))
        return bytes(line).replace(b"\n", b"")

    def jsonl(self):
        lines = []
        earlier = []
        for _ in range(self.random.choice([0, 1, 3, 8, 20, 40])):
            roll = self.random.random()
            if roll < 0.08:
                lines.append(self.broken())
            elif roll < 0.11:
                lines.append(self.random.choice(OTHER_VALUES))
            elif roll < 0.15:
                lines.append(self.random.choice([b"", b" ", b"\t\r", b"  \t "]))
            elif roll < 0.22 and earlier:
                lines.append(self.random.choice(earlier))
            else:
                line = varied(self.record(), self.random).encode("utf-8")
                earlier.append(line)
                lines.append(self.random.choice([b"", b"", b"", b"", b" "]) + line)
        end = self.random.choice([b"\n", b"\n", b"\r\n"])
        content = b"".join(line + (end if not self.chance(0.05) else b"\n") for line in lines)
        if self.chance(0.3) and content.endswith(b"\n"):
            content = content[:-1]
        return (b"\xef\xbb\xbf" if self.chance(0.1) else b"") + content

    # CSV

    def cell(self, field):
        if field.column == "t" and not self.chance(0.1):
            return "|".join(self.flat(self.scalar(field)) for _ in range(self.random.choice([0, 1, 2, 2, 3])))
        if field.kind == "boolean":
            return self.random.choice(["true", "false", "true", "True", "", "1"])
        return self.flat(self.scalar(field))

    def flat(self, value):
        if value is None or isinstance(value, (list, dict)):
            return ""
        if isinstance(value, bool):
            return "true" if value else "false"
        return str(value)

    def quoted(self, text, delimiter):
        if any(c in text for c in (delimiter, '"', "\r", "\n")) or self.chance(0.15):
            return '"%s"' % text.replace('"', '""')
        return text

    def csv(self, delimiter=",", header=True, columns=None):
        if columns is None:
            columns = [column for column in dict.fromkeys(field.column for field in self.fields) if not self.chance(0.07)] + (["extra"] if self.chance(0.2) else [])
            self.random.shuffle(columns)
            if columns and self.chance(0.04):
                columns.append(columns[0])
            columns = columns or ["extra"]
        by_column = {field.column: field for field in self.fields}
        rows = [",".join(self.quoted(c, ",") for c in columns).replace(",", delimiter).encode("utf-8")] if header else []
        for _ in range(self.random.choice([0, 1, 3, 8, 20, 40])):
            rows.append(self.row(columns, by_column, delimiter))
        end = self.random.choice([b"\n", b"\n", b"\r\n", b"\r"])
        content = b"".join(row + (end if not self.chance(0.05) else self.random.choice([b"\n", b"\r\n", b"\r"])) for row in rows)
        if self.chance(0.3):
            content = content.rstrip(b"\r\n")
        return (b"\xef\xbb\xbf" if self.chance(0.1) else b"") + content

    def row(self, columns, by_column, delimiter):
        if self.chance(0.04):
            return b""
        cells = [self.quoted(self.cell(by_column[c]) if c in by_column else self.random.choice(TEXTS), delimiter) for c in columns]
        roll = self.random.random()
        if roll < 0.025:
            cells.append("more")
        elif roll < 0.05:
            cells.pop()
        line = delimiter.join(cells).encode("utf-8")
        if roll > 0.95:
            line = bytearray(line)
            position = self.random.randrange(len(line) + 1)
            line[position:position] = self.random.choice([b'"', b'"', b"\xff", b"\xe2\x82", delimiter.encode(), b'""', b'"x"'])
            line = bytes(line)
        return line

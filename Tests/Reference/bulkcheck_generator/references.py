"""Small files for `references`, most of them without a mistake, and constraints that name a column of one."""

from .compressing import compress
from .pools import NUMBERS, TEXTS
from .raw import Raw
from .writing import Pairs, varied

# What `column` says, and the members that lead there: a text is a key, a number a place in an array, None all places.
JSON_COLUMNS = [("code", ["code"]), ("a.id", ["a", "id"]), ("/a/id", ["a", "id"]), ("\"x.y\"", ["x.y"]), ("l[*]", ["l", None]),
                ("l[1]", ["l", 1]), ("l[*].k", ["l", None, "k"]), ("ü", ["ü"]), ("/l/0", ["l", 0])]
CSV_COLUMNS = ["code", "a.id", "ü", "x y", "Code", "q\"q", "l[*]", "1"]
SPELLINGS = ["007", "7", "7.0", "0.70e1", "true", "True", "1.0", "01", "+1", " 1", "1e2", "100", "-0", "null", "2.50"]


class ReferenceMaker:
    """Makes the files that a profile refers to."""

    def __init__(self, random):
        self.random = random
        self.files = []
        self.columns = []

    def chance(self, probability):
        return self.random.random() < probability

    def constraint(self, pool):
        """The value of `references`. What the column holds comes into the pool, so that records hit it."""
        if not self.columns or self.chance(0.6):
            self.make_csv(pool) if self.chance(0.5) else self.make_jsonl(pool)
        value, values = self.random.choice(self.columns)
        pool += values * 3
        return dict(value)

    def values(self, pool):
        source = list(pool) + [Raw(number) for number in self.random.sample(NUMBERS, 3)] + self.random.sample(TEXTS, 3)
        source += self.random.sample(SPELLINGS, 4)
        return [self.random.choice(source) for _ in range(self.random.choice([1, 2, 4, 8]))]

    def add(self, content, suffixes, columns):
        """Keeps a file; `columns` are (column, values)."""
        suffix, kind = self.random.choice(suffixes)
        name = "ref%d%s" % (len(self.files), suffix)
        if self.chance(0.2):
            content = compress(content, self.random)
            name += self.random.choice([".gz", ".gz", ""])
            if self.chance(0.02):
                content = content[:-9]
        self.files.append((name, content))
        for column, values in columns:
            if self.chance(0.01):
                column += "x"
            value = {"file": name, "column": column}
            if kind:
                value["format"] = kind
            self.columns.append((value, values))

    # CSV

    def make_csv(self, pool):
        names = self.random.sample(CSV_COLUMNS, self.random.choice([1, 2, 2, 3]))
        delimiter = self.random.choice([",", ",", ";", "|", "\t"]) if len(names) > 1 else ","
        columns = [[self.text(value) for value in self.values(pool)] for _ in names]
        rows = [names]
        for number in range(max(len(column) for column in columns)):
            rows.append([column[number] if number < len(column) else "" for column in columns])
        if self.chance(0.02):
            rows = self.random.choice([
                lambda: [row + row[:1] for row in rows], lambda: [*rows, rows[-1] + ["more"]], lambda: [*rows, rows[-1][:-1]],
                lambda: rows[:1]])()
        end = self.random.choice(["\n", "\n", "\r\n", "\r"])
        lines = [delimiter.join(self.cell(text, delimiter) for text in row) for row in rows]
        if self.chance(0.1):
            lines.insert(self.random.randrange(len(lines) + 1), "")
        content = end.join(lines) + (end if self.chance(0.7) else "")
        content = (b"\xef\xbb\xbf" if self.chance(0.1) else b"") + content.encode("utf-8")
        if self.chance(0.01):
            content += self.random.choice([b"\"", b"\xff\n", b"a\"b\n"])
        suffixes = [(".csv", None), (".csv", None), (".txt", None), ("", None), (".jsonl", "csv")]
        if delimiter == "\t":
            suffixes = [(".tsv", None), (".csv", "tsv"), (".csv", None)]
        self.add(content, suffixes, list(zip(names, columns)))

    def text(self, value):
        if value is None or isinstance(value, (list, dict)):
            return ""
        return ("true" if value else "false") if isinstance(value, bool) else str(value)

    def cell(self, text, delimiter):
        if any(c in text for c in (delimiter, '"', "\r", "\n")) or self.chance(0.15):
            return '"%s"' % text.replace('"', '""')
        return text

    # JSONL

    def make_jsonl(self, pool):
        column, steps = self.random.choice(JSON_COLUMNS)
        values = self.values(pool) + [v for v in (True, False, None) if self.chance(0.2)]
        self.random.shuffle(values)
        lines = []
        for value in values:
            pairs = [("name", "x")] if self.chance(0.3) else []
            pairs.append(self.nested(steps, value))
            if self.chance(0.2):
                self.random.shuffle(pairs)
            lines.append(varied(Pairs(pairs), self.random))
            if self.chance(0.1):
                lines.append(self.random.choice(["", " ", "{}", "{\"name\":\"y\"}", "{\"a\":1}", "{\"l\":[]}", "{\"l\":{}}", "{\"code\":null}"]))
            if self.chance(0.005):
                lines.append(self.random.choice(["[1]", "7", "{", "{\"code\":[1]}", "{\"code\":{}}", "{\"a\":{\"id\":[]}}", "{\"l\":[[1]]}"]))
        content = self.random.choice(["\n", "\n", "\r\n"]).join(lines) + ("\n" if self.chance(0.7) else "")
        content = (b"\xef\xbb\xbf" if self.chance(0.1) else b"") + content.encode("utf-8")
        suffixes = [(".jsonl", None), (".jsonl", None), (".ndjson", None), (".json", None), ("", None), (".csv", "jsonl")]
        self.add(content, suffixes, [(column, values)])

    def nested(self, steps, value):
        """The first step's key, with the value where the others lead."""
        for step in reversed(steps[1:]):
            if step is None:
                value = [value] + ([self.random.choice([value, None])] if self.chance(0.3) else [])
            elif isinstance(step, int):
                value = [None] * step + [value]
            else:
                value = Pairs([(step, value)])
        return steps[0], value

"""RFC 8259, byte by byte, with the first byte at which a text can no longer become well-formed
(docs/reference/inputs.md#malformed-records).

The relaxed reader is for profiles: comments and one trailing comma (docs/reference/profile.md#the-profile).
"""

from .values import Array, Number, Object, Text

DEPTH_MAXIMUM = 512
END = -1
HEXADECIMAL = frozenset(b"0123456789abcdefABCDEF")
DIGITS = frozenset(b"0123456789")
ESCAPES = {ord("b"): "\b", ord("f"): "\f", ord("n"): "\n", ord("r"): "\r", ord("t"): "\t",
           ord('"'): '"', ord("\\"): "\\", ord("/"): "/"}


class Fault(Exception):
    """Why a record is malformed: the kind of the fault and the byte, counted from 1, at which it shows."""

    def __init__(self, kind, column, text=""):
        super().__init__("%s at column %d: %s" % (kind, column, text))
        self.kind = kind
        self.column = column


def utf8_length(data, position):
    """The length of the UTF-8 sequence at a position; a Fault at the byte that breaks it."""
    first = data[position]
    if first < 0x80:
        return 1
    if 0xC2 <= first <= 0xDF:
        ranges = [(0x80, 0xBF)]
    elif 0xE0 <= first <= 0xEF:
        low, high = {0xE0: (0xA0, 0xBF), 0xED: (0x80, 0x9F)}.get(first, (0x80, 0xBF))
        ranges = [(low, high), (0x80, 0xBF)]
    elif 0xF0 <= first <= 0xF4:
        low, high = {0xF0: (0x90, 0xBF), 0xF4: (0x80, 0x8F)}.get(first, (0x80, 0xBF))
        ranges = [(low, high), (0x80, 0xBF), (0x80, 0xBF)]
    else:
        raise Fault("encoding", position + 1, "no first byte of UTF-8")
    for offset, (low, high) in enumerate(ranges, 1):
        if position + offset >= len(data) or not low <= data[position + offset] <= high:
            raise Fault("encoding", position + offset + 1, "UTF-8 sequence broken off")
    return len(ranges) + 1


class Parser:
    """Reads one value that fills the given bytes."""

    def __init__(self, data, relaxed=False):
        self.data = data
        self.position = 0
        self.relaxed = relaxed
        self.depth = 0

    def peek(self):
        return self.data[self.position] if self.position < len(self.data) else END

    def fail(self, text=""):
        """A fault at the byte that stands here, which is not one that the grammar allows."""
        if self.peek() >= 0x80:
            try:
                utf8_length(self.data, self.position)
            except Fault:
                raise Fault("encoding", self.position + 1, text) from None
        raise Fault("syntax", self.position + 1, text)

    def skip_blanks(self):
        while True:
            byte = self.peek()
            if byte in (0x20, 0x09, 0x0D, 0x0A):
                self.position += 1
            elif self.relaxed and byte == ord("/"):
                self.skip_comment()
            else:
                return

    def skip_comment(self):
        if self.data[self.position:self.position + 2] == b"//":
            end = self.data.find(b"\n", self.position)
            self.position = len(self.data) if end < 0 else end
        elif self.data[self.position:self.position + 2] == b"/*":
            end = self.data.find(b"*/", self.position + 2)
            if end < 0:
                raise Fault("syntax", len(self.data) + 1, "comment without end")
            self.position = end + 2
        else:
            self.fail("slash")

    def document(self):
        self.skip_blanks()
        value = self.value()
        self.skip_blanks()
        if self.peek() != END:
            self.fail("text after the value")
        return value

    def value(self):
        start = self.position
        value = self.bare_value()
        if isinstance(value, (Text, Array, Object)):
            value.written = self.data[start:self.position].decode("utf-8")
        if isinstance(value, (Array, Object)):
            value.spans = [(first - start, last - start) for first, last in value.spans]
        return value

    def bare_value(self):
        byte = self.peek()
        if byte == ord("{"):
            return self.bracketed(self.members, ord("}"))
        if byte == ord("["):
            return self.bracketed(self.elements, ord("]"))
        if byte == ord('"'):
            return self.string()
        if byte == ord("-") or byte in DIGITS:
            return self.number()
        for word, value in ((b"true", True), (b"false", False), (b"null", None)):
            if byte == word[0]:
                for expected in word:
                    if self.peek() != expected:
                        self.fail("misspelt word")
                    self.position += 1
                return value
        self.fail("value expected")

    def bracketed(self, content, closing):
        self.depth += 1
        if self.depth > DEPTH_MAXIMUM:
            raise Fault("depth", self.position + 1, "nested too deeply")
        self.position += 1
        self.skip_blanks()
        result = content(closing)
        self.position += 1
        self.depth -= 1
        return result

    def another(self, closing):
        """Steps over a comma, if one stands here and it is not a trailing one that is allowed."""
        self.skip_blanks()
        if self.peek() == closing:
            return False
        if self.peek() != ord(","):
            self.fail("comma or bracket expected")
        self.position += 1
        self.skip_blanks()
        return not (self.relaxed and self.peek() == closing)

    def members(self, closing):
        pairs, spans = [], []
        if self.peek() == closing:
            return Object(pairs)
        while True:
            if self.peek() != ord('"'):
                self.fail("key expected")
            name = self.string()
            self.skip_blanks()
            if self.peek() != ord(":"):
                self.fail("colon expected")
            self.position += 1
            self.skip_blanks()
            pairs.append((name, self.spanned_value(spans)))
            if not self.another(closing):
                result = Object(pairs)
                result.spans = spans
                return result

    def elements(self, closing):
        result, spans = Array(), []
        if self.peek() == closing:
            return result
        while True:
            result.append(self.spanned_value(spans))
            if not self.another(closing):
                result.spans = spans
                return result

    def spanned_value(self, spans):
        """A value, noting where it begins and ends."""
        start = self.position
        value = self.value()
        spans.append((start, self.position))
        return value

    def digits(self):
        if self.peek() not in DIGITS:
            self.fail("digit expected")
        while self.peek() in DIGITS:
            self.position += 1

    def number(self):
        start = self.position
        if self.peek() == ord("-"):
            self.position += 1
        if self.peek() == ord("0"):
            self.position += 1
        else:
            self.digits()
        if self.peek() == ord("."):
            self.position += 1
            self.digits()
        if self.peek() in (ord("e"), ord("E")):
            self.position += 1
            if self.peek() in (ord("+"), ord("-")):
                self.position += 1
            self.digits()
        return Number(self.data[start:self.position].decode("ascii"))

    def string(self):
        self.position += 1
        pieces = []
        while True:
            byte = self.peek()
            if byte == ord('"'):
                self.position += 1
                return Text("".join(pieces))
            if byte == ord("\\"):
                self.position += 1
                pieces.append(self.escape())
            elif byte < 0x20:  # the end of the record included
                self.fail("control character or end inside a string")
            else:
                length = utf8_length(self.data, self.position)
                pieces.append(self.data[self.position:self.position + length].decode("utf-8"))
                self.position += length

    def escape(self):
        byte = self.peek()
        if byte in ESCAPES:
            self.position += 1
            return ESCAPES[byte]
        if byte != ord("u"):
            self.fail("unknown escape")
        self.position += 1
        unit = self.hexadecimal(low_surrogate=False)
        if not 0xD800 <= unit <= 0xDBFF:
            return chr(unit)
        for expected in b"\\u":
            if self.peek() != expected:
                if self.peek() == END:
                    self.fail("end behind a high surrogate")
                raise Fault("encoding", self.position + 1, "lone high surrogate")
            self.position += 1
        low = self.hexadecimal(low_surrogate=True)
        return chr(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))

    def hexadecimal(self, low_surrogate):
        """Four digits; the second one decides whether they can still be what must stand here."""
        start = self.position
        for index in range(4):
            byte = self.peek()
            if byte not in HEXADECIMAL:
                if low_surrogate and index < 2 and byte != END:
                    raise Fault("encoding", self.position + 1, "lone high surrogate")
                self.fail("hexadecimal digit expected")
            digit = int(chr(byte), 16)
            if low_surrogate:
                if (index == 0 and digit != 0xD) or (index == 1 and digit < 0xC):
                    raise Fault("encoding", self.position + 1, "lone high surrogate")
            elif index == 1 and digit >= 0xC and self.data[start] in b"dD":
                raise Fault("encoding", self.position + 1, "lone low surrogate")
            self.position += 1
        return int(self.data[start:self.position], 16)


def parse_record(data):
    """The value of a JSONL record, or a Fault."""
    return Parser(data).document()


def parse_profile_text(data):
    """The value of a profile: comments and trailing commas allowed."""
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    return Parser(data, relaxed=True).document()

"""Patterns by PCRE2 10.42 itself, through ctypes (docs/reference/formats.md#patterns)."""

import ctypes
import ctypes.util
import re

CASELESS = 0x00000008
DOLLAR_ENDONLY = 0x00000010
DOTALL = 0x00000020
EXTENDED = 0x00000080
MULTILINE = 0x00000400
UTF = 0x00080000

NOTEMPTY_ATSTART = 0x00000008
ANCHORED = 0x80000000

NEWLINE_LF = 2
OPTIONS = {"caseInsensitive": CASELESS, "multiline": MULTILINE, "dotAll": DOTALL, "extended": EXTENDED}

library = ctypes.CDLL(ctypes.util.find_library("pcre2-8") or "libpcre2-8.so.0")
library.pcre2_compile_8.restype = ctypes.c_void_p
library.pcre2_compile_8.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint32, ctypes.POINTER(ctypes.c_int),
                                    ctypes.POINTER(ctypes.c_size_t), ctypes.c_void_p]
library.pcre2_compile_context_create_8.restype = ctypes.c_void_p
library.pcre2_compile_context_create_8.argtypes = [ctypes.c_void_p]
library.pcre2_set_newline_8.argtypes = [ctypes.c_void_p, ctypes.c_uint32]
library.pcre2_match_data_create_from_pattern_8.restype = ctypes.c_void_p
library.pcre2_match_data_create_from_pattern_8.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
library.pcre2_match_8.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_uint32,
                                  ctypes.c_void_p, ctypes.c_void_p]
library.pcre2_match_context_create_8.restype = ctypes.c_void_p
library.pcre2_match_context_create_8.argtypes = [ctypes.c_void_p]
library.pcre2_set_match_limit_8.argtypes = [ctypes.c_void_p, ctypes.c_uint32]
library.pcre2_get_ovector_pointer_8.restype = ctypes.POINTER(ctypes.c_size_t)
library.pcre2_get_ovector_pointer_8.argtypes = [ctypes.c_void_p]
library.pcre2_match_data_free_8.argtypes = [ctypes.c_void_p]
library.pcre2_code_free_8.argtypes = [ctypes.c_void_p]

compile_context = library.pcre2_compile_context_create_8(None)
library.pcre2_set_newline_8(compile_context, NEWLINE_LF)

# Where the limit lies is not in the contract. What the generator makes is far from this on either side.
MATCH_LIMIT = 200_000
match_context = library.pcre2_match_context_create_8(None)
library.pcre2_set_match_limit_8(match_context, MATCH_LIMIT)
LIMIT_SETTING = re.compile(r"(\(\*[A-Z_=0-9]*\))*\(\*LIMIT_")


class PatternError(Exception):
    """A pattern that PCRE2 refuses."""


class PatternLimit(Exception):
    """A match that was given up."""


class Pattern:
    """A compiled pattern; a search, not a whole match."""

    def __init__(self, text, options=()):
        if LIMIT_SETTING.match(text):
            raise PatternError("%r: matches are limited already" % text)
        flags = UTF | DOLLAR_ENDONLY
        for option in options:
            flags |= OPTIONS[option]
        source = text.encode("utf-8")
        error, offset = ctypes.c_int(), ctypes.c_size_t()
        self.code = library.pcre2_compile_8(source, len(source), flags, error, offset, compile_context)
        if not self.code:
            raise PatternError("%r: error %d at %d" % (text, error.value, offset.value))
        self.match_data = library.pcre2_match_data_create_from_pattern_8(self.code, None)

    def __del__(self):
        if getattr(self, "code", None):
            library.pcre2_match_data_free_8(self.match_data)
            library.pcre2_code_free_8(self.code)

    def match(self, subject, start=0, flags=0):
        """The spans of the whole match and its groups in UTF-8 bytes, or None."""
        count = library.pcre2_match_8(self.code, subject, len(subject), start, flags, self.match_data,
                                      match_context)
        if count == -1:
            return None
        if count < 0:
            raise PatternLimit(str(count))
        vector = library.pcre2_get_ovector_pointer_8(self.match_data)
        return [(vector[2 * i], vector[2 * i + 1]) for i in range(count)]

    def searches(self, text):
        return self.match(text.encode("utf-8")) is not None

    def all_matches(self, subject):
        """Every match in order; after an empty one a longer one at the same place, else one character on."""
        position, flags = 0, 0
        while position <= len(subject):
            spans = self.match(subject, position, flags)
            if spans is None:
                if not flags:
                    return
                position += 1
                while position < len(subject) and subject[position] & 0xC0 == 0x80:
                    position += 1
                flags = 0
                continue
            yield spans
            start, end = spans[0]
            position = end
            flags = NOTEMPTY_ATSTART | ANCHORED if start == end else 0

    def replace(self, text, replacement):
        """Every match replaced; $0 to $9 insert groups, $$ a dollar."""
        subject = text.encode("utf-8")
        result, last = [], 0
        for spans in self.all_matches(subject):
            result.append(subject[last:spans[0][0]])
            result.append(expand(replacement, subject, spans))
            last = spans[0][1]
        result.append(subject[last:])
        return b"".join(result).decode("utf-8")


def expand(replacement, subject, spans):
    pieces, position = [], 0
    while position < len(replacement):
        pair = replacement[position:position + 2]
        if pair == "$$":
            pieces.append(b"$")
            position += 2
        elif len(pair) == 2 and pair[0] == "$" and pair[1] in "0123456789":
            number = int(pair[1])
            if number < len(spans) and spans[number][0] != ctypes.c_size_t(-1).value:
                pieces.append(subject[spans[number][0]:spans[number][1]])
            position += 2
        else:
            pieces.append(replacement[position].encode("utf-8"))
            position += 1
    return b"".join(pieces)


GRAPHEME = Pattern(r"\X")


def grapheme_count(text):
    """The number of extended grapheme clusters."""
    return sum(1 for _ in GRAPHEME.all_matches(text.encode("utf-8")))

"""Dates and times: notations, bounds, points of time as seconds since some day, exact fractions."""

import datetime
import itertools
import re
from fractions import Fraction

from .formats import is_date, is_date_time, is_time

KINDS = ("date", "time", "date-time")
DISTANCE = re.compile(r"(now|today)(?:([+-])([0-9]{1,6})([smhdw]))?")
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
BOUND_WORDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "range")
MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
          "december")
DIRECTIVES = {
    "Y": "[0-9]{4}", "y": "[0-9]{2}", "m": "[0-9]{2}", "d": "[0-9]{2}", "e": "[0-9]{1,2}", "H": "[0-9]{2}",
    "I": "[0-9]{2}", "M": "[0-9]{2}", "S": "[0-9]{2}", "f": "[0-9]{6}", "p": "(?i:[ap]m)", "z": "[+-][0-9]{4}",
    "-m": "[0-9]{1,2}", "-d": "[0-9]{1,2}", "-H": "[0-9]{1,2}", "-I": "[0-9]{1,2}",
    "b": "(?i:%s)" % "|".join(month[:3] for month in MONTHS), "B": "(?i:%s)" % "|".join(MONTHS),
}

LOCAL = "local"
ANY_OFFSET = "any-offset"
NAMED = (LOCAL, ANY_OFFSET)
# Of one or two digits: what each means.
SHORT = {"%e": "d", "%-m": "m", "%-d": "d", "%-H": "H", "%-I": "I"}


def short(directive, digits):
    return SHORT[directive], digits


def clock(text):
    """The seconds of a time, in UTC; below 0 or above a day where the offset leads there."""
    match = re.fullmatch(r"(..):(..):([0-9.]+)(?:[Zz]|([+-])(..):(..))", text)
    seconds = int(match[1]) * 3600 + int(match[2]) * 60 + Fraction(match[3])
    if match[4]:
        offset = int(match[5]) * 3600 + int(match[6]) * 60
        seconds += offset if match[4] == "-" else -offset
    return seconds


def days(date):
    return day_number(int(date[:4]), int(date[5:7]), int(date[8:10]))


def day_number(year, month, day):
    # Python's calendar begins with the year 1.
    return datetime.date(year + 400, month, day).toordinal()


def instant(text, kind):
    """Seconds as a fraction; None if the text is none of the kind."""
    if kind == "time":
        if not is_time(text):
            return None
        seconds = clock(text)
        return seconds if text[6:8] == "60" and seconds >= 86400 else seconds % 86400 + 86400 * (text[6:8] == "60")
    if kind != "date-time" and is_date(text):
        return days(text) * 86400
    if kind == "date" or not is_date_time(text):
        return None
    return days(text[:10]) * 86400 + clock(text[11:])


class Notation:
    """How the dates or times of a field are written."""

    def __init__(self, kind, pattern=None, offset=0):
        self.kind, self.pattern, self.offset = kind, pattern, offset
        self.expressions = []
        if pattern is not None and pattern not in NAMED:
            parts = re.findall("%-?.|[^%]", pattern, re.DOTALL)
            choices = [(short(part, 2), short(part, 1)) if part in SHORT else (part,) for part in parts]
            self.expressions = [re.compile("".join(map(self.part, choice)), re.ASCII | re.DOTALL)
                                for choice in itertools.product(*choices)]

    def __eq__(self, other):
        return (self.kind, self.pattern, self.offset) == (other.kind, other.pattern, other.offset)

    @staticmethod
    def part(text):
        if isinstance(text, tuple):
            return "(?P<%s>[0-9]{%d})" % text
        if len(text) == 2 and text != "%%":
            return "(?P<%s>%s)" % (text[1], DIRECTIVES[text[1]])
        return re.escape(text[-1])

    def read(self, text):
        """The point of time; None if the text is not in this notation."""
        if self.pattern is None:
            return instant(text, self.kind)
        if self.pattern in NAMED:
            return self.named(text)
        for expression in self.expressions:
            match = expression.fullmatch(text)
            point = match and self.point({k: v for k, v in match.groupdict().items() if v is not None})
            if point is not None:
                return point
        return None

    def named(self, text):
        """A time or date-time of RFC 3339, without an offset or with any."""
        match = re.fullmatch(r"([0-9-]{10}[Tt ])?([0-9:]{8}(?:\.[0-9]+)?)(?:([Zz])|([+-][0-9]{2})(?::?([0-9]{2}))?)?", text,
                             re.ASCII)
        if match is None or (match[1] is None) != (self.kind == "time") or self.pattern == LOCAL and (match[3] or match[4]):
            return None
        own = "%s%02d:%02d" % ("-" if self.offset < 0 else "+", *divmod(abs(self.offset), 60))
        offset = "Z" if match[3] else "%s:%s" % (match[4], match[5] or "00") if match[4] else own
        return instant((match[1] or "").replace(" ", "T") + match[2] + offset, self.kind)

    def point(self, parts):
        """That of the parts; None if there is none."""
        year = int(parts.get("Y", 2000))
        if "y" in parts:
            year = int(parts["y"]) + (2000 if int(parts["y"]) <= 68 else 1900)
        month = int(parts.get("m", 1))
        for name in ("b", "B"):
            if name in parts:
                month = 1 + next(i for i, m in enumerate(MONTHS) if m.startswith(parts[name].lower()[:3]))
        day = int(parts.get("d", 1))
        hour, minute, second = (int(parts.get(name, 0)) for name in "HMS")
        if "I" in parts:
            if not 1 <= int(parts["I"]) <= 12:
                return None
            hour = int(parts["I"]) % 12 + (12 if parts["p"].lower() == "pm" else 0)
        offset = self.offset
        if "z" in parts:
            offset = int(parts["z"][1:3]) * 60 + int(parts["z"][3:])
            if int(parts["z"][1:3]) > 23 or int(parts["z"][3:]) > 59:
                return None
            offset = -offset if parts["z"][0] == "-" else offset
        if hour > 23 or minute > 59 or second > 60:
            return None
        minutes = hour * 60 + minute - offset
        if second == 60 and minutes % 1440 != 1439:
            return None
        fraction = Fraction(int(parts.get("f", 0)), 10 ** 6)
        if self.kind == "time":
            return minutes % 1440 * 60 + second + fraction
        try:
            number = day_number(year, month, day)
        except ValueError:
            return None
        return number * 86400 + (0 if self.kind == "date" else minutes * 60 + second + fraction)


def bound(text, notation, now):
    """A bound as a point of time; None if it is none."""
    match = DISTANCE.fullmatch(text)
    if match is None:
        return notation.read(text)
    if notation.kind == "time":
        return None
    start = instant(now, "date-time")
    if match[1] == "today":
        start = start // 86400 * 86400
    distance = int(match[3]) * UNITS[match[4]] if match[2] else 0
    return start + (-distance if match[2] == "-" else distance)


class TimeBounds:
    """The bounds that a constraint gives; what they mean is known when all fields are."""

    def __init__(self, keyword, texts, own, path):
        self.keyword, self.texts, self.own, self.path = keyword, texts, own, path
        self.notation = None
        self.lowest = self.highest = None

    def resolve(self, notation, now):
        """Whether all bounds can be read, and something can be within them."""
        self.notation = notation
        points = [bound(text, notation, now) for text in self.texts]
        if any(point is None for point in points):
            return False
        if self.keyword == "range":
            self.lowest, self.highest = points
        elif self.keyword.endswith("inimum"):
            self.lowest = points[0]
        else:
            self.highest = points[0]
        return self.keyword != "range" or self.admits(self)

    def admits(self, upper):
        """Whether something can be within the lower bound of these and the upper bound of others."""
        bases = [match and match[1] for match in map(DISTANCE.fullmatch, (self.texts[0], upper.texts[-1]))]
        if bases[0] != bases[1]:
            return True
        strict = [bounds.keyword.startswith("exclusive") for bounds in (self, upper)]
        if self.notation.kind == "date" and bases[0] is None:
            return self.lowest + 86400 * strict[0] <= upper.highest - 86400 * strict[1]
        return self.lowest < upper.highest or self.lowest == upper.highest and not any(strict)

    def holds(self, text):
        point = self.notation.read(text)
        if point is None:
            return False
        strict = self.keyword.startswith("exclusive")
        if self.lowest is not None and (point < self.lowest or strict and point == self.lowest):
            return False
        return self.highest is None or point < self.highest or not strict and point == self.highest

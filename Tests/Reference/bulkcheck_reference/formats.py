"""The formats of docs/reference/formats.md#formats, each from its document."""

import re


def whole(expression, flags=0):
    compiled = re.compile(expression, re.ASCII | flags)
    return lambda text: compiled.fullmatch(text) is not None


DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", re.ASCII)
TIME = re.compile(r"([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))", re.ASCII)


def is_date(text):
    match = DATE.fullmatch(text)
    if not match:
        return False
    year, month, day = (int(part) for part in match.groups())
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= month <= 12 and 1 <= day <= DAYS[month - 1] + (month == 2 and leap)


def is_time(text):
    match = TIME.fullmatch(text)
    if not match:
        return False
    hour, minute, second = (int(match[i]) for i in (1, 2, 3))
    offset = 0
    if match[4]:
        if int(match[5]) > 23 or int(match[6]) > 59:
            return False
        offset = (int(match[5]) * 60 + int(match[6])) * (1 if match[4] == "+" else -1)
    if hour > 23 or minute > 59 or second > 60:
        return False
    return second < 60 or (hour * 60 + minute - offset) % 1440 == 1439


def is_date_time(text):
    return len(text) > 11 and text[10] in "Tt" and is_date(text[:10]) and is_time(text[11:])


DURATION_TIME = r"T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)"
DURATION_DATE = r"(?:[0-9]+D|[0-9]+M(?:[0-9]+D)?|[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?)"
is_duration = whole("P(?:%s(?:%s)?|%s|[0-9]+W)" % (DURATION_DATE, DURATION_TIME, DURATION_TIME))

BYTE = r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])"
IPV4 = r"(?:%s\.){3}%s" % (BYTE, BYTE)
GROUP = "[0-9A-Fa-f]{1,4}"
TAIL = "(?:%s:%s|%s)" % (GROUP, GROUP, IPV4)
IPV6 = "(?:%s)" % "|".join([
    "(?:%s:){6}%s" % (GROUP, TAIL),
    "::(?:%s:){5}%s" % (GROUP, TAIL),
    "(?:%s)?::(?:%s:){4}%s" % (GROUP, GROUP, TAIL),
    "(?:(?:%s:){0,1}%s)?::(?:%s:){3}%s" % (GROUP, GROUP, GROUP, TAIL),
    "(?:(?:%s:){0,2}%s)?::(?:%s:){2}%s" % (GROUP, GROUP, GROUP, TAIL),
    "(?:(?:%s:){0,3}%s)?::%s:%s" % (GROUP, GROUP, GROUP, TAIL),
    "(?:(?:%s:){0,4}%s)?::%s" % (GROUP, GROUP, TAIL),
    "(?:(?:%s:){0,5}%s)?::%s" % (GROUP, GROUP, GROUP),
    "(?:(?:%s:){0,6}%s)?::" % (GROUP, GROUP),
])
is_ipv4 = whole(IPV4)
is_ipv6 = whole(IPV6)

LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
is_dotted_labels = whole(r"%s(?:\.%s)*" % (LABEL, LABEL))


def is_hostname(text):
    return len(text) <= 253 and is_dotted_labels(text)


ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
is_local_part = whole(r'%s(?:\.%s)*|"(?:[ !#-\[\]-~]|\\[ -~])*"' % (ATOM, ATOM))


SNUM = "(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]?[0-9])"
is_snum_quad = whole(r"(?:%s\.){3}%s" % (SNUM, SNUM))


def is_mail_ipv6(text):
    """IPv6-addr of RFC 5321: numbers of one to three digits, and `::` for at least two groups."""
    head, colon, tail = text.rpartition(":")
    if "." in tail:
        if not is_snum_quad(tail):
            return False
        text = head + colon + "0:0"
    return is_ipv6(text) and ("::" not in text or len([group for group in text.split(":") if group]) <= 6)


def is_email(text):
    """Mailbox of RFC 5321: local part of at most 64 octets, a domain of at most 255 or an address literal."""
    if not text.isascii() or "@" not in text:
        return False
    local, _, domain = text.rpartition("@")
    if len(local) > 64 or not is_local_part(local):
        return False
    if domain.startswith("[") and domain.endswith("]"):
        inside = domain[1:-1]
        if re.match("[Ii][Pp][Vv]6:", inside):
            return is_mail_ipv6(inside[5:])
        return is_snum_quad(inside)
    return len(domain) <= 255 and is_dotted_labels(domain)


UNRESERVED = r"A-Za-z0-9._~\-"
SUBDELIMITERS = "!$&'()*+,;="
ESCAPED = "%[0-9A-Fa-f]{2}"
PCHAR = "(?:[%s%s:@]|%s)" % (UNRESERVED, SUBDELIMITERS, ESCAPED)
HOST = r"(?:\[(?:%s|[vV][0-9A-Fa-f]+\.[%s%s:]+)\]|(?:[%s%s]|%s)*)" % (
    IPV6, UNRESERVED, SUBDELIMITERS, UNRESERVED, SUBDELIMITERS, ESCAPED)
AUTHORITY = "(?:(?:[%s%s:]|%s)*@)?%s(?::[0-9]*)?" % (UNRESERVED, SUBDELIMITERS, ESCAPED, HOST)
SEGMENTS = "(?:/%s*)*" % PCHAR
HIERARCHY = "(?://%s%s|/(?:%s+%s)?|%s+%s|)" % (AUTHORITY, SEGMENTS, PCHAR, SEGMENTS, PCHAR, SEGMENTS)
is_uri = whole("[A-Za-z][A-Za-z0-9+.-]*:%s(?:\\?(?:%s|[/?])*)?(?:#(?:%s|[/?])*)?" % (HIERARCHY, PCHAR, PCHAR))

IBAN_LENGTHS = {"NO": 15, "BE": 16, "NL": 18, "DE": 22, "GB": 22, "FR": 27, "RU": 33}
has_mod97_shape = whole("[0-9A-Z]+[0-9]{2}")


def is_mod97(text):
    """ISO 7064: what letters and digits spell, as a number, leaves 1 when divided by 97."""
    return bool(has_mod97_shape(text)) and int("".join(str(int(letter, 36)) for letter in text)) % 97 == 1


def is_iban(text):
    return IBAN_LENGTHS.get(text[:2]) == len(text) and is_mod97(text[4:] + text[:4])


def weighted(digits, weights):
    return sum(int(digit) * weights[index % len(weights)] for index, digit in enumerate(digits))


def is_ean(text):
    return text.isascii() and text.isdigit() and len(text) in (8, 12, 13, 14) and weighted(text[::-1], (1, 3)) % 10 == 0


def is_luhn(text):
    if not (text.isascii() and text.isdigit()) or len(text) < 2 or not text.strip("0"):
        return False
    doubled = "".join(str(int(digit) * (1 + index % 2)) for index, digit in enumerate(text[::-1]))
    return sum(map(int, doubled)) % 10 == 0


has_isbn_shape = whole("[0-9](?:[ -]?[0-9]){8}[ -]?[0-9X]|9[ -]?7[ -]?[89](?:[ -]?[0-9]){10}")


def is_isbn(text):
    if not has_isbn_shape(text):
        return False
    plain = text.replace(" ", "").replace("-", "")
    if len(plain) == 13:
        return weighted(plain, (1, 3)) % 10 == 0
    return sum((10 - index) * (10 if digit == "X" else int(digit)) for index, digit in enumerate(plain)) % 11 == 0


FORMATS = {
    "email": is_email,
    "uuid": whole("[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}"),
    "date": is_date,
    "time": is_time,
    "date-time": is_date_time,
    "duration": is_duration,
    "uri": is_uri,
    "ipv4": is_ipv4,
    "ipv6": is_ipv6,
    "hostname": is_hostname,
    "phone": whole(r"\+[1-9][0-9]{1,14}"),
    "base64": whole("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"),
    "json-pointer": whole("(?:/(?:[^/~]|~[01])*)*", re.DOTALL),
    "iban": is_iban,
    "isbn": is_isbn,
    "ean": is_ean,
    "luhn": is_luhn,
    "lei": lambda text: len(text) == 20 and is_mod97(text),
    "iso7064-mod-97-10": is_mod97,
}

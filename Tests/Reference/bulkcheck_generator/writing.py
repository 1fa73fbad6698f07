"""Writing made-up values as JSON text, plainly for profiles and in every legal way for records."""

import json

from .raw import Raw


def plain(value):
    """JSON for a profile."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        return "{%s}" % ", ".join("%s: %s" % (json.dumps(k, ensure_ascii=False), plain(v)) for k, v in value.items())
    if isinstance(value, (list, tuple)):
        return "[%s]" % ", ".join(plain(v) for v in value)
    return json.dumps(value, ensure_ascii=False)


def varied(value, random):
    """JSON for a record: blanks, escapes and member order as they come."""
    blank = lambda: random.choice(["", "", "", "", " ", "\t"])
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, Pairs):
        inside = ",".join(blank() + text(name, random) + blank() + ":" + blank() + varied(member, random) + blank()
                          for name, member in value.pairs)
        return "{" + (inside or blank()) + "}"
    if isinstance(value, dict):
        return varied(Pairs(list(value.items())), random)
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(blank() + varied(member, random) + blank() for member in value) + "]"
    if isinstance(value, str):
        return text(value, random)
    return json.dumps(value)


class Pairs:
    """An object whose keys may repeat."""

    def __init__(self, pairs):
        self.pairs = pairs


def text(value, random):
    if random.random() < 0.7:
        return json.dumps(value, ensure_ascii=False)
    pieces = []
    for character in value:
        if random.random() < 0.4:
            units = character.encode("utf-16-be")
            for index in range(0, len(units), 2):
                digits = "%04x" % int.from_bytes(units[index:index + 2], "big")
                pieces.append("\\u" + (digits.upper() if random.random() < 0.5 else digits))
        else:
            pieces.append(json.dumps(character, ensure_ascii=False)[1:-1])
    return '"' + "".join(pieces) + '"'

"""`extends`: a profile put behind others, as docs/reference/profile.md#definitions says it."""

import posixpath

from .json_reader import Fault, parse_profile_text
from .model import ATTRIBUTES
from .paths import PathError, dotted, parse_path
from .values import Object

BLOCK_KEYWORDS = ("items", "contains", "not", "when", "references", "propertyNames", "dependentRequired", "all", "any", "none")
REPLACED = ("labels", "normalize", "separator", "use", "then", "else")
RULE_FORMS = ("all", "any", "none", "not", "when", "compare", "unique")
TABLE_FORMS = ("measure", "sorted", "columns", "covers")
SETTINGS = ("input", "defaults", "records")


class ExtendsError(Exception):
    """A file that is not there, or extends itself."""


def extended(root, files, name="profile.json", way=()):
    """The profile with all that it extends in front of it."""
    if not isinstance(root, Object) or "extends" not in root:
        return placed(root, posixpath.dirname(name))
    names = root.get("extends")
    names = names if isinstance(names, list) else [names]
    base = None
    for text in names:
        if not isinstance(text, str) or not text:
            raise ExtendsError("extends: path expected")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), text))
        if path in way + (name,) or path not in files:
            raise ExtendsError("extends: %r" % path)
        try:
            other = parse_profile_text(files[path])
        except Fault as fault:
            raise ExtendsError(str(fault)) from None
        other = extended(other, files, path, way + (name,))
        base = other if base is None else merged(base, other)
    own = placed(root, posixpath.dirname(name))
    return merged(base, own) if base is not None else own


def placed(value, folder, is_reference=False):
    """The files of `references` from the folder of the first profile."""
    if isinstance(value, list):
        return [placed(part, folder) for part in value]
    if not folder or not isinstance(value, Object):
        return value
    pairs = []
    for name, member in value.pairs:
        if is_reference and name == "file" and isinstance(member, str) and member != ".":
            pairs.append((name, posixpath.normpath(posixpath.join(folder, member))))
        else:
            pairs.append((name, placed(member, folder, name in ("references", "covers", "equals") or is_reference and name == "value")))
    return Object(pairs)


def merged(base, own):
    def merge(name, inherited, member):
        if name == "definitions":
            return maps(inherited, member, block)
        if name in SETTINGS:
            return settings(name, inherited, member)
        return sections(inherited, member) if name == "sections" else part(name, inherited, member)
    return combined(without(base, "extends"), without(own, "extends"), merge)


def part(name, inherited, member):
    """What a profile and its sections have in common."""
    if name == "fields":
        return maps(inherited, member, block, path_key)
    if name == "rules":
        return entries(inherited, member, RULE_FORMS)
    if name == "table":
        return entries(inherited, member, TABLE_FORMS)
    if name == "count":
        return settings(name, inherited, member)
    return constraint(name, inherited, member) if name == "additionalFields" else member


def sections(base, own):
    """docs/reference/sections.md#in-a-profile-that-extends-another."""
    result = list(base)
    for entry in own:
        place = next((i for i, old in enumerate(result) if old is not None and old.get("id") == entry.get("id")), None)
        is_gone = "when" in entry and entry.get("when") is None
        if place is None:
            result.append(entry)
        else:
            result[place] = None if is_gone else combined(result[place], without(entry, "id"), part)
    return [entry for entry in result if entry is not None]


def without(value, name):
    return Object([pair for pair in value.pairs if pair[0] != name])


def path_key(text):
    try:
        return dotted(parse_path(text))
    except PathError:
        return text


def combined(base, own, merge, key=lambda name: name):
    result = {key(name): (name, member) for name, member in base.pairs}
    for name, member in own.pairs:
        if member is None:
            result.pop(key(name), None)
        elif key(name) in result:
            result[key(name)] = (name, merge(name, result[key(name)][1], member))
        else:
            result[key(name)] = (name, merge(name, Object([]), member) if isinstance(member, Object) else member)
    return Object(list(result.values()))


def maps(base, own, merge, key=lambda name: name):
    if not isinstance(base, Object) or not isinstance(own, Object):
        return own
    return combined(base, own, merge, key)


def settings(_, base, own):
    return maps(base, own, settings)


def block(_, base, own):
    return maps(base, own, constraint)


def constraint(name, base, own):
    if name in REPLACED:
        return own
    if name in ("fields", "items") and not is_long(name, base) and not is_long(name, own):
        return maps(base, own, block, path_key) if name == "fields" else maps(base, own, constraint)
    old_value, old = parts(name, base)
    value, new = parts(name, own)
    if value:
        old = [pair for pair in old if pair[0] not in ("as", "timeZone")]
    attributes = combined(Object(old), Object(new), lambda _, __, member: member).pairs
    chosen = value or old_value
    if chosen and not attributes and not is_long(name, own) and not is_long(name, base):
        return chosen[0]
    return Object(([("value", chosen[0])] if chosen else []) + attributes)


def is_long(name, value):
    if not isinstance(value, Object):
        return False
    if name == "fields":
        return isinstance(value.get("id"), str)
    if "value" in value or name not in BLOCK_KEYWORDS:
        return True
    return bool(value.pairs) and all(key in ATTRIBUTES + ("was",) for key in value.members)


def parts(name, value):
    """The value in a list, if there is one, and the attributes."""
    if not is_long(name, value):
        return [value], []
    return [value.get("value")] if "value" in value else [], [pair for pair in value.pairs if pair[0] != "value"]


def entries(base, own, forms):
    if not isinstance(base, list) or not isinstance(own, list):
        return own
    result = list(base)
    for entry in own:
        form = next((name for name in entry.members if name in forms), None)
        place = next((i for i, old in enumerate(result) if old is not None and old.get("id") == entry.get("id")), None)
        gone = form is not None and entry.get(form) is None
        if place is None:
            result += [] if gone else [entry]
        elif form is not None:
            result[place] = None if gone else entry
        else:
            changes = without(entry, "id")
            result[place] = combined(result[place], changes, lambda _, __, member: member)
    return [entry for entry in result if entry is not None]

"""A profile that extends a random one, and changes some of its rules."""

from .raw import Raw
from .writing import plain

ATTRIBUTE_CHANGES = [{"severity": "info"}, {"severity": "warning", "tolerance": None}, {"tolerance": Raw("1")}, {"message": None}]


def change(random, keyword, value):
    """What the later profile says of a constraint."""
    roll = random.random()
    if roll < 0.25:
        return None
    if roll < 0.6 and keyword not in ("labels", "normalize", "separator", "fields", "items"):
        return dict(random.choice(ATTRIBUTE_CHANGES))
    if isinstance(value, dict) and "value" in value and keyword != "const":
        return value["value"]
    return value


def changed_section(random, section):
    if random.random() < 0.2:
        return {"id": section["id"], "when": None}
    changes = {"id": section["id"], "fields": {"c": {"maxLength": Raw("3")}}}
    if random.random() < 0.5:
        changes["count"] = random.choice([{"max": Raw("4")}, None])
    for path, block in section.get("fields", {}).items():
        if random.random() < 0.5:
            changes["fields"][path] = {
                keyword: change(random, keyword, value) for keyword, value in block.items()
                if keyword not in ("when", "then", "else") and random.random() < 0.3}
    return changes


def extending(random, profile):
    """The profile that extends `base.json`, and that file."""
    own = {"bulkcheck": Raw("1"), "extends": random.choice(["base.json", ["base.json"]])}
    fields = {}
    for path, block in profile.get("fields", {}).items():
        if random.random() < 0.5:
            changes = {keyword: change(random, keyword, value) for keyword, value in block.items()
                       if keyword not in ("when", "then", "else") and random.random() < 0.3}
            fields[path] = None if random.random() < 0.1 else changes
    own["fields"] = fields
    rules = []
    for entry in profile.get("rules", []):
        if not isinstance(entry, dict) or "id" not in entry or random.random() < 0.5:
            continue
        roll = random.random()
        if roll < 0.4:
            rules.append({"id": entry["id"], **random.choice(ATTRIBUTE_CHANGES)})
        elif roll < 0.6:
            rules.append({"id": entry["id"], "any": None})
        else:
            rules.append({"id": entry["id"], "unique": ["a"]})
    if rules:
        own["rules"] = rules
    sections = [changed_section(random, section) for section in profile.get("sections", [])
                if "id" in section and random.random() < 0.5]
    if sections:
        own["sections"] = sections
    if random.random() < 0.3:
        own["defaults"] = {"severity": "warning"}
    return own, plain(profile).encode("utf-8")

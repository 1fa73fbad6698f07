"""Random rules about every member of an object, or every column, beside those of a random profile."""

from .profiles import Field
from .raw import Raw


def add_stars(random, maker, profile):
    """Adds blocks of paths with `*`, and a comparison of what they lead to; returns the fields."""
    paths = ["*"]
    for field in maker.fields:
        paths += {"o.p": ["o.*"], "o.q": ["o.*", "*.q"], "list[*].k": ["list[*].*", "*[*].k"], "obj": ["obj.*", "*.k", "obj.*.*"],
                  "obj2": ["obj2.*", "obj2.*[*]", "*.*"], "\"x.y\"": ["x.*", "*.y"], "/p/q": ["p.*"]}.get(field.path, [])
    chosen = random.sample(sorted(set(paths)), random.randint(1, min(3, len(set(paths)))))
    fields = [Field(path, random.choice(["text", "number", "any", "any"])) for path in chosen]
    if maker.is_csv and random.random() < 0.15:
        fields.append(Field("*[*]", "text"))
    before, maker.random = maker.random, random
    for field in fields:
        block = maker.field_block(field)
        block.pop("unique", None)
        profile.setdefault("fields", {}).setdefault(field.path, block)
    if "*[*]" in profile.get("fields", {}):
        profile["fields"].setdefault("*", {})["separator"] = "|"
    if random.random() < 0.4:
        function = random.choice(["sum", "min", "max"])
        entry = {"id": maker.identifier(), "compare": ["%s(%s)" % (function, chosen[0]), random.choice(["<", ">=", "=="]), "1"]}
        profile.setdefault("rules", []).append(entry)
    if random.random() < 0.4:
        entry = {"id": maker.identifier(), random.choice(["all", "any", "none"]): [{chosen[-1]: {"minimum": Raw("1")}}]}
        profile.setdefault("rules", []).append(entry)
    maker.random = before
    return fields

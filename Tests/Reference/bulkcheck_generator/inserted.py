"""Defaults that are arrays or objects, or in CSV texts with separators, added to the blocks of a random profile."""

from .raw import Raw

SCALARS = ["dflt", " Dflt ", "", "N/A", "1", Raw("18"), Raw("0.1"), True, None]
NAMES = ["k", "p", "q", "name", "x.y"]


def add_inserted(random, maker, profile):
    """Adds defaults to blocks of arrays and objects, and blocks with a default around dotted paths."""
    kinds = {field.path: field.kind for field in maker.fields}
    fields = profile.setdefault("fields", {})
    for path, block in list(fields.items()):
        add_to(random, maker.is_csv, block, kinds.get(path))
        outer = path.replace("[", ".").split(".")[0]
        if outer != path and outer.isidentifier() and outer not in fields and random.random() < 0.4:
            fields[outer] = {"normalize": [{"default": container(random, block, "array" if path[len(outer)] == "[" else "object")}]}


def add_to(random, is_csv, block, kind):
    """Adds to a block and to the blocks in it."""
    kind = "array" if "items" in block else "object" if "fields" in block else kind
    if kind in ("array", "object") and "normalize" not in block and random.random() < 0.4:
        separator = block.get("separator")
        if is_csv and separator and random.random() < 0.7:
            default = separator.join(random.choice(["dflt", "1", " a", "", "18"]) for _ in range(random.randint(1, 3)))
        else:
            default = container(random, block, kind)
        block["normalize"] = [{"default": default}]
    items = block.get("items")
    if isinstance(items, dict) and "value" not in items:
        add_to(random, is_csv, items, None)
    nested = block.get("fields")
    if isinstance(nested, dict) and not isinstance(nested.get("id"), str):
        for inner in nested.values():
            add_to(random, is_csv, inner, None)


def container(random, block, kind, depth=0):
    """An array or object; its members have names that the block has, and others."""
    nested = block.get("fields") if isinstance(block.get("fields"), dict) else {}
    names = [name for name in nested if "[" not in name and "/" not in name] + NAMES

    def part():
        if depth < 2 and random.random() < 0.35:
            return container(random, {}, random.choice(["array", "object"]), depth + 1)
        return random.choice(SCALARS)

    if kind == "array":
        inner = block.get("items") if isinstance(block.get("items"), dict) else {}
        if "fields" in inner and random.random() < 0.7:
            return [container(random, inner, "object", depth + 1) for _ in range(random.randint(1, 3))]
        return [part() for _ in range(random.randint(0, 4))]
    return {name: part() for name in random.sample(names, random.randint(0, min(4, len(set(names))))) if name}

"""The changes of `normalize` and `chain` (docs/reference/values.md#chain, docs/reference/formats.md#patterns,
docs/reference/values.md#changes)."""

WHITE_SPACE = frozenset(
    [chr(c) for c in (*range(9, 14), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F,
                      0x3000)])


def trim(text):
    start, end = 0, len(text)
    while start < end and text[start] in WHITE_SPACE:
        start += 1
    while end > start and text[end - 1] in WHITE_SPACE:
        end -= 1
    return text[start:end]


def collapse_white_space(text):
    result = []
    inside = False
    for character in text:
        blank = character in WHITE_SPACE
        if not blank:
            result.append(character)
        elif not inside:
            result.append(" ")
        inside = blank
    return "".join(result)


def mask(text, template):
    if len(text) != template.count("X"):
        return text
    characters = iter(text)
    return "".join(next(characters) if c == "X" else c for c in template)


def apply_change(text, name, argument):
    """A text after one change."""
    if name == "trim":
        return trim(text)
    if name == "collapseWhitespace":
        return collapse_white_space(text)
    if name == "lowercase":
        return "".join(c.lower() for c in text)
    if name == "uppercase":
        return "".join(c.upper() for c in text)
    if name == "digits":
        return "".join(c for c in text if c in "0123456789")
    if name == "replace":
        return argument[0].replace(text, argument[1])
    if name == "mask":
        return mask(text, argument)
    raise ValueError(name)

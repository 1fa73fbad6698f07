"""Random patterns of classes, groups, choices and counts, and texts that come near to matching them."""

ATOMS = ["a", "b", "1", "é", "-", "_", " ", "A", ".", "\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "[ab]", "[^a]", "[a-z]", "[^\\d]", "[\\w-]", "[é-ü]",
         "[^\\n]", "[\\s\\S]", "\\.", "[.-]", "\\x61", "\\n", "[[:digit:]]", "[A-Z0-9_]", "K", "s"]
QUANTIFIERS = ["*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}", "*?", "+?", "??", "{1,3}?", "*+", "++"]
ALPHABET = "ab1é-_ A.\nKk\u212asſ0Zz\t"


def random_pattern(random, depth=0):
    """A pattern that PCRE2 takes."""
    choices = []
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        choices.append("".join(piece(random, depth) for _ in range(random.randint(1 if depth else 0, 4))))
    pattern = "|".join(choices)
    if depth == 0 and random.random() < 0.7:
        pattern = random.choice(["^%s", "%s$", "^%s$", "^(?:%s)$", "\\b%s", "\\A(%s)\\z", "(?i)%s", "^(%s)$"]) % pattern
    return pattern


def piece(random, depth):
    if depth < 2 and random.random() < 0.22:
        atom = random.choice(["(%s)", "(?:%s)", "(?:%s)", "(?=%s)", "(?!%s)", "(?>%s)"]) % random_pattern(random, depth + 1)
        if atom.startswith(("(?=", "(?!")):
            return atom
    else:
        atom = random.choice(ATOMS)
    return atom + (random.choice(QUANTIFIERS) if random.random() < 0.4 else "")


def random_text(random):
    length = random.choice([0, 1, 1, 2, 2, 3, 4, 5, 8, 12, 31, 60, 62, 63, 64, 65])
    letters = random.sample(ALPHABET, 2) if random.random() < 0.5 else ALPHABET
    return "".join(random.choice(letters) for _ in range(length))


def edited(text, random):
    """A text with one change."""
    position = random.randrange(len(text) + 1)
    roll = random.random()
    if roll < 0.35 and position < len(text):
        return text[:position] + text[position + 1:]
    if roll < 0.7 and position < len(text):
        return text[:position] + random.choice("0159abZz.-:@/+%~ é") + text[position + 1:]
    return text[:position] + random.choice("0159abZz.-:@/+%~ é[]") + text[position:]

"""User accounts as the comparison judges them: good ones, ones with single faults, ones of faults alone."""
from rules import COLUMNS, COUNTRIES, PLANS

# A rule is broken by about one record in so many.
RARITY = 250

NAMES = ["emma", "liam", "olivia", "noah", "ava", "pavel", "chloe", "hugo", "yuki", "ravi", "lucia"]
DOMAINS = ["mail.example.org", "example.com", "uni.example.de", "corp.example.net"]
CITIES = ["Oslo", "Berlin", "München", "São Paulo", "Kraków", "Springfield", "New York", "Athens"]
STREETS = ["High Street", "Rue de la Paix", "Lindenallee", "Elm St, Apt 4", "Via Roma"]
STATES = ["CA", "NY", "TX", "WA", "IL"]
TAGS = ["news", "beta", "vip", "mobile", "web", "early_adopter", "partner", "newsletter"]
WORDS = ("the of and to in for with developer designer coffee music travel open source building things "
         "every day café naïve працюю книги 書籍 🚀 photographer, \"quoted\" a/b c\\d").split()


def phrase(r, length):
    """A text of exactly so many code points; one in twenty holds a line break."""
    words, count = [], 0
    while count <= length:  # each word brings a blank that the last one does not need
        words.append(r.choice(WORDS))
        count += len(words[-1]) + 1
    text = " ".join(words)[:length]
    return text.replace(" ", "\n", 1) if r.random() < 0.05 else text


def good(r):
    """A record without a fault."""
    number = r.randrange(10_000, 100_000)
    name = r.choice(NAMES)
    h = "%032x" % r.getrandbits(128)
    country = "US" if r.random() < 0.25 else r.choice(COUNTRIES)
    is_us = country == "US"
    address = {"street": f"{number % 2000} {r.choice(STREETS)}", "city": r.choice(CITIES),
               "zip": f"{number:05}" if is_us or r.random() < 0.7 else "SW1A 1AA"}
    if is_us:
        address["state"] = r.choice(STATES)
        if r.random() < 0.2:
            address["zip"] += f"-{r.randrange(10_000):04}"
    record = {
        "id": f"{h[:8]}-{h[8:12]}-4{h[13:16]}-{r.choice('89ab')}{h[17:20]}-{h[20:]}",
        "username": f"{name}_{number}",
        "email": f"{name}.{number}@{r.choice(DOMAINS)}",
        "age": r.randrange(18, 95),
        "country": country,
        "balance": r.randrange(1_000_000) / 100,
        "phone": f"+{r.randrange(10**9, 10**14)}" if r.random() < 0.7 else None,
        "created_at": f"20{r.randrange(10, 26)}-{r.randrange(1, 13):02}-{r.randrange(1, 29):02}"
                      f"T{r.randrange(24):02}:{r.randrange(60):02}:{r.randrange(60):02}"
                      + r.choice(["Z", "Z", f".{r.randrange(1000):03}Z", "+02:00"]),
        "agreed_to_terms": True,
        "tags": r.sample(TAGS, r.randrange(1, 6)),
        "address": address,
        "bio": phrase(r, r.randrange(10, 161)) if r.random() < 0.55 else "",
        "plan": r.choice(PLANS),
        "referrer": r.choice([None, "google", "friend", "https://blog.example.com/post?a=b&c=d"]),
    }
    if record["phone"] is None and r.random() < 0.6:
        del record["phone"]
    return record


# The field and the rules that are broken when a required value is missing.
REQUIRED = {
    "id": ["id.uuid"], "username": ["username.length", "username.pattern"], "email": ["email.pattern"],
    "age": ["age.range"], "country": ["country.enum"], "balance": ["balance.range"],
    "created_at": ["created_at.rfc3339"], "agreed_to_terms": ["agreed_to_terms.true"],
    "tags": ["tags.count"], "plan": ["plan.enum"],
}


def spoil(r, record):
    """Breaks rules now and then, each on its own; returns the set of those that are broken now."""
    address, broken = record["address"], set()

    def is_due(rule):
        if r.random() >= 1 / RARITY:
            return False
        broken.add(rule)
        return True

    if is_due("id.uuid"):
        record["id"] = r.choice([record["id"][:-1], record["id"].upper() + "A", record["id"].replace("-", "")])
    if is_due("username.length"):
        record["username"] = r.choice(["ab", "x" * 21, record["username"] + "_" * 20])
    elif is_due("username.pattern"):  # 18 letters are within the length, their 35 bytes would not be
        record["username"] = r.choice(["bad-name", "with space", "Александра_Петрова", "名前テスト"])
    if is_due("email.pattern"):
        record["email"] = r.choice([record["email"].replace("@", " at "), "a b@example.com", "x@localhost"])
    if is_due("age.range"):
        record["age"] = r.choice([-3, 17, 121, r.randrange(121, 1000)])
    if is_due("country.enum"):
        record["country"] = r.choice(["XX", "usa", "us"])
    if is_due("balance.range"):
        record["balance"] = r.choice([-0.01, 10000.01, r.randrange(2_000_000, 9_000_000) / 100])
    if is_due("phone.pattern"):
        record["phone"] = r.choice(["n/a", "555-1234", "+1 415 555 0123", "1" * 17])
    if is_due("created_at.rfc3339"):
        record["created_at"] = r.choice(["yesterday", "2023-13-05T10:00:00Z", "2023-05-11 12:34:56Z"])
    if is_due("agreed_to_terms.true"):
        record["agreed_to_terms"] = False
    if is_due("tags.count"):
        record["tags"] = r.sample(TAGS, r.randrange(6, 9))
    # An only element that is empty could not be told from no elements in CSV.
    if len(record["tags"]) > 1 and is_due("tags.items"):
        record["tags"][r.randrange(len(record["tags"]))] = ""
    if is_due("address.city"):
        address["city"] = r.choice(["", None])
    if record["country"] == "US" and is_due("address.zip_us"):
        address["zip"] = r.choice(["1234", "ABCDE", "12345-67", ""])
    if is_due("plan.enum"):
        record["plan"] = r.choice(["Free", "enterprise"])
    if is_due("bio.length"):
        record["bio"] = phrase(r, r.randrange(161, 201))
    if r.random() < 1 / RARITY:
        remove(r, record, broken)
    return broken


def remove(r, record, broken):
    """Takes a required value away, as null or with its key."""
    field = r.choice(list(REQUIRED))
    if field == "country":  # whether the zip is judged hangs on it
        broken.discard("address.zip_us")
    if field == "tags":
        broken.discard("tags.items")
    broken.update(REQUIRED[field])
    if r.random() < 0.5:
        record[field] = None
    else:
        del record[field]


def broken_throughout(r, number):
    """A record that breaks every rule at once, with values that differ from record to record.

    All values are there and of the right type: a failing `required` or `type` would block the rule behind
    it. It has a state, whatever its country (see failing_profile in make_corpus.py).
    """
    record = good(r)
    record |= {
        "id": record["id"].upper() + "A", "username": f"a very bad name, number {number}",
        "email": f"user {number} at example.org", "age": 121 + number % 5000, "country": f"X{number}",
        "balance": 10_000.01 + number, "phone": f"n/a {number}", "created_at": f"on day {number}",
        "agreed_to_terms": False, "tags": ["", f"tag{number}", *TAGS[:5]],
        "address": {"street": "1 High Street", "city": "", "zip": f"no {number}", "state": "CA"},
        "plan": f"plan {number}", "bio": phrase(r, 170),
    }
    return record


def row(record):
    """The record's cells in CSV: tags joined, the address laid flat, nothing for null."""
    cells = record | {f"address.{key}": value for key, value in record["address"].items()}
    for name, value in cells.items():
        if isinstance(value, bool):
            cells[name] = "true" if value else "false"
        elif isinstance(value, list):
            cells[name] = "|".join(value)
    return ["" if cells.get(name) is None else cells[name] for name in COLUMNS]

"""The profile of 150 value rules on the 14 fields of the sixteen, as a large team's profile grows over the years.

Presence and type are declared as in profiles/users.json and do not count among the 150, just as they do not
count among the sixteen.
"""
from rules import COUNTRIES, PATTERNS, PLANS

VALUE_RULES = 150


def whole(rule):
    return f"^{PATTERNS[rule]}$"


FIELDS = {
    "id": {
        "type": "string", "required": True, "pattern": whole("id.uuid"), "length": [36, 36],
        "minLength": 32, "maxLength": 40, "notPattern": "[A-Z]", "contains": "-",
        "notEnum": ["00000000-0000-0000-0000-000000000000"], "notEmpty": True},
    "username": {
        "type": "string", "required": True, "pattern": whole("username.pattern"), "length": [3, 20],
        "minLength": 2, "maxLength": 30, "notPattern": "__", "notEmpty": True,
        "notEnum": ["admin", "root", "support", "system", "null", "undefined", "test"]},
    "email": {
        "type": "string", "required": True, "pattern": whole("email.pattern"), "length": [6, 254],
        "minLength": 5, "maxLength": 60, "contains": "@", "notPattern": r"\.\.", "notEmpty": True,
        "notEnum": ["test@example.com", "none@example.com"]},
    "age": {
        "type": "integer", "required": True, "range": [18, 120], "minimum": 0, "maximum": 130,
        "exclusiveMinimum": -1, "exclusiveMaximum": 150, "notEnum": [99, 999], "multipleOf": 1},
    "country": {
        "type": "string", "required": True, "enum": COUNTRIES, "pattern": "^[A-Z]{2}$", "length": [2, 2],
        "notEnum": ["XX", "ZZ"], "notPattern": "[0-9]", "notEmpty": True, "maxLength": 3},
    "balance": {
        "type": "number", "required": True, "range": [0, 10000], "minimum": -1000, "maximum": 50000,
        "exclusiveMinimum": -0.01, "exclusiveMaximum": 10000.01, "multipleOf": 0.01, "notEnum": [9999.99]},
    "phone": {
        "type": "string", "pattern": whole("phone.pattern"), "minLength": 8, "maxLength": 16,
        "notPattern": "[a-z]", "notEnum": ["n/a", "none", "-"], "notEmpty": True},
    "created_at": {
        "type": "string", "required": True, "format": "date-time", "pattern": whole("created_at.rfc3339"),
        "startsWith": "20", "contains": "T", "length": [20, 30], "notPattern": "^(19|20[3-9])",
        "minLength": 10, "maxLength": 35},
    "agreed_to_terms": {"type": "boolean", "required": True, "const": True, "enum": [True, False]},
    "tags": {
        "type": "array", "required": True, "minItems": 1, "maxItems": 5, "uniqueItems": True,
        "items": {"id": "tags.items", "value": {"required": True, "type": "string", "notEmpty": True}}},
    "address.city": {
        "type": "string", "required": True, "notEmpty": True, "minLength": 2, "maxLength": 40,
        "notPattern": "[0-9]", "notEnum": ["n/a", "unknown", "-"], "pattern": "^[^ ].*[^ ]$"},
    "address.zip": {
        "type": "string", "minLength": 4, "maxLength": 12, "pattern": "^[0-9A-Z][0-9A-Z -]*$",
        "notPattern": "  ", "notEmpty": True, "notEnum": ["00000", "99999"]},
    "plan": {
        "type": "string", "required": True, "enum": PLANS, "pattern": "^[a-z]+$", "maxLength": 10,
        "minLength": 3, "notEnum": ["trial"], "notPattern": "[A-Z]"},
    "bio": {
        "type": "string", "present": True, "maxLength": 160, "notPattern": "<[a-zA-Z/]", "length": [0, 200]},
}

# More patterns on the same fields: (id, field, keyword, value).
MORE = [
    ("id.version", "id", "pattern", "^.{14}[1-8]"),
    ("id.variant", "id", "pattern", "^.{19}[89ab]"),
    ("id.not-nil", "id", "notPattern", "^[0-]+$"),
    ("id.lowercase", "id", "pattern", "^[^A-F]+$"),
    ("username.starts-with-letter", "username", "pattern", "^[a-zA-Z]"),
    ("username.no-blanks", "username", "notPattern", "[ \t]"),
    ("username.no-trailing-mark", "username", "notPattern", "_$"),
    ("username.not-a-number", "username", "notPattern", "^[0-9]+$"),
    ("username.no-reserved-prefix", "username", "notPattern", "^(admin|root|sys)_"),
    ("email.no-blanks", "email", "notPattern", "[ \t]"),
    ("email.one-at", "email", "notPattern", "@.*@"),
    ("email.domain", "email", "pattern", r"@([A-Za-z0-9-]+\.)+[A-Za-z]{2,}$"),
    ("email.not-disposable", "email", "notPattern", "@(mailinator|trashmail|guerrillamail)[.]"),
    ("email.no-leading-dot", "email", "notPattern", r"^\."),
    ("email.no-local-host", "email", "notPattern", "@localhost$"),
    ("email.ascii", "email", "pattern", "^[ -~]+$"),
    ("country.upper-case", "country", "notPattern", "[a-z]"),
    ("country.ascii", "country", "pattern", "^[ -~]*$"),
    ("phone.no-blanks", "phone", "notPattern", " "),
    ("phone.digits", "phone", "pattern", "[0-9]{10}"),
    ("phone.no-leading-zeros", "phone", "notPattern", "^00"),
    ("created_at.year", "created_at", "pattern", "^20(0[0-9]|1[0-9]|2[0-9])-"),
    ("created_at.zone", "created_at", "pattern", "(Z|[+-][0-9]{2}:[0-9]{2})$"),
    ("created_at.upper-case-t", "created_at", "notPattern", "t"),
    ("created_at.seconds", "created_at", "pattern", ":[0-5][0-9]([.]|Z|[+-])"),
    ("address.city.no-tabs", "address.city", "notPattern", "\t"),
    ("address.zip.no-letters-only", "address.zip", "notPattern", "^[A-Z]+$"),
    ("plan.ascii", "plan", "pattern", "^[ -~]+$"),
    ("bio.no-tabs", "bio", "notPattern", "\t"),
    ("bio.no-links", "bio", "notPattern", "https?://"),
    ("bio.not-quoted", "bio", "notPattern", "^\".*\"$"),
    ("bio.no-card-number", "bio", "notPattern", "[0-9]{13,16}"),
]

CONDITIONS = [
    ("address.zip_us", {"country": {"const": "US"}},
     {"address.zip": {"required": True, "pattern": whole("address.zip_us")}}),
    ("us-city", {"country": {"const": "US"}}, {"address.city": {"minLength": 3, "notPattern": "^St[.] "}}),
    ("free-balance", {"plan": {"const": "free"}}, {"balance": {"maximum": 9900}}),
    ("team-email", {"plan": {"const": "team"}}, {"email": {"notPattern": "@example[.]net$"}}),
    ("pro-tags", {"plan": {"const": "pro"}}, {"tags": {"minItems": 1, "uniqueItems": True}}),
    ("rich-phone", {"balance": {"exclusiveMinimum": 5000}}, {"phone": {"minLength": 10}}),
    ("young-balance", {"age": {"maximum": 20}}, {"balance": {"maximum": 9000}}),
    ("agreed-created", {"agreed_to_terms": {"const": True}}, {"created_at": {"required": True}}),
]

REST = [
    {"id": "contactable", "any": [{"email": {"required": True}}, {"phone": {"required": True}}]},
    {"id": "described", "any": [{"bio": {"minLength": 10}}, {"tags": {"minItems": 1}}]},
    {"id": "username-is-no-email", "compare": ["username", "!=", "email"]},
    {"id": "username-is-no-id", "compare": ["username", "!=", "id"]},
    {"id": "age-is-no-balance", "compare": ["age", "!=", "balance"]},
    {"id": "city-is-no-zip", "compare": ["address.city", "!=", "address.zip"]},
]


def count_of_value_rules(fields):
    return sum(keyword not in ("type", "required", "present") for block in fields.values() for keyword in block)


def many_rules_profile():
    rules = [{"id": name, "all": [{field: {keyword: value}}]} for name, field, keyword, value in MORE]
    rules += [{"id": name, "when": when, "then": then} for name, when, then in CONDITIONS]
    rules += REST
    # One rule for a country each, as many as are wanted.
    missing = VALUE_RULES - count_of_value_rules(FIELDS) - len(rules)
    assert 0 <= missing < len(COUNTRIES), missing
    rules += [{"id": f"phone-of-{country.lower()}", "when": {"country": {"const": country}},
               "then": {"phone": {"pattern": f"^[+]?[1-9][0-9]{{{8 + number % 2},14}}$"}}}
              for number, country in enumerate(COUNTRIES[1:missing + 1])]
    return {"bulkcheck": 1, "name": f"{VALUE_RULES} rules on {len(FIELDS)} fields", "fields": FIELDS, "rules": rules}

"""What the corpus and the peers share: rule names, choices, patterns, the form of an answer.

The rules are those of profiles/users.json, under the same ids. A required value that is absent, null (in
CSV: an empty cell) or of another type breaks every rule of its field; `tags.items` is about the elements
alone, and a `phone` may be missing.
"""
import json
import sys

RULES = ["id.uuid", "username.length", "username.pattern", "email.pattern", "age.range", "country.enum",
         "balance.range", "phone.pattern", "created_at.rfc3339", "agreed_to_terms.true", "tags.count",
         "tags.items", "address.city", "address.zip_us", "plan.enum", "bio.length"]
COUNTRIES = ["US", "GB", "DE", "FR", "ES", "IT", "NL", "BE", "PL", "PT", "SE", "NO", "DK", "FI", "IE",
             "AT", "CH", "CZ", "GR", "RO", "CA", "MX", "BR", "AR", "IN", "JP", "KR", "AU", "NZ", "ZA"]
PLANS = ["free", "pro", "team"]
COLUMNS = ["id", "username", "email", "age", "country", "balance", "phone", "created_at", "agreed_to_terms",
           "tags", "address.street", "address.city", "address.zip", "address.state", "bio", "plan", "referrer"]
# Without anchors; a match must be of the whole. Written so that Python, RE2 and Rust's regex agree.
PATTERNS = {
    "id.uuid": "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
    "username.pattern": "[a-zA-Z0-9_]+",
    "email.pattern": r"[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}",
    "phone.pattern": r"\+?[0-9]{10,15}",
    "created_at.rfc3339": "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]"
                          "([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)"
                          r"(\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",
    "address.zip_us": "[0-9]{5}(-[0-9]{4})?",
}


def arguments():
    """The file and the number of threads, as every peer takes them."""
    return sys.argv[1], int(sys.argv[2])


def answer(counts, seconds, version):
    """Prints what compare.py reads. `counts`: records, invalid ones, then one for each of RULES."""
    records, invalid, *failures = map(int, counts)
    print(json.dumps({"records": records, "invalid": invalid, "failures": dict(zip(RULES, failures)),
                      "seconds": seconds, "version": version}))

"""What the corpus and the peers share: rule names, choices, patterns, the form of an answer."""
import json

RULES = ["id", "username", "email", "age", "country", "balance", "phone", "created", "terms", "tags",
         "city", "plan", "bio", "zip"]
COUNTRIES = ["US", "GB", "DE", "FR", "ES", "IT", "NL", "BE", "PL", "PT", "SE", "NO"]
PLANS = ["free", "pro", "team"]
COLUMNS = ["id", "username", "email", "age", "country", "balance", "phone", "created", "terms", "tags",
           "address.street", "address.city", "address.zip", "plan", "bio"]
# Without anchors; a match must be of the whole.
PATTERNS = {
    "id": "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
    "email": r"[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}",
    "phone": r"\+[0-9]{10,15}",
    "created": "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z",
    "zip": "[0-9]{5}(-[0-9]{4})?",
}


def answer(records, invalid, failures, seconds, version):
    """Prints what compare.py reads: counts, and the time of the query alone."""
    print(json.dumps({"records": records, "invalid": invalid, "failures": failures,
                      "seconds": seconds, "version": version}))

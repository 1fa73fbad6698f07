"""The rules of the corpus as a JSON Schema, and as the profile that says the same in as many rules."""
from rules import COUNTRIES, PATTERNS, PLANS

REQUIRED = ["id", "username", "email", "age", "country", "balance", "created_at", "agreed_to_terms", "tags",
            "address", "plan"]


def text(rule=None, **others):
    pattern = {"pattern": f"^{PATTERNS[rule]}$"} if rule else {}
    return {"type": "string", **pattern, **others}


def users_schema():
    zip_code = {"required": ["zip"], "properties": {"zip": text("address.zip_us")}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": REQUIRED,
        "properties": {
            "id": text("id.uuid"),
            "username": text("username.pattern", minLength=3, maxLength=20),
            "email": text("email.pattern"),
            "age": {"type": "integer", "minimum": 18, "maximum": 120},
            "country": {"enum": COUNTRIES},
            "balance": {"type": "number", "minimum": 0, "maximum": 10000},
            "phone": {"type": ["string", "null"], "pattern": f"^{PATTERNS['phone.pattern']}$"},
            "created_at": text("created_at.rfc3339"),
            "agreed_to_terms": {"const": True},
            "tags": {"type": "array", "minItems": 1, "maxItems": 5, "items": text(minLength=1)},
            "address": {"type": "object", "required": ["city"], "properties": {"city": text(minLength=1)}},
            "plan": {"enum": PLANS},
            "bio": {"type": ["string", "null"], "maxLength": 160},
        },
        "if": {"required": ["country"], "properties": {"country": {"const": "US"}}},
        "then": {"properties": {"address": zip_code}},
    }


def plain_profile():
    """The schema's constraints, field by field, as a user writes them."""
    schema = users_schema()
    fields = {}
    for name, block in schema["properties"].items():
        block = dict(block)
        if name == "address":
            fields["address.city"] = {"required": True, **block["properties"]["city"]}
            block = {"type": "object"}
        if isinstance(block.get("type"), list):
            block["type"] = "string"
        required = {"required": True} if name in REQUIRED else {}
        fields[name] = {**required, **block}
    zip_code = {"required": True, **text("address.zip_us")}
    return {"bulkcheck": 1, "name": "users, as the schema has them", "fields": fields,
            "rules": [{"id": "us-zip", "when": {"country": {"const": "US"}}, "then": {"address.zip": zip_code}}]}

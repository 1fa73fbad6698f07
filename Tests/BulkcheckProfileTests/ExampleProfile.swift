/// The profile that the contract shows.
let exampleProfile = #"""
  {
    "bulkcheck": 1,                      // format version, required
    "name": "users",
    "input":    { "missingValues": ["NULL"], "lengthUnit": "codepoints", "csv": { "delimiter": "," },
                  "malformed": { "tolerance": "0.01%" } },
    "defaults": { "severity": "error", "tolerance": 0 },
    "records":  { "min": 1 },            // min: 0 allows an empty input; max too

    "fields": {
      "id":    { "type": "string", "required": true, "format": "uuid" },
      "email": {
        "type": "string",
        "normalize": ["trim"],
        "required": { "id": "email-required", "message": "email is missing", "labels": ["contact"] },
        "pattern":  { "id": "email-format", "value": "^[A-Z0-9._%+-]+@[A-Z0-9.-]+\\.[A-Z]{2,}$",
                      "options": ["caseInsensitive"], "message": "{value} is not an email address" }
      },
      "age":   { "type": "integer", "required": true, "range": { "id": "age-adult", "value": [18, 120] } },
      "plan":  { "enum": { "value": ["free", "pro", "team"], "severity": "warning" } },
      "phone": { "required": { "severity": "warning", "tolerance": "0.1%" } },
      "tags":  { "type": "array", "minItems": 1, "maxItems": 5, "items": { "type": "string", "notEmpty": true } },
      "address.city": { "required": true, "notEmpty": true }
    },

    "rules": [
      { "id": "us-zip",
        "when": { "country": { "const": "US" } },
        "then": { "address.zip": { "required": true, "pattern": "^\\d{5}(-\\d{4})?$" } },
        "message": "US address needs a 5 or 9 digit zip, got {address.zip}", "tolerance": "5%" },
      { "id": "contactable", "any": [ { "email": { "required": true } }, { "phone": { "required": true } } ] },
      { "id": "dates-in-order", "compare": ["start", "<=", "end"] }
    ],

    "tests": [                                     // "fails" is the exact set
      { "record": { "id": "6f1c2a30-8d3e-4b7a-9a51-0c2f8f6f7b11", "age": 17, "email": "a@b.co", "address": { "city": "Oslo" } },
        "fails": ["age-adult", "phone.required"] }
    ]
  }
  """#

/// The words of a profile whose operand names another file.
enum ReferenceWord {
  case references
  /// `references` as an entry of `rules`.
  case combination
  /// `references` to records of a section, on a field and as an entry of `rules`.
  case sectionField, sectionFields
  case covers
  case equals

  var name: String {
    switch self {
    case .references, .combination, .sectionField, .sectionFields: "references"
    case .covers: "covers"
    case .equals: "equals"
    }
  }

  var keys: [String] {
    switch self {
    case .references: ["file", "column", "format", "input"]
    case .combination: ["fields", "file", "columns", "format", "input"]
    case .sectionField: ["section", "field"]
    case .sectionFields: ["fields", "section", "columns"]
    case .covers: ["of", "file", "column", "format", "input"]
    case .equals: ["file", "path"]
    }
  }

  /// An example of the operand.
  var form: String {
    switch self {
    case .references: #"{"file": "countries.csv", "column": "code"}"#
    case .combination:
      #"{"fields": ["shop", "order"], "file": "orders.csv", "columns": ["shop_id", "order_id"]}"#
    case .sectionField: #"{"section": "orders", "field": "id"}"#
    case .sectionFields:
      #"{"fields": ["shop", "order"], "section": "orders", "columns": ["shop_id", "id"]}"#
    case .covers: #"{"of": "country", "file": "countries.csv", "column": "code"}"#
    case .equals: #"{"file": "manifest.json", "path": "rows"}"#
    }
  }
}

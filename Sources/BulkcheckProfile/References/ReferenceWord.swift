/// The words of a profile whose operand names another file.
enum ReferenceWord {
  case references
  /// `references` as an entry of `rules`.
  case combination
  case covers
  case equals

  var name: String {
    switch self {
    case .references, .combination: "references"
    case .covers: "covers"
    case .equals: "equals"
    }
  }

  var keys: [String] {
    switch self {
    case .references: ["file", "column", "format", "input"]
    case .combination: ["fields", "file", "columns", "format", "input"]
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
    case .covers: #"{"of": "country", "file": "countries.csv", "column": "code"}"#
    case .equals: #"{"file": "manifest.json", "path": "rows"}"#
    }
  }
}

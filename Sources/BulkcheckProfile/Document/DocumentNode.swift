/// A JSON value of a profile with the place where it stands.
struct DocumentNode {
  indirect enum Kind {
    case null
    case boolean(Bool)
    /// The digits as written, a valid JSON number.
    case number(String)
    case text(String)
    case array([DocumentNode])
    /// In the order written; of a name given twice only the first stays.
    case object([DocumentMember])
  }

  var kind: Kind
  /// Of the value's first byte.
  var offset: Int
}

/// A name and its value.
struct DocumentMember {
  var name: String
  var nameOffset: Int
  var value: DocumentNode
}

extension DocumentNode {
  var members: [DocumentMember]? {
    if case .object(let members) = kind { members } else { nil }
  }

  var elements: [DocumentNode]? {
    if case .array(let elements) = kind { elements } else { nil }
  }

  var text: String? {
    if case .text(let text) = kind { text } else { nil }
  }

  var digits: String? {
    if case .number(let digits) = kind { digits } else { nil }
  }

  var boolean: Bool? {
    if case .boolean(let value) = kind { value } else { nil }
  }

  var isNull: Bool {
    if case .null = kind { true } else { false }
  }

  /// The value in few words, for mistakes.
  var summary: String {
    switch kind {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let digits): digits.utf8.count > 40 ? "a number" : digits
    case .text(let text): text.unicodeScalars.count > 40 ? "a text" : Complaint.quoted(text)
    case .array(let elements): elements.isEmpty ? "an empty list" : "a list"
    case .object: "an object"
    }
  }
}

extension [DocumentMember] {
  /// The member of this name.
  func named(_ name: String) -> DocumentMember? {
    first { ExactText($0.name) == ExactText(name) }
  }
}

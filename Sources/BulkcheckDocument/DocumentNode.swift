internal import BulkcheckCore

/// A JSON value of a document with the place where it stands.
package struct DocumentNode {
  package enum Kind {
    case null
    case boolean(Bool)
    /// The digits as written, a valid JSON number.
    case number(String)
    case text(String)
    case array([DocumentNode])
    /// In the order written; of a name given twice only one value stays, the first unless the
    /// document's kind says the last.
    case object([DocumentMember])
  }

  package var kind: Kind
  /// Of the value's first byte.
  package var offset: Int

  package init(kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// Stands for a document that could not be read.
  package static var nothing: DocumentNode { DocumentNode(kind: .null, offset: 0) }
}

/// A name and its value.
package struct DocumentMember {
  package var name: String
  package var nameOffset: Int
  package var value: DocumentNode

  package init(name: String, nameOffset: Int, value: DocumentNode) {
    self.name = name
    self.nameOffset = nameOffset
    self.value = value
  }
}

extension DocumentNode {
  package var members: [DocumentMember]? {
    if case .object(let members) = kind { members } else { nil }
  }

  package var elements: [DocumentNode]? {
    if case .array(let elements) = kind { elements } else { nil }
  }

  package var text: String? {
    if case .text(let text) = kind { text } else { nil }
  }

  package var digits: String? {
    if case .number(let digits) = kind { digits } else { nil }
  }

  package var boolean: Bool? {
    if case .boolean(let value) = kind { value } else { nil }
  }

  package var isNull: Bool {
    if case .null = kind { true } else { false }
  }

  /// The value of a member; nil if there is none.
  package subscript(name: String) -> DocumentNode? { members?.named(name)?.value }

  /// The value in few words, for mistakes.
  package var summary: String {
    switch kind {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let digits): digits.utf8.count > 40 ? "a number" : digits
    case .text(let text): text.unicodeScalars.count > 40 ? "a string" : Complaint.quoted(text)
    case .array(let elements): elements.isEmpty ? "an empty list" : "a list"
    case .object: "an object"
    }
  }
}

extension [DocumentMember] {
  /// The member of this name.
  package func named(_ name: String) -> DocumentMember? { first { $0.name.isExactly(name) } }
}

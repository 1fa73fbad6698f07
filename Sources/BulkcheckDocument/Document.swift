internal import BulkcheckCore

/// A document: values with their places. It is JSON, with `//` and `/* */` comments and a comma
/// after the last element or member allowed (docs/reference/profile.md#the-profile), or YAML
/// (docs/reference/yaml.md#values).
///
/// Any bytes give a document or one ``DocumentFault``. Time and memory grow with their number.
/// Reading does not recurse, and nesting has a limit. That limit also bounds the recursion of code
/// that walks the values.
package struct Document {
  /// The words that sentences use for the document, and for its expected content.
  package struct Kind: Sendable {
    /// The name of the document, as in "the profile ends here".
    var name: String
    /// The name of its whole content, such as `a JSON value`.
    var content: String
    var nestingMaximum: Int
    /// Whether the last value of a name given twice stays, not the first.
    var lastOfEqualNamesCounts: Bool

    package init(
      _ name: String, content: String, nestingMaximum: Int, lastOfEqualNamesCounts: Bool = false
    ) {
      self.name = name
      self.content = content
      self.nestingMaximum = nestingMaximum
      self.lastOfEqualNamesCounts = lastOfEqualNamesCounts
    }
  }

  /// A name that its object holds already.
  package struct Repetition {
    package var name: String
    package var offset: Int
    package var firstOffset: Int
  }

  package let source: SourceText
  package let root: DocumentNode
  /// Names given twice (docs/reference/profile.md#top-level).
  ///
  /// None in YAML, where the first one is a fault.
  package let repetitions: [Repetition]
  /// The layout of the text; nil unless it was asked for.
  package let layout: DocumentLayout?

  /// - Parameter keepsLayout: whether comments and the ends of containers are noted.
  package init(
    _ source: SourceText, kind: Kind, language: DocumentLanguage = .json, keepsLayout: Bool = false
  ) throws(DocumentFault) {
    if let offset = ByteView.with(source.bytes, UTF8Check.faultOffset) {
      throw DocumentFault(offset: offset, complaint: .notUTF8(kind.name))
    }
    switch language {
    case .json:
      var parser = DocumentParser(
        source.bytes, from: source.start, kind: kind, keepsLayout: keepsLayout)
      self.source = source
      root = try parser.document()
      repetitions = parser.repetitions
      layout = parser.layout
    case .yaml:
      #if YAML && canImport(CYAML)
        var reader = try YAMLReader(source, kind: kind, keepsLayout: keepsLayout)
        root = try reader.document()
        self.source = reader.source
        repetitions = []
        layout = reader.layout
      #else
        throw DocumentFault(offset: 0, complaint: .yamlNotBuilt)
      #endif
    }
  }

  /// The names given twice, where that is a mistake.
  package var repeatedKeys: [(offset: Int, complaint: Complaint)] {
    repetitions.map { repetition in
      let line = source.line(of: repetition.firstOffset)
      return (repetition.offset, .repeatedKey(repetition.name, firstLine: line))
    }
  }

  /// The text of a JSON string and nothing else; nil if the bytes are something else.
  package static func text(ofString bytes: [UInt8]) -> String? {
    var parser = DocumentParser(
      bytes, from: 0, kind: Kind("string", content: "a string", nestingMaximum: 0))
    return (try? parser.document())?.text
  }
}

/// A value of a document with the place where it stands.
package struct DocumentNode: Sendable {
  package enum Kind: Sendable {
    case null
    case boolean(Bool)
    /// The digits as written, a valid JSON number.
    case number(String)
    case text(String)
    case array([DocumentNode])
    /// The members in the order written; of a name given twice only one value stays, the first
    /// unless the document's kind says the last.
    case object([DocumentMember])
  }

  package var kind: Kind
  /// The position of the value's first byte; of a copy that an alias made, one behind the text.
  package var offset: Int

  package init(kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// Stands for a document that could not be read.
  package static var nothing: DocumentNode { DocumentNode(kind: .null, offset: 0) }
}

/// A name and its value.
package struct DocumentMember: Sendable {
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

/// Why a text is not a document; reading ends there.
package struct DocumentFault: Error {
  package var offset: Int
  package var complaint: Complaint

  package init(offset: Int, complaint: Complaint) {
    self.offset = offset
    self.complaint = complaint
  }
}

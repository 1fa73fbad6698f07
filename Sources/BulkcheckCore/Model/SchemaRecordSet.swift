/// An array or a map of a JSON document whose elements or members are judged as records of their
/// own, each as soon as it has been read. So a document of any size is judged in little memory.
///
/// What is around them is one more record, of the set ``RecordPointer/document``. In its text, such
/// arrays and maps are empty (``DocumentOutline``).
package struct SchemaRecordSet: Hashable, Sendable {
  /// A step of the way from the root of the schema to a subschema: a part of a keyword.
  package struct Step: Hashable, Sendable {
    package var subschema: SubschemaIndex
    /// The position of the keyword in its subschema.
    package var keyword: Int
    package var part: Int

    package init(_ subschema: SubschemaIndex, keyword: Int, part: Int) {
      self.subschema = subschema
      self.keyword = keyword
      self.part = part
    }
  }

  /// A subschema that is about the records, or about some of them.
  package struct Part: Hashable, Sendable {
    package var subschema: SubschemaIndex
    /// The way there, in the schema of whole documents.
    package var way: [Step]
    /// It is about the members whose names have this pattern.
    package var pattern: PatternSource?
    /// It is about the members whose names have none of these patterns.
    package var exceptions: [PatternSource]

    package init(
      _ subschema: SubschemaIndex, way: [Step], pattern: PatternSource? = nil,
      exceptions: [PatternSource] = []
    ) {
      self.subschema = subschema
      self.way = way
      self.pattern = pattern
      self.exceptions = exceptions
    }
  }

  /// A keyword about all elements of an array together: `uniqueItems` or `contains`.
  package struct CommonRule: Hashable, Sendable {
    package var subschema: SubschemaIndex
    /// The position of the keyword in its subschema.
    package var keyword: Int

    package init(_ subschema: SubschemaIndex, keyword: Int) {
      self.subschema = subschema
      self.keyword = keyword
    }
  }

  /// Names, and a star behind them.
  package var pointer: RecordPointer
  /// The subschemas about elements of an array, and about members of a map. Where the document has
  /// a container without any, that is not a set.
  package var elements: [Part]
  package var members: [Part]
  /// They belong to the record around the elements.
  package var commonRules: [CommonRule]
  /// Some rule of the document asks for the names of the members.
  package var keepsNames: Bool
  /// The sets within a record, for one that is too long to be held: its pieces. Their pointers
  /// begin at the record, and they have no inner sets themselves. Empty if there are none, or if
  /// not all records have the same rules.
  package var inner: [SchemaRecordSet] = []
  /// The subschemas about what is around these sets in a record: one for each part.
  package var outlines: [SubschemaIndex] = []
  /// The number among all sets: those of the document come first, then the document without them,
  /// then the inner ones. The inner sets of one set have successive numbers.
  package var number = 0

  package init(
    _ pointer: RecordPointer, elements: [Part], members: [Part], commonRules: [CommonRule] = [],
    keepsNames: Bool
  ) {
    self.pointer = pointer
    self.elements = elements
    self.members = members
    self.commonRules = commonRules
    self.keepsNames = keepsNames
  }

  package var parts: [Part] { elements + members }

  /// Whether each part is about every record.
  package var partsAreAboutAll: Bool {
    (elements.isEmpty || members.isEmpty)
      && parts.allSatisfy { $0.pattern == nil && $0.exceptions.isEmpty }
  }

  /// The number of what is around the pieces of a record of a set.
  package static func outlineNumber(ofRecordsOf set: Int) -> Int { -1 - set }

  /// The set whose records are meant by the number of what is around their pieces.
  package static func set(ofOutline number: Int) -> Int { -1 - number }
}

extension Array where Element == SchemaRecordSet {
  /// These sets and all inner ones, by number.
  package var all: [SchemaRecordSet] { self + flatMap(\.inner) }

  /// Numbers the sets of a document, and their inner ones.
  package mutating func numberAll() {
    var next = count + 1
    for index in indices {
      self[index].number = index
      for inner in self[index].inner.indices {
        self[index].inner[inner].number = next
        next += 1
      }
    }
  }
}

extension SchemaGraph {
  /// Returns the schema for records that are held.
  package var withoutPieces: SchemaGraph {
    var graph = self
    for index in graph.sets.indices {
      graph.sets[index].inner = []
      graph.sets[index].outlines = []
    }
    return graph
  }

  /// Returns the schema of one record of a set: all subschemas that are about it.
  ///
  /// - Parameter name: the record's in a map; nil for the element of an array.
  package func alone(_ number: Int, name: String?) -> SchemaGraph {
    var graph = self
    graph.sets = []
    let set = sets[number]
    let parts = (name == nil ? set.elements : set.members).filter { part in
      guard let name else { return true }
      let bytes = OwnedBytes(name)
      return withExtendedLifetime(bytes) { part.isAbout(bytes.view) }
    }
    if parts.count == 1 {
      graph.root = parts[0].subschema
    } else {
      graph.root = SubschemaIndex(subschemas.count)
      let all = Applicator(.allOf, parts.map { Applicator.Part($0.subschema) })
      graph.subschemas.append(Subschema([SchemaKeyword(.applicator(all), name: "allOf")]))
    }
    return graph
  }
}

extension SchemaRecordSet.Part {
  /// Whether it is about the member of a name.
  fileprivate func isAbout(_ name: ByteView) -> Bool {
    func matches(_ source: PatternSource) -> Bool {
      guard let pattern = try? Pattern(source) else { return false }
      return PatternMatcher().match(pattern.code, name) == .matched
    }
    return pattern.map(matches) ?? true && !exceptions.contains(where: matches)
  }
}

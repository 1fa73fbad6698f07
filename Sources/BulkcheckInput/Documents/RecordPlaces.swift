package import BulkcheckCore

/// The places of the records of a JSON document, as profile, schema and options give them.
package struct RecordPlaces: Sendable {
  /// The one that the options give, or else the profile; nil: the elements of a root array, or else
  /// the document.
  package var pointer: RecordPointer?
  /// Those of sections: the first sets of a document.
  package var ofSections: [RecordPointer] = []
  /// Those that a schema has in a document. They do not count if there are pointers.
  package var ofSchema: [SchemaRecordSet] = []
  /// Without a pointer, a root array is one record.
  package var areOfDocument = false
  /// A record of a set of a schema that is longer is taken to pieces, if the schema splits it; nil:
  /// none is.
  package var heldBytesMaximum: Int? = 4 << 20
  /// The names and indices in the places of stars must not be shown.
  package var hidesKeys = false
  /// The set of the records at ``pointer``; nil: one of their own.
  private var set: Int?
  /// The keys of the only record, where it was taken out of its document.
  private var keys: [DocumentKey] = []
  /// It has the name of an earlier record there.
  private var isRepeated = false

  package init() {}

  /// The whole document is a record.
  ///
  /// - Parameters:
  ///   - set: the set to which it belongs.
  ///   - keys: those that it had in another document.
  ///   - isRepeated: it had the name of an earlier record there.
  package static func document(
    inSet set: Int? = nil, keys: [DocumentKey] = [], isRepeated: Bool = false
  ) -> RecordPlaces {
    var places = RecordPlaces()
    places.pointer = .document
    places.set = set
    places.keys = keys
    places.isRepeated = isRepeated
    return places
  }

  /// Something else than the content says where the records are.
  var areGiven: Bool { pointer != nil || !ofSections.isEmpty }

  /// How a document is cut that begins like this.
  func cutting(_ content: ByteView) -> DocumentCutting {
    if let set, let pointer {
      return .at([pointer], firstSet: set, keys: keys, isRepeated: isRepeated)
    }
    if areGiven {
      let others = [pointer].compactMap { $0 }.filter { !ofSections.contains($0) }
      return .at(ofSections + others, firstSet: 0)
    }
    let first = (content.indexAfterByteOrderMark..<content.count)
      .first { !Ascii.isBlank(content[$0]) }
    let isArray = first.map { content[$0] == Ascii.openBracket } ?? false
    if !ofSchema.isEmpty, areOfDocument || !isArray {
      return .bySchema(ofSchema, heldBytesMaximum: heldBytesMaximum)
    }
    return areOfDocument ? .at([.document], firstSet: 0) : .byContent
  }
}

/// How a JSON document is cut into records.
package enum DocumentCutting: Hashable, Sendable {
  /// The elements of a root array; else the document, and objects that follow it.
  case byContent
  /// - Parameters:
  ///   - firstSet: the number of the set of the first pointer.
  ///   - keys: those of the only record, if it was taken out of another document.
  ///   - isRepeated: it had the name of an earlier record there.
  case at([RecordPointer], firstSet: Int, keys: [DocumentKey] = [], isRepeated: Bool = false)
  /// There are none: only the grammar is looked at.
  case noRecords
  /// Those that a schema describes, and what is around them.
  ///
  /// - Parameter heldBytesMaximum: longer records are taken to pieces; nil: none is.
  case bySchema([SchemaRecordSet], heldBytesMaximum: Int?)

  var sets: [SchemaRecordSet] { if case .bySchema(let sets, _) = self { sets } else { [] } }
}

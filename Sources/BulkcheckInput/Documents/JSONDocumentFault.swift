package import BulkcheckCore

/// Why the records of a JSON document cannot be read, or not all of them.
package enum JSONDocumentFault: Hashable, Sendable {
  /// It ends before its last bracket is closed.
  case brokenOff
  /// The text around the records is not JSON: what should be there.
  case syntax(String)
  case encoding
  case depth
  /// Something follows the document.
  case trailing
  /// A name is longer than a record may be.
  case longName(Int)
  /// A record pointer leads to something that has no elements or members.
  case otherKind(pointer: String, kind: String)
  /// No record pointer leads anywhere.
  case noPlace(pointer: String)
  /// The names of records cannot be kept. Nothing is wrong with the document.
  case temporaryFile(TemporaryFileError)
}

extension JSONDocumentFault {
  /// The fault of a record in which it was found.
  ///
  /// - Parameter offset: of the byte in the record.
  func ofRecord(at offset: Int) -> RecordFault {
    switch self {
    case .encoding: RecordFault(.encoding, at: offset, RecordFault.invalidText)
    case .depth:
      RecordFault(
        .depth, at: offset, "more than \(JSONScanner.depthMaximum) brackets are open")
    case .longName(let maximum):
      RecordFault(.length, at: offset, "a name is longer than \(maximum) bytes")
    case .syntax(let expectation): RecordFault(.syntax, at: offset, expectation)
    case .brokenOff, .trailing, .otherKind, .noPlace, .temporaryFile:
      RecordFault(.syntax, at: offset, "the record is malformed")
    }
  }
}

/// A place in a document, for people: all counted from 1, but the offset.
package struct DocumentPosition: Hashable, Sendable {
  var offset = 0
  var line = 1
  var column = 1
}

extension JSONDocumentFault {
  /// Says what is wrong, where, and what to do.
  func reason(at position: DocumentPosition) -> String {
    let place =
      "line \(DigitText.grouped(position.line)), column "
      + DigitText.grouped(position.column)
    switch self {
    case .brokenOff:
      return "the JSON document breaks off after \(DigitText.grouped(position.offset)) bytes "
        + "(\(place)): it was probably cut off while it was copied: fetch it again"
    case .syntax(let expectation):
      return "the JSON document is damaged at \(place): \(expectation)"
    case .encoding: return "the JSON document is damaged at \(place): invalid UTF-8"
    case .depth:
      return "more than \(JSONScanner.depthMaximum) brackets are open at \(place)"
    case .trailing:
      return "the JSON document ends before \(place), but something follows; if each line is a "
        + "document of its own, try --input-format jsonl"
    case .longName(let maximum):
      return "a name is longer than \(DigitText.grouped(maximum)) bytes at \(place); raise "
        + "--max-record-bytes if it is meant to be"
    case .otherKind(let pointer, let kind):
      return "there are no records at \(pointer): \(place) has \(kind), not an array or an object"
    case .noPlace(let pointer):
      return "there are no records at \(pointer): the document has no such place"
    case .temporaryFile(let error): return error.description
    }
  }
}

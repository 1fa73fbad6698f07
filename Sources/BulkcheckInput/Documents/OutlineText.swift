internal import BulkcheckCore

/// The text of a document without the records of its sets, as it is read.
///
/// Arrays and maps of records are empty in it. Where a rule asks for the names of a map's members,
/// they are there with a zero each. It has neither blanks nor line ends, so it is one line of JSON.
struct OutlineText {
  private(set) var text: [UInt8] = []
  /// The position of the document in the input, and its line.
  private(set) var offset = 0
  private(set) var line = 0
  /// How many records each set has; -1 where it was not met, or all its names are in the text.
  private(set) var counts: [Int]
  let sets: [SchemaRecordSet]
  /// The limit of a record: the text beyond it is not kept.
  private let bytesMaximum: Int

  init(_ sets: [SchemaRecordSet], bytesMaximum: Int) {
    self.sets = sets
    self.bytesMaximum = bytesMaximum
    counts = sets.map { _ in -1 }
  }

  mutating func begin(at offset: Int, line: Int) {
    self.offset = offset
    self.line = line
  }

  mutating func append(_ byte: UInt8) {
    if text.count <= bytesMaximum { text.append(byte) }
  }

  mutating func append(_ bytes: ByteView) {
    let room = bytesMaximum + 1 - text.count
    for index in 0..<max(0, min(bytes.count, room)) { text.append(bytes[index]) }
  }

  /// Takes note of how many records an array or map has had.
  mutating func end(_ set: Int, count: Int, isObject: Bool) {
    counts[set] = isObject && sets[set].keepsNames ? -1 : count
  }
}

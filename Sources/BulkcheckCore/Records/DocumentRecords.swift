/// A record of a document: the number of its set, and its name if it is a member of an object.
package struct DocumentPart: Hashable, Sendable {
  package var set: Int
  package var name: String?
}

/// The places of the records in a chunk of a JSON document: what lines are for JSONL.
///
/// The reader of the document has found their ends, and has made each of them one line
/// (``JSONExtent``). So ``RecordReader`` takes them as they are listed here, and looks at nothing
/// between them:
///
///     {"data": [{"id": 1},⏎{"id": 2}], "next": null}
///               ^        ^ ^        ^
///
/// One belongs to each buffer for chunks, and is filled anew for each chunk.
///
/// `@unchecked Sendable`: it goes from thread to thread with its buffer; one of them has it.
package final class DocumentRecords: @unchecked Sendable {
  /// A record, counted from the start of the chunk.
  package struct Place: BitwiseCopyable {
    /// Its bytes.
    package var start: Int
    package var end: Int
    /// Line feeds before it.
    package var line: Int
    /// Bytes before it on its line, wherever that begins.
    package var column: Int
    /// Its container, of ``DocumentRecords/containers``.
    package var container: Int
    /// Its index in an array; the start and the end of its name, among those of the chunk, in an
    /// object.
    package var key: Int
    package var keyEnd: Int
    /// Its set: the number of its record pointer.
    package var set: Int

    package init(
      start: Int, end: Int, line: Int, column: Int, container: Int, key: Int, keyEnd: Int,
      set: Int
    ) {
      self.start = start
      self.end = end
      self.line = line
      self.column = column
      self.container = container
      self.key = key
      self.keyEnd = keyEnd
      self.set = set
    }
  }

  /// A document without the records of its sets, which is a record itself: see
  /// ``SchemaRecordSet``.
  package struct Outline {
    /// Its number among the records of the chunk.
    var ordinal: Int
    /// The position of the document in the input.
    var offset: Int
    /// How many records each set has; -1 where it is no set, or its text has all names.
    var counts: [Int]

    package init(ordinal: Int, offset: Int, counts: [Int]) {
      self.ordinal = ordinal
      self.offset = offset
      self.counts = counts
    }
  }

  /// The array or object whose elements or members are records, or have them at the same place.
  package struct Container {
    package enum Kind: UInt8 { case array, object, none }
    /// Its JSON Pointer; that of the record where there is none.
    package var pointer: String
    package var kind: Kind
    /// From the element or member to the record.
    package var suffix: String

    package init(pointer: String, kind: Kind, suffix: String) {
      self.pointer = pointer
      self.kind = kind
      self.suffix = suffix
    }
  }

  package private(set) var count = 0
  private(set) var places = Storage<Place>(uninitialized: 64)
  private(set) var containers: [Container] = []
  private(set) var names: [UInt8] = []
  private(set) var outlines: [Outline] = []
  /// Bytes at the end of the chunk that the input does not have: the texts of outlines.
  package private(set) var outlineBytes = 0
  /// Line feeds in the chunk.
  package var lines = 0

  /// The places of no record.
  static let none = Storage<Place>(uninitialized: 1)

  package init() {}

  deinit { places.deallocate() }

  package func removeAll() {
    count = 0
    containers.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    outlines.removeAll()
    outlineBytes = 0
    lines = 0
  }

  /// Adds a container; returns its number.
  package func append(_ container: Container) -> Int {
    containers.append(container)
    return containers.count - 1
  }

  /// Adds the name of a member; returns where it begins and ends.
  package func append(name: [UInt8]) -> Range<Int> {
    let start = names.count
    names.append(contentsOf: name)
    return start..<names.count
  }

  package func append(_ place: Place) {
    if count == places.capacity { places = places.grown(to: 2 * count, keeping: count) }
    places[count] = place
    count += 1
  }

  /// Takes note of the text of an outline, which is at the end of the chunk and is listed as a
  /// record without bytes.
  ///
  /// - Parameter count: how many bytes more it has than the chunk had.
  package func append(_ outline: Outline, from start: Int, count: Int) {
    outlines.append(outline)
    outlineBytes += count
    places[outline.ordinal].start = start
    places[outline.ordinal].end = start + count
  }

  /// The outline that a record is; nil if it is another record.
  package func outline(_ ordinal: Int) -> Outline? {
    if outlines.isEmpty { return nil }
    let index = outlines.indices.partitioningIndex { outlines[$0].ordinal >= ordinal }
    return index < outlines.count && outlines[index].ordinal == ordinal ? outlines[index] : nil
  }

  /// The part of a document that a record is, for its rules.
  package func part(_ ordinal: Int) -> DocumentPart {
    DocumentPart(
      set: places[ordinal].set, name: isMember(ordinal) ? withName(of: ordinal, \.text) : nil)
  }

  /// Whether a record stands under a name.
  func isMember(_ ordinal: Int) -> Bool { containers[places[ordinal].container].kind == .object }

  /// The name under which a record stands in an object, without escapes.
  func withName<Result>(of ordinal: Int, _ body: (ByteView) -> Result) -> Result {
    let place = places[ordinal]
    guard isMember(ordinal) else { return body(StaticBytes.emptyView) }
    return ByteView.with(names) { body($0[place.key..<place.keyEnd]) }
  }

  /// Moves all records, since the chunk begins elsewhere than was thought.
  package func move(by distance: Int) {
    for index in 0..<count {
      places[index].start += distance
      places[index].end += distance
    }
  }

  package func place(of ordinal: Int) -> Place { places[ordinal] }

  /// The JSON Pointer of a record.
  package func pointer(of ordinal: Int) -> String {
    let place = places[ordinal]
    let container = containers[place.container]
    var pointer = container.pointer
    switch container.kind {
    case .none: return pointer
    case .array: pointer += "/\(place.key)"
    case .object:
      let name = String(decoding: names[place.key..<place.keyEnd], as: UTF8.self)
      RecordPointer.append(name, to: &pointer)
    }
    return pointer + container.suffix
  }
}

internal import CBulkcheckScan

/// A name or an index on the way to a record of a document, in the place of a star of its pointer.
package enum DocumentKey: Hashable, Sendable {
  case name(String)
  case index(Int)
}

/// A record of a document: the number of its set, and its name if it is a member of an object.
package struct DocumentPart: Hashable, Sendable {
  package var set: Int
  package var name: String?
  /// An earlier member of the object has the name.
  package var isRepeated = false
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
    /// The name or index of the element or member of the container.
    package var key: Key
    /// Its set: the number of its record pointer.
    package var set: Int
    /// An earlier member of its object has the name under which it stands.
    package var isRepeated: Bool

    package init(
      start: Int, end: Int, line: Int, column: Int, container: Int, key: Key, set: Int,
      isRepeated: Bool = false
    ) {
      self.start = start
      self.end = end
      self.line = line
      self.column = column
      self.container = container
      self.key = key
      self.set = set
      self.isRepeated = isRepeated
    }
  }

  /// The record whose pieces are the records of the chunk, since it is too long to be held.
  package struct Pieces {
    /// Its set and its JSON Pointer.
    package var set: Int
    package var pointer: String
    /// It ends with the chunk.
    package var isLast: Bool
    /// The record is malformed, outside of what is listed.
    package var fault: RecordFault?

    package init(set: Int, pointer: String, isLast: Bool, fault: RecordFault? = nil) {
      self.set = set
      self.pointer = pointer
      self.isLast = isLast
      self.fault = fault
    }
  }

  /// The name of a member, or the index of an element.
  package struct Key: BitwiseCopyable {
    /// The index; of a name its start among those of the chunk.
    var start: Int
    /// The end of the name; -1: it is an index.
    var end: Int

    package init(index: Int) {
      start = index
      end = -1
    }

    package init(name: Range<Int>) {
      start = name.lowerBound
      end = name.upperBound
    }

    var isName: Bool { end >= 0 }
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
    /// The rules about all elements of a set that fail together, once that is known.
    var failures: [CommonFailure] = []

    package init(ordinal: Int, offset: Int, counts: [Int]) {
      self.ordinal = ordinal
      self.offset = offset
      self.counts = counts
    }
  }

  /// A rule about all elements of a set together, which fails.
  struct CommonFailure {
    /// The number of the set, and the place of the rule among those of the set.
    var set: Int
    var rule: Int
    /// It may hold: a pattern has reached its match limit.
    var isLimited: Bool
  }

  /// The array or object whose elements or members are records, or have them at the same place.
  package struct Container {
    package enum Kind: UInt8 { case array, object, none }
    /// Its JSON Pointer; that of the record where there is none.
    package var pointer: String
    package var kind: Kind
    /// From the element or member to the record.
    package var suffix: String
    /// The keys in the places of the stars before the last one, among those of the chunk; of a
    /// record without a container, of all.
    package var keys: Range<Int>
    /// The pointer of its records that reports show, if their keys are masked.
    package var maskedPointer: String?

    package init(
      pointer: String, kind: Kind, suffix: String, keys: Range<Int> = 0..<0,
      maskedPointer: String? = nil
    ) {
      self.pointer = pointer
      self.kind = kind
      self.suffix = suffix
      self.keys = keys
      self.maskedPointer = maskedPointer
    }
  }

  // Without the check of exclusive access at run time, a sixth of the time of short records:
  // they are read and changed for each record, and nothing is called meanwhile.
  @safe @exclusivity(unchecked) package private(set) var count = 0
  @safe @exclusivity(unchecked) private(set) var places = Storage<Place>(uninitialized: 64)
  private(set) var containers: [Container] = []
  /// The keys of containers.
  private(set) var keys: [Key] = []
  @safe @exclusivity(unchecked) private var names = Storage<UInt8>(capacity: 1024, repeating: 0)
  @safe @exclusivity(unchecked) private var namesEnd = 0
  /// The places of elements that are found at once; made when the first ones are.
  private var found: Storage<JSONPlace>?
  private(set) var outlines: [Outline] = []
  /// Bytes at the end of the chunk that the input does not have: the texts of outlines.
  package private(set) var outlineBytes = 0
  /// Line feeds in the chunk.
  package var lines = 0
  /// All records of the chunk are pieces of this one. Their pointers begin at it.
  package var pieces: Pieces?

  /// The places of no record.
  static let none = Storage<Place>(uninitialized: 1)

  package init() {}

  /// A record that was taken out of its document, alone in a chunk.
  ///
  /// - Parameters:
  ///   - count: its bytes, with which the chunk begins.
  ///   - keys: those that it had there.
  package convenience init(onlyRecordOf count: Int, keys: [DocumentKey]) {
    self.init()
    let container = append(
      Container(pointer: "", kind: .none, suffix: "", keys: append(keys)))
    append(
      Place(
        start: 0, end: count, line: 0, column: 0, container: container, key: Key(index: 0), set: 0))
  }

  deinit {
    places.deallocate()
    names.deallocate()
    found?.deallocate()
  }

  package func removeAll() {
    count = 0
    containers.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    namesEnd = 0
    outlines.removeAll()
    outlineBytes = 0
    lines = 0
    pieces = nil
  }

  /// Adds a container; returns its number.
  package func append(_ container: Container) -> Int {
    containers.append(container)
    return containers.count - 1
  }

  /// Readable bytes behind the names, as behind chunks.
  private static let padding = 64

  /// Adds the name of a member, without escapes.
  package func append(name: [UInt8]) -> Key {
    let start = namesEnd
    namesEnd += name.count
    let needed = namesEnd + DocumentRecords.padding
    if needed > names.capacity { names = names.grown(to: 2 * needed, keeping: start) }
    ByteView.with(name) { names.copy($0, to: start) }
    return Key(name: start..<namesEnd)
  }

  /// All names, one behind the other.
  var allNames: [UInt8] { names.view(from: 0, count: namesEnd).array }

  /// Adds the keys of a container; returns their numbers.
  package func append(_ new: [Key]) -> Range<Int> {
    let start = keys.count
    keys += new
    return start..<keys.count
  }

  package func append(_ new: [DocumentKey]) -> Range<Int> {
    append(
      new.map { key in
        switch key {
        case .index(let index): Key(index: index)
        case .name(let name): append(name: Array(name.utf8))
        }
      })
  }

  package func append(_ place: Place) {
    if count == places.capacity { places = places.grown(to: 2 * count, keeping: count) }
    places[count] = place
    count += 1
  }

  /// Elements that are found at once: their places take 16 KiB.
  package static let elementsMaximum = 512

  /// Lists the objects and arrays that are elements of one array, from one on that begins at
  /// `first`, as far as they follow one another in the room; returns the position that was reached,
  /// see ``JSONExtent/Run``.
  ///
  /// - Parameters:
  ///   - first: the place of the first one, whose end does not count.
  ///   - bytesMaximum: the length of the longest element that is listed.
  package func append(
    elementsIn room: ByteRoom, from first: Place, bytesMaximum: Int, _ run: inout JSONExtent.Run,
    kernel: ScanKernel = .standard
  ) -> Int {
    let found = self.found ?? Storage(uninitialized: DocumentRecords.elementsMaximum)
    self.found = found
    let end = run.find(
      in: room, from: first.start, bytesMaximum: bytesMaximum, into: found, kernel: kernel)
    let needed = count + run.count
    if needed > places.capacity { places = places.grown(to: 2 * needed, keeping: count) }
    let places = places
    var place = first
    for index in 0..<run.count {
      let element = found[index]
      place.start = element.start
      place.end = element.end
      place.line = element.line
      place.column = element.start &- element.line_start
      place.key = Key(index: first.key.start &+ index)
      places[count &+ index] = place
    }
    count = needed
    return end
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

  func note(_ failures: [CommonFailure], ofOutline index: Int) {
    outlines[index].failures = failures
  }

  /// The part of a document that a record is, for its rules.
  package func part(_ ordinal: Int) -> DocumentPart {
    DocumentPart(
      set: places[ordinal].set, name: isMember(ordinal) ? withName(of: ordinal, \.text) : nil,
      isRepeated: isRepeated(ordinal))
  }

  /// Whether an earlier member of its object has the name under which a record stands.
  func isRepeated(_ ordinal: Int) -> Bool { places[ordinal].isRepeated }

  /// The keys of a record must not be shown.
  func hidesKeys(of ordinal: Int) -> Bool {
    containers[places[ordinal].container].maskedPointer != nil
  }

  /// Whether a record stands under a name.
  func isMember(_ ordinal: Int) -> Bool { containers[places[ordinal].container].kind == .object }

  /// Whether a record is the first element of an array.
  func isFirstElement(_ ordinal: Int) -> Bool {
    let place = places[ordinal]
    return containers[place.container].kind == .array && !place.key.isName && place.key.start == 0
  }

  /// The name under which a record stands in an object, without escapes.
  func withName<Result>(of ordinal: Int, _ body: (ByteView) -> Result) -> Result {
    body(isMember(ordinal) ? name(places[ordinal].key) : StaticBytes.emptyView)
  }

  /// The text of a key that is a name; there as long as the list is not filled anew.
  @inline(__always)
  func name(_ key: Key) -> ByteView { names.view(from: key.start, count: key.end - key.start) }

  /// The key of a record in the place of a star of its pointer; nil if there is no such star.
  ///
  /// - Parameter star: counts from 0; nil: the last one.
  func key(_ star: Int?, of ordinal: Int) -> Key? {
    let number = places[ordinal].container
    let range = containers[number].keys
    let hasOwn = containers[number].kind != .none
    let star = star ?? range.count - (hasOwn ? 0 : 1)
    if star >= 0, star < range.count { return keys[range.lowerBound + star] }
    return hasOwn && star == range.count ? places[ordinal].key : nil
  }

  /// The keys of a record in the places of the stars of its pointer.
  package func keys(of ordinal: Int) -> [DocumentKey] {
    var found: [DocumentKey] = []
    while let key = key(found.count, of: ordinal) {
      found.append(key.isName ? .name(name(key).text) : .index(key.start))
    }
    return found
  }

  /// Moves all records, since the chunk begins elsewhere than was thought.
  package func move(by distance: Int) {
    for index in 0..<count {
      places[index].start += distance
      places[index].end += distance
    }
  }

  package func place(of ordinal: Int) -> Place { places[ordinal] }

  /// The JSON Pointer of a record as it may be shown.
  package func pointer(of ordinal: Int) -> String {
    containers[places[ordinal].container].maskedPointer ?? openPointer(of: ordinal)
  }

  /// The JSON Pointer of a record, even if its keys are masked.
  package func openPointer(of ordinal: Int) -> String {
    let place = places[ordinal]
    let container = containers[place.container]
    var pointer = container.pointer
    switch container.kind {
    case .none: return pointer
    case .array: pointer += "/\(place.key.start)"
    case .object: RecordPointer.append(name(place.key).text, to: &pointer)
    }
    return pointer + container.suffix
  }
}

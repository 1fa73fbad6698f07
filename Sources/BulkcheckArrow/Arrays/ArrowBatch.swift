internal import BulkcheckCore

/// A batch of rows, or of the values of a dictionary: its lengths and buffers, which are either in
/// memory or read from the file when rows are loaded.
///
/// Workers share it, and load different rows of it at the same time.
package final class ArrowBatch: Sendable {
  enum Body: Sendable {
    /// The start of the body in a file whose buffers are not compressed.
    case stored(any ArrowBytes, offset: Int)
    /// The wanted buffers; nil for others.
    case resident([ArrowBlock?])
  }

  /// The parts of the metadata that belong to an entry.
  struct Place: Sendable {
    var node = 0
    var buffer = 0
    /// Beyond the usual buffers.
    var variadics = 0
  }

  package let rowCount: Int
  let layout: TableLayout
  let metadata: BatchMetadata
  let isV4: Bool
  let body: Body
  /// The entries that the batch has.
  let entries: Range<Int>
  private let places: [Place]
  /// The values of dictionaries as they are when the batch comes; nil where none have come.
  let dictionaries: [DictionaryValues?]
  /// The place of the message, for errors.
  let number: Int
  package let offset: Int

  init(
    _ message: ArrowMessage, _ metadata: BatchMetadata, of entries: Range<Int>,
    _ layout: TableLayout, wanted: [Int], dictionaries: [DictionaryValues?],
    _ bytes: any ArrowBytes, bytesMaximum: Int
  ) throws(ArrowError) {
    do throws(ArrowError) {
      rowCount = metadata.length
      self.layout = layout
      self.metadata = metadata
      isV4 = message.isV4
      self.entries = entries
      self.dictionaries = dictionaries
      number = message.number
      offset = message.offset
      places = try ArrowBatch.places(entries, layout, metadata, isV4: message.isV4)
      let isStored =
        bytes.count != nil && metadata.compression == nil && entries == layout.columnEntries
      if isStored {
        body = .stored(bytes, offset: message.bodyOffset)
      } else {
        body = .resident(
          try ArrowBatch.blocks(
            ArrowBatch.buffers(
              wanted, layout, places, from: entries.lowerBound, isV4: message.isV4), metadata,
            bytes,
            at: message.bodyOffset, bytesMaximum: bytesMaximum))
      }
    } catch {
      throw error.at(offset: message.offset, message: message.number)
    }
  }

  /// The parts of an entry.
  func place(_ entry: Int) -> Place { places[entry - entries.lowerBound] }

  /// The memory that the batch takes.
  var residentBytes: Int {
    guard case .resident(let blocks) = body else { return 0 }
    return blocks.reduce(0) { $0 + ($1?.view.count ?? 0) }
  }

  private static func places(
    _ entries: Range<Int>, _ layout: TableLayout, _ metadata: BatchMetadata, isV4: Bool
  ) throws(ArrowError) -> [Place] {
    guard metadata.nodes.count == entries.count else {
      throw ArrowError(.batch(.nodes(expected: entries.count, found: metadata.nodes.count)))
    }
    var places: [Place] = []
    var place = Place()
    var variadics = 0
    for entry in entries {
      place.variadics = 0
      if layout.entries[entry].hasVariadicBuffers {
        guard variadics < metadata.variadicCounts.count else {
          throw ArrowError(
            .batch(.variadics(expected: variadics + 1, found: metadata.variadicCounts.count)))
        }
        place.variadics = metadata.variadicCounts[variadics]
        guard (0...metadata.buffers.count).contains(place.variadics) else {
          throw ArrowError(.batch(.variadics(expected: 0, found: place.variadics)))
        }
        variadics += 1
      }
      places.append(place)
      place.node += 1
      place.buffer += bufferCount(layout.entries[entry], isV4: isV4) + place.variadics
    }
    guard metadata.variadicCounts.count == variadics else {
      throw ArrowError(
        .batch(.variadics(expected: variadics, found: metadata.variadicCounts.count)))
    }
    guard metadata.buffers.count == place.buffer else {
      throw ArrowError(.batch(.buffers(expected: place.buffer, found: metadata.buffers.count)))
    }
    return places
  }

  private static func bufferCount(_ entry: TableLayout.Entry, isV4: Bool) -> Int {
    isV4 && (entry.code == .union || entry.code == .runEnds) ? entry.buffers + 1 : entry.buffers
  }

  // MARK: Buffers in memory

  /// The buffers of entries and of all their parts.
  private static func buffers(
    _ wanted: [Int], _ layout: TableLayout, _ places: [Place], from first: Int, isV4: Bool
  ) -> [Int] {
    var found: [Int] = []
    var rest = wanted
    while let entry = rest.popLast() {
      let place = places[entry - first]
      let count = bufferCount(layout.entries[entry], isV4: isV4) + place.variadics
      found += place.buffer..<place.buffer + count
      rest += layout.entries[entry].children.map { Int(layout.children[$0]) }
    }
    return found
  }

  /// Reads and decompresses buffers, in the order in which they are in the body.
  private static func blocks(
    _ wanted: [Int], _ metadata: BatchMetadata, _ bytes: any ArrowBytes, at bodyOffset: Int,
    bytesMaximum: Int
  ) throws(ArrowError) -> [ArrowBlock?] {
    var blocks = [ArrowBlock?](repeating: nil, count: metadata.buffers.count)
    var total = 0
    for number in wanted.sorted(by: { metadata.buffers[$0].offset < metadata.buffers[$1].offset }) {
      let buffer = metadata.buffers[number]
      total += buffer.count
      guard total <= bytesMaximum else {
        throw ArrowError(.tooLarge(bytes: total, maximum: bytesMaximum))
      }
      let stored = try ArrowBlock(bytes, at: bodyOffset + buffer.offset, count: buffer.count)
      guard let compression = metadata.compression else {
        blocks[number] = stored
        continue
      }
      let count = try compression.statedBytes(of: stored.view)
      guard count <= bytesMaximum - total else {
        throw ArrowError(.tooLarge(bytes: count, maximum: bytesMaximum))
      }
      total += count - buffer.count
      blocks[number] = try compression.decompress(stored.view, count: count)
    }
    return blocks
  }
}

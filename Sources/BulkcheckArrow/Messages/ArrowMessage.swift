internal import BulkcheckCore

/// A message of an Arrow stream or file: its metadata, and where its body is
/// (format/Message.fbs of Apache Arrow).
///
///     ff ff ff ff | length of the metadata (4) | metadata, a flatbuffer | body
///
/// Streams from before Arrow 0.15 lack the first four bytes. A length of 0 ends a stream.
struct ArrowMessage {
  enum Content {
    case schema(FlatTable)
    case dictionary(id: Int, isDelta: Bool, BatchMetadata)
    case batch(BatchMetadata)
  }

  /// Metadata longer than this are refused: no schema has so many columns.
  private static let metadataBytesMaximum = 256 << 20

  let content: Content
  /// The number in the input, from 1.
  let number: Int
  let offset: Int
  let bodyOffset: Int
  let bodyBytes: Int
  /// Unions have a validity buffer.
  let isV4: Bool
  /// Keeps the flatbuffer, to whose bytes `content` leads.
  private let metadata: ArrowBlock

  var end: Int { bodyOffset + bodyBytes }

  /// A copy of the flatbuffer.
  var metadataBytes: [UInt8] { metadata.view.array }

  /// The kind, for errors.
  var kind: ArrowError.MessageKind {
    switch content {
    case .schema: .schema
    case .dictionary: .dictionary
    case .batch: .batch
    }
  }

  /// A message, or the end of them, at a place where one may begin.
  enum Item {
    case message(ArrowMessage)
    /// An end marker, and the offset behind it.
    case end(Int)
  }

  /// Reads the message or the end marker at `offset`.
  ///
  /// - Parameters:
  ///   - head: its first four bytes, if they have been read before.
  ///   - limit: the end of the bytes in which it must lie.
  static func read(
    _ bytes: any ArrowBytes, at offset: Int, head: UInt32? = nil, number: Int, limit: Int?
  ) throws(ArrowError) -> Item {
    do throws(ArrowError) {
      let prefix = try Prefix(bytes, at: offset, head: head)
      if prefix.metadataBytes == 0 { return .end(offset + prefix.count) }
      return .message(
        try ArrowMessage(bytes, offset: offset, prefix: prefix, number: number, limit: limit))
    } catch {
      throw error.at(offset: offset, message: number)
    }
  }

  private init(
    _ bytes: any ArrowBytes, offset: Int, prefix: Prefix, number: Int, limit: Int?
  ) throws(ArrowError) {
    let length = prefix.metadataBytes
    guard length > 0, length <= ArrowMessage.metadataBytesMaximum,
      (prefix.count + length) % 8 == 0
    else { throw ArrowError(.metadataLength(length)) }
    bodyOffset = offset + prefix.count + length
    if let limit, bodyOffset > limit { throw ArrowError(.endsEarly) }
    metadata = try ArrowBlock(bytes, at: offset + prefix.count, count: length)
    let table = try FlatTable(rootOf: metadata.view)
    let version = try table.short(0)
    guard version == 3 || version == 4 else { throw ArrowError(.version(version)) }
    isV4 = version == 3
    bodyBytes = try table.long(3)
    guard bodyBytes >= 0, bodyBytes <= Int.max / 2 - bodyOffset, bodyBytes % 8 == 0 else {
      throw ArrowError(.bodyLength(bodyBytes))
    }
    if let limit, bodyBytes > limit - bodyOffset { throw ArrowError(.endsEarly) }
    let compression = try ArrowMessage.earlyCompression(table)
    self.number = number
    self.offset = offset
    content = try ArrowMessage.content(of: table, bodyBytes, isV4 ? compression : nil)
  }

  /// The compression of a message of Arrow 0.17, which comes before the format had a place for it.
  private static func earlyCompression(
    _ table: FlatTable
  ) throws(ArrowError) -> BufferCompression? {
    guard let name = try table.value(of: "ARROW:experimental_compression", in: 4) else {
      return nil
    }
    guard let compression = BufferCompression(name: name) else {
      throw ArrowError(.compression(.notBuiltIn(name)))
    }
    return compression
  }

  private static func content(
    of table: FlatTable, _ bodyBytes: Int, _ compression: BufferCompression?
  ) throws(ArrowError) -> Content {
    let kind = Int(try table.byte(1))
    guard let header = try table.table(2) else {
      throw ArrowError(.flatbuffer(.missing(.header)))
    }
    switch kind {
    case 1: return .schema(header)
    case 2:
      guard let data = try header.table(1) else { throw ArrowError(.flatbuffer(.missing(.data))) }
      return .dictionary(
        id: try header.long(0), isDelta: try header.bool(2),
        try BatchMetadata(data, bodyBytes: bodyBytes, compression))
    case 3: return .batch(try BatchMetadata(header, bodyBytes: bodyBytes, compression))
    case 4: throw ArrowError(.unexpectedMessage(.tensor))
    case 5: throw ArrowError(.unexpectedMessage(.sparseTensor))
    default: throw ArrowError(.unexpectedMessage(.unknown(kind)))
    }
  }

  /// The bytes before the metadata, and how long these are.
  private struct Prefix {
    var count: Int
    /// 0: it is an end marker.
    var metadataBytes: Int

    init(_ bytes: any ArrowBytes, at offset: Int, head: UInt32?) throws(ArrowError) {
      var word = if let head { head } else { try Prefix.first(bytes, at: offset) }
      count = 4
      if word == .max {
        var block = ByteBlock(capacity: 4)
        try bytes.fill(block.room, at: offset + 4)
        word = block.view(from: 0, to: 4).littleEndian32(at: 0)
        count = 8
      }
      metadataBytes = Int(Int32(bitPattern: word))
    }

    private static func first(_ bytes: any ArrowBytes, at offset: Int) throws(ArrowError) -> UInt32
    {
      var block = ByteBlock(capacity: 4)
      let read = try bytes.read(at: offset, into: block.room)
      if read == 0 { throw ArrowError(.noEndMarker) }
      guard read == 4 else { throw ArrowError(.endsEarly) }
      return block.view(from: 0, to: 4).littleEndian32(at: 0)
    }
  }
}

/// The metadata of a batch of columns: lengths, and where buffers are in the body.
struct BatchMetadata: Sendable {
  struct Node: Sendable {
    var length: Int
    var nullCount: Int
  }

  /// A buffer, from the start of the body on.
  struct Buffer: Sendable {
    var offset: Int
    var count: Int
  }

  let length: Int
  let nodes: [Node]
  let buffers: [Buffer]
  let compression: BufferCompression?
  /// How many buffers the columns of views have beside the first two.
  let variadicCounts: [Int]

  /// - Parameter early: the compression where the metadata name none.
  init(
    _ table: FlatTable, bodyBytes: Int, _ early: BufferCompression? = nil
  ) throws(ArrowError) {
    length = try table.long(0)
    guard length >= 0, length <= Int(Int32.max) else { throw ArrowError(.batch(.length(length))) }
    nodes = try BatchMetadata.pairs(table, 1).map { Node(length: $0, nullCount: $1) }
    buffers = try BatchMetadata.pairs(table, 2).map { Buffer(offset: $0, count: $1) }
    compression = try BatchMetadata.compression(table) ?? early
    variadicCounts = try BatchMetadata.numbers(table, 4)
    for node in nodes {
      guard node.length >= 0, node.length <= Int(Int32.max) else {
        throw ArrowError(.batch(.length(node.length)))
      }
      guard (0...node.length).contains(node.nullCount) else {
        throw ArrowError(.batch(.nullCount(node.nullCount)))
      }
    }
    try checkBuffers(bodyBytes)
  }

  /// Checks that buffers lie in the body, and none over another one.
  private func checkBuffers(_ bodyBytes: Int) throws(ArrowError) {
    var end = 0
    var isOrdered = true
    for buffer in buffers {
      guard buffer.offset >= 0, buffer.count >= 0, buffer.offset <= bodyBytes,
        buffer.count <= bodyBytes - buffer.offset
      else { throw ArrowError(.buffer(.outside)) }
      if buffer.count == 0 { continue }
      guard buffer.offset % 8 == 0 else { throw ArrowError(.buffer(.alignment)) }
      if buffer.offset < end { isOrdered = false }
      end = buffer.offset + buffer.count
    }
    if isOrdered { return }
    let sorted = buffers.filter { $0.count > 0 }.sorted { $0.offset < $1.offset }
    for (buffer, next) in zip(sorted, sorted.dropFirst()) {
      guard buffer.offset + buffer.count <= next.offset else {
        throw ArrowError(.buffer(.overlap))
      }
    }
  }

  private static func pairs(
    _ table: FlatTable, _ field: Int
  ) throws(ArrowError) -> [(Int, Int)] {
    guard let vector = try table.vector(field, elementBytes: 16) else { return [] }
    return (0..<vector.count).map { (vector.long(at: 16 * $0), vector.long(at: 16 * $0 + 8)) }
  }

  private static func numbers(_ table: FlatTable, _ field: Int) throws(ArrowError) -> [Int] {
    guard let vector = try table.vector(field, elementBytes: 8) else { return [] }
    return (0..<vector.count).map { vector.long(at: 8 * $0) }
  }

  private static func compression(_ table: FlatTable) throws(ArrowError) -> BufferCompression? {
    guard let table = try table.table(3) else { return nil }
    let codec = Int(try table.byte(0))
    guard let compression = BufferCompression(rawValue: codec), try table.byte(1) == 0 else {
      throw ArrowError(.compression(.unknown(codec)))
    }
    return compression
  }
}

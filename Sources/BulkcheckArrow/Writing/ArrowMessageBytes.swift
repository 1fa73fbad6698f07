/// The metadata of messages and of a footer, as they are written (format/Message.fbs and File.fbs
/// of Apache Arrow). ``ArrowMessage`` and ``FileFooter`` read them.
enum ArrowMessageBytes {
  /// The number of V5.
  private static let version = 4

  static let endMarker: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]

  /// The size of a buffer with the padding behind it.
  static func padded(_ count: Int) -> Int { (count + 7) / 8 * 8 }

  /// The metadata of a batch, or of one with values of a dictionary.
  static func batch(
    _ batch: GatheredBatch, ofDictionary dictionary: (id: Int, isDelta: Bool)? = nil
  ) -> [UInt8] {
    let bodyBytes = batch.buffers.reduce(0) { $0 + padded($1.count) }
    var flat = FlatBuilder()
    let message = flat.table([
      .short(0, version), .byte(1, dictionary == nil ? 3 : 2), .offset(2), .long(3, bodyBytes),
    ])
    flat.lead(from: 0, to: message.position)
    var header = message.fields[2]
    if let dictionary {
      let table = flat.table([
        .long(0, dictionary.id), .offset(1), .byte(2, dictionary.isDelta ? 1 : 0),
      ])
      flat.lead(from: header, to: table.position)
      header = table.fields[1]
    }
    var fields: [FlatBuilder.Field] = [.long(0, batch.length), .offset(1), .offset(2)]
    if !batch.variadicCounts.isEmpty { fields.append(.offset(4)) }
    let table = flat.table(fields)
    flat.lead(from: header, to: table.position)
    flat.lead(from: table.fields[1], to: flat.vector(count: batch.nodes.count))
    for node in batch.nodes {
      flat.append(node.length, width: 8)
      flat.append(node.nullCount, width: 8)
    }
    flat.lead(from: table.fields[2], to: flat.vector(count: batch.buffers.count))
    var offset = 0
    for buffer in batch.buffers {
      flat.append(offset, width: 8)
      flat.append(buffer.count, width: 8)
      offset += padded(buffer.count)
    }
    if !batch.variadicCounts.isEmpty {
      flat.lead(from: table.fields[4], to: flat.vector(count: batch.variadicCounts.count))
      for count in batch.variadicCounts { flat.append(count, width: 8) }
    }
    flat.pad()
    return framed(flat.bytes)
  }

  /// A message with the bytes in front that say how long it is.
  ///
  /// Precondition: its size is a multiple of eight.
  static func framed(_ metadata: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    bytes.append(metadata.count, width: 4, isBigEndian: false)
    return bytes + metadata
  }

  /// The footer. It has the message of the schema in it, whole, and leads to the schema there.
  static func footer(
    _ schema: ArrowTableSchema, dictionaries: [FileFooter.Block], batches: [FileFooter.Block]
  ) -> [UInt8] {
    var flat = FlatBuilder()
    let footer = flat.table([.short(0, version), .offset(1), .offset(2), .offset(3)])
    flat.lead(from: 0, to: footer.position)
    flat.lead(from: footer.fields[1], to: flat.append(schema.message) + schema.position)
    for (field, blocks) in [(2, dictionaries), (3, batches)] {
      flat.lead(from: footer.fields[field], to: flat.vector(count: blocks.count))
      for block in blocks {
        flat.append(block.offset, width: 8)
        flat.append(block.metadataBytes, width: 4)
        flat.append(0, width: 4)
        flat.append(block.bodyBytes, width: 8)
      }
    }
    flat.pad()
    return flat.bytes
  }
}

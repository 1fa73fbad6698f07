internal import BulkcheckCore

/// The schema of an Arrow input, with the bytes of its message, which a table with the same columns
/// takes over as they are.
package struct ArrowTableSchema: Sendable {
  package let schema: ArrowSchema
  /// The flatbuffer of the message; its size is a multiple of eight.
  let message: [UInt8]
  /// The position of the table of the schema in the message.
  let position: Int

  /// - Parameter message: the flatbuffer of a message that has a schema.
  ///
  /// It is made one of V5, since the batches that follow are of this version. The two differ in
  /// batches only.
  init(message: [UInt8]) throws(ArrowError) {
    var bytes = message
    while bytes.count % 8 != 0 { bytes.append(0) }
    let owner = OwnedBytes(bytes)
    let table = try FlatTable(rootOf: owner.view)
    guard let header = try table.table(2) else {
      throw ArrowError(.flatbuffer(.missing(.schema)))
    }
    schema = try SchemaReader.read(header)
    position = header.position
    if let version = try table.place(0, width: 2) {
      bytes[version] = 4
      bytes[version + 1] = 0
    }
    self.message = bytes
    withExtendedLifetime(owner) {}
  }
}

internal import BulkcheckCore
internal import BulkcheckInput

/// Reading an input as a whole, for what is small: profiles.
enum InputBytes {
  /// All decompressed bytes.
  static func all(of location: InputLocation) throws(InputError) -> [UInt8] {
    try all(of: OpenedInput(location).source)
  }

  static func all(of source: any ByteSource) throws(InputError) -> [UInt8] {
    var bytes: [UInt8] = []
    try source.readAll { bytes.append($0) }
    return bytes
  }
}

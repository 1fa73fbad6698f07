internal import BulkcheckInput

/// Reading an input as a whole, for what is small: profiles.
enum InputBytes {
  private static let blockBytes = 64 << 10

  /// All decompressed bytes.
  static func all(of location: InputLocation) throws(InputError) -> [UInt8] {
    let source = try OpenedInput(location).source
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: blockBytes)
    while true {
      let count = try read(source, into: &block)
      if count == 0 { return bytes }
      bytes.append(contentsOf: block[..<count])
    }
  }

  private static func read(
    _ source: any ByteSource, into block: inout [UInt8]
  ) throws(InputError) -> Int {
    try block.withUnsafeMutableBytes { buffer throws(InputError) in
      // SAFETY: the array's own memory, for the duration of the call.
      try unsafe source.read(into: buffer)
    }
  }
}

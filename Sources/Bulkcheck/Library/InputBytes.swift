internal import BulkcheckInput

/// Reading an input as a whole, for what is small: profiles.
enum InputBytes {
  private static let blockBytes = 64 << 10

  /// All decompressed bytes.
  static func all(of location: InputLocation) throws(InputError) -> [UInt8] {
    let source = try OpenedInput(location).source
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: blockBytes, alignment: 16)
    defer { unsafe block.deallocate() }
    var bytes: [UInt8] = []
    while true {
      // SAFETY: our own memory, of which the source writes at most the buffer's length.
      let count = try unsafe source.read(into: block)
      if count == 0 { return bytes }
      bytes.append(contentsOf: unsafe UnsafeRawBufferPointer(rebasing: block[..<count]))
    }
  }
}

#if LZ4 && canImport(CLZ4)
  internal import BulkcheckCore
  internal import CLZ4

  /// A frame of LZ4 that liblz4 decompresses.
  @safe
  final class LZ4FrameDecoder: FrameDecoder {
    private let context: OpaquePointer

    /// Nil when memory is short.
    init?() {
      var context: OpaquePointer?
      // SAFETY: the library writes the address of what it makes.
      let code = unsafe LZ4F_createDecompressionContext(&context, UInt32(LZ4F_VERSION))
      guard LZ4F_isError(code) == 0, let context = unsafe context else { return nil }
      unsafe self.context = context
    }

    deinit { _ = unsafe LZ4F_freeDecompressionContext(context) }

    func decompress(_ input: ByteView, into output: ByteRoom) -> FrameStep {
      var consumed = input.count
      var produced = output.count
      // SAFETY: the library reads and writes within the counts given and keeps no pointer to them.
      let code = unsafe LZ4F_decompress(
        context, output.start, &produced, input.start, &consumed, nil)
      if LZ4F_isError(code) != 0 {
        let reason = unsafe String(cString: LZ4F_getErrorName(code)).lowercased()
        return FrameStep(consumed: 0, produced: 0, status: .damaged(reason))
      }
      return FrameStep(
        consumed: consumed, produced: produced, status: code == 0 ? .finished : .running)
    }
  }
#endif

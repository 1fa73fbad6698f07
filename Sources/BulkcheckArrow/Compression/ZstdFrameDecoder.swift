#if Zstd && canImport(CZstd)
  internal import BulkcheckCore
  internal import CZstd

  /// A frame of Zstandard that libzstd decompresses.
  @safe
  final class ZstdFrameDecoder: FrameDecoder {
    private let context: OpaquePointer

    /// Nil when memory is short.
    init?() {
      guard let context = unsafe ZSTD_createDCtx() else { return nil }
      unsafe self.context = context
    }

    deinit { unsafe ZSTD_freeDCtx(context) }

    func decompress(_ input: ByteView, into output: ByteRoom) -> FrameStep {
      // SAFETY: the library reads and writes within the counts given and keeps no pointer to them.
      var from = unsafe ZSTD_inBuffer(src: input.start, size: input.count, pos: 0)
      var to = unsafe ZSTD_outBuffer(dst: output.start, size: output.count, pos: 0)
      let code = unsafe ZSTD_decompressStream(context, &to, &from)
      let status: FrameStep.Status =
        if ZSTD_isError(code) != 0 {
          .damaged(unsafe String(cString: ZSTD_getErrorName(code)).lowercased())
        } else {
          code == 0 ? .finished : .running
        }
      return unsafe FrameStep(consumed: Int(from.pos), produced: Int(to.pos), status: status)
    }
  }
#endif

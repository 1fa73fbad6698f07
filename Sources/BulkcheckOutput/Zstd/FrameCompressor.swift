#if Zstd && canImport(CZstd)
  internal import BulkcheckCore
  internal import CZstd

  /// Makes one frame of Zstandard (RFC 8878) after the other with libzstd, each with its size and a
  /// checksum.
  @safe
  final class FrameCompressor: MemberEncoder {
    private let context: OpaquePointer
    private var output = OutputBlock(capacity: 0)

    /// Nil when memory is short.
    init?() {
      guard let context = unsafe ZSTD_createCCtx() else { return nil }
      unsafe self.context = context
      // The level is the one that `zstd` uses.
      _ = unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    }

    deinit { unsafe ZSTD_freeCCtx(context) }

    var member: ByteView { output.bytes }

    func encode(_ bytes: ByteView) -> Bool {
      let bound = ZSTD_compressBound(bytes.count)
      if bound > output.capacity { output = OutputBlock(capacity: bound) }
      var code = 0
      output.refill { room in
        // SAFETY: the library reads and writes within the counts given and keeps no pointer to
        // them.
        code = unsafe ZSTD_compress2(context, room.start, room.count, bytes.start, bytes.count)
        return ZSTD_isError(code) == 0 ? code : 0
      }
      return ZSTD_isError(code) == 0
    }
  }
#endif

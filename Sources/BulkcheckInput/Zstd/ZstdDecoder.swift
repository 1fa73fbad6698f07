#if Zstd && canImport(CZstd)
  internal import BulkcheckCore
  internal import CZstd

  /// libzstd's decompression, in steps and at once.
  @safe
  final class ZstdDecoder {
    struct Step {
      enum Status {
        case running, finished, checksum, damaged, outOfMemory
      }

      /// Bytes taken from the input.
      var consumed: Int
      /// Bytes written to the output.
      var produced: Int
      var status: Status
      /// The name that the library has for a fault.
      var reason = ""
    }

    /// The widest that the library can.
    private static let windowLogs = 10...31

    private let context: OpaquePointer

    /// Nil when memory is short.
    ///
    /// - Parameter windowBytesMaximum: what a frame's window may take.
    init?(windowBytesMaximum: Int) {
      guard let context = unsafe ZSTD_createDCtx() else { return nil }
      unsafe self.context = context
      let bits = Int.bitWidth - (max(2, windowBytesMaximum) - 1).leadingZeroBitCount
      let log = min(max(bits, Self.windowLogs.lowerBound), Self.windowLogs.upperBound)
      _ = unsafe ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Int32(log))
    }

    deinit { unsafe ZSTD_freeDCtx(context) }

    /// Prepares for a new frame.
    func reset() { _ = unsafe ZSTD_DCtx_reset(context, ZSTD_reset_session_only) }

    /// Decompresses from `input` into `output` until one of them is used up, the frame ends or is
    /// found damaged. Everything before a fault has been written.
    func decompress(_ input: ByteView, into output: ByteRoom) -> Step {
      // SAFETY: the library reads and writes within the counts given and keeps no pointer to them.
      var from = unsafe ZSTD_inBuffer(src: input.start, size: input.count, pos: 0)
      var to = unsafe ZSTD_outBuffer(dst: output.start, size: output.count, pos: 0)
      let code = unsafe ZSTD_decompressStream(context, &to, &from)
      var step = unsafe Step(
        consumed: Int(from.pos), produced: Int(to.pos), status: code == 0 ? .finished : .running)
      if ZSTD_isError(code) != 0 {
        step.reason = unsafe String(cString: ZSTD_getErrorName(code)).lowercased()
        step.status =
          switch ZSTD_getErrorCode(code) {
          case ZSTD_error_checksum_wrong: .checksum
          case ZSTD_error_memory_allocation: .outOfMemory
          default: .damaged
          }
      }
      return step
    }

    /// Decompresses whole frames; nil unless all of them are regular and there is room for them.
    func decompressWhole(_ input: ByteView, into output: ByteRoom) -> Int? {
      // SAFETY: as above.
      let code = unsafe ZSTD_decompressDCtx(
        context, output.start, output.count, input.start, input.count)
      return ZSTD_isError(code) == 0 ? Int(code) : nil
    }
  }
#endif

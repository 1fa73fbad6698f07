#if ISAL && canImport(CISAL)
  internal import CISAL

  /// Inflates with ISA-L (igzip).
  ///
  /// Two of its habits show here. It reads up to eight bytes ahead into `read_in` and keeps them when
  /// the stream ends, so they are given back. And it inflates the first 32 to 64 KiB of a call into a
  /// buffer of its own, so a fault can be found while bytes before it have not been written yet: the
  /// fault is held until they are.
  @safe
  final class ISALInflater: Inflater {
    /// ISA-L counts in 32 bits.
    private static let bytesMaximum = 1 << 30

    // About 100 KiB, and C keeps no pointer to it.
    private let state: UnsafeMutablePointer<inflate_state>
    private var fault: InputError.GzipFault?

    init() {
      unsafe state = .allocate(capacity: 1)
      unsafe isal_inflate_init(state)
      unsafe state.pointee.crc_flag = UInt32(ISAL_DEFLATE)
    }

    deinit {
      unsafe state.deallocate()
    }

    func reset() {
      unsafe isal_inflate_reset(state)
      fault = nil
    }

    func inflate(
      from input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> InflateStep {
      let inputCount = fault == nil ? min(input.count, Self.bytesMaximum) : 0
      let outputCount = min(output.count, Self.bytesMaximum)
      // SAFETY: ISA-L reads and writes within the counts given and uses no pointer after the call.
      unsafe state.pointee.next_in = UnsafeMutablePointer(
        mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
      unsafe state.pointee.avail_in = UInt32(inputCount)
      unsafe state.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
      unsafe state.pointee.avail_out = UInt32(outputCount)
      let code = unsafe isal_inflate(state)
      if code != ISAL_DECOMP_OK && fault == nil { hold(code) }
      return unsafe step(
        consumed: inputCount - Int(state.pointee.avail_in),
        produced: outputCount - Int(state.pointee.avail_out))
    }

    private func step(consumed: Int, produced: Int) -> InflateStep {
      if let fault {
        let isDrained = unsafe state.pointee.tmp_out_processed >= state.pointee.tmp_out_valid
        return InflateStep(
          consumed: consumed, produced: produced,
          status: isDrained ? .damaged(fault) : .running)
      }
      guard unsafe state.pointee.block_state == ISAL_BLOCK_FINISH else {
        return InflateStep(consumed: consumed, produced: produced, status: .running)
      }
      let ahead = unsafe Int(state.pointee.read_in_length) / 8
      return InflateStep(
        consumed: consumed - max(0, min(ahead, InflateStep.givenBackMaximum)),
        produced: produced, status: .finished)
    }

    /// Notes the fault and makes later calls only hand out what was inflated before it.
    private func hold(_ code: Int32) {
      fault =
        switch code {
        case ISAL_INVALID_BLOCK: .invalidBlock
        case ISAL_INVALID_SYMBOL: .invalidSymbol
        case ISAL_INVALID_LOOKBACK: .invalidDistance
        default: .engine(code)
        }
      unsafe state.pointee.block_state = ISAL_BLOCK_INPUT_DONE
    }

    func checksum(_ crc: UInt32, adding bytes: UnsafeRawBufferPointer) -> UInt32 {
      guard let start = bytes.baseAddress else { return crc }
      // SAFETY: reads `bytes.count` bytes from `start`.
      return unsafe crc32_gzip_refl(
        crc, start.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
    }
  }
#endif

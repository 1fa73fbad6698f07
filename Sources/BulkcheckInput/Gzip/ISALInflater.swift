#if ISAL && canImport(CISAL)
  internal import BulkcheckCore
  internal import CISAL

  /// Inflates with ISA-L (igzip).
  ///
  /// Three of its habits show here.
  ///
  /// It reads up to eight bytes ahead into `read_in`. Up to 2.32.0 it keeps them when the stream
  /// ends, so they are given back here; later versions give them back themselves.
  ///
  /// It inflates the first 32 to 64 KiB of a call into a buffer of its own (its history). So it can
  /// find a fault before it has written the bytes that come before it. The fault is held until they
  /// are written.
  ///
  /// Its fast loop leaves the state in disorder when it meets a fault: `next_out` counts up to 258
  /// bytes that were never written, and the `avail` counts are off by the loop's margins. So the
  /// state is saved before each call (about 50 KiB), and on a fault the call is repeated in pieces
  /// of input too short for the fast loop. The slow one stops exactly before the first bad symbol,
  /// wherever the calls are cut.
  @safe
  final class ISALInflater: Inflater {
    /// ISA-L counts in 32 bits.
    private static let bytesMaximum = 1 << 30
    /// The fast loop needs eight bytes of input.
    private static let slowBytes = 7
    /// The size of `tmp_out_buffer`, the last field, which Swift does not import: two windows and
    /// `ISAL_LOOK_AHEAD`.
    private static let historyCapacity = 2 * Int(ISAL_DEF_HIST_SIZE) + 288

    // About 100 KiB each, and C keeps no pointer to them.
    private let state: UnsafeMutablePointer<inflate_state>
    private let saved: UnsafeMutablePointer<inflate_state>
    private var fault: InputError.GzipFault?

    init() {
      unsafe state = .allocate(capacity: 1)
      unsafe saved = .allocate(capacity: 1)
      unsafe isal_inflate_init(state)
      unsafe state.pointee.crc_flag = UInt32(ISAL_DEFLATE)
    }

    deinit {
      unsafe state.deallocate()
      unsafe saved.deallocate()
    }

    func reset() {
      unsafe isal_inflate_reset(state)
      fault = nil
    }

    func inflate(
      from input: ByteView, into output: ByteRoom
    ) -> InflateStep {
      // A held fault takes no more input; there are only bytes before it to hand out.
      if fault != nil { return run(.empty, output).step }
      unsafe copyState(from: state, to: saved)
      let (step, code) = run(input, output)
      if code == ISAL_DECOMP_OK { return step }
      unsafe copyState(from: saved, to: state)
      return inflateSlowly(from: input, into: output)
    }

    /// Without a history of its own to copy to and fro, nor a state to come back to.
    func inflateWhole(
      from input: ByteView, into output: ByteRoom
    ) -> InflateStep? {
      guard input.count <= Self.bytesMaximum, output.count <= Self.bytesMaximum else { return nil }
      reset()
      // SAFETY: ISA-L reads and writes within the counts given and uses no pointer after the call.
      unsafe state.pointee.next_in = UnsafeMutablePointer(mutating: input.start)
      unsafe state.pointee.avail_in = UInt32(input.count)
      unsafe state.pointee.next_out = output.start
      unsafe state.pointee.avail_out = UInt32(output.count)
      guard unsafe isal_inflate_stateless(state) == ISAL_DECOMP_OK,
        unsafe state.pointee.block_state == ISAL_BLOCK_FINISH
      else { return nil }
      return unsafe InflateStep(
        consumed: input.count - Int(state.pointee.avail_in),
        produced: output.count - Int(state.pointee.avail_out), status: .finished)
    }

    /// One call of ISA-L.
    private func run(
      _ input: ByteView, _ output: ByteRoom
    ) -> (step: InflateStep, code: Int32) {
      let inputCount = min(input.count, Self.bytesMaximum)
      let outputCount = min(output.count, Self.bytesMaximum)
      // SAFETY: ISA-L reads and writes within the counts given and uses no pointer after the call.
      unsafe state.pointee.next_in = UnsafeMutablePointer(mutating: input.start)
      unsafe state.pointee.avail_in = UInt32(inputCount)
      unsafe state.pointee.next_out = output.start
      unsafe state.pointee.avail_out = UInt32(outputCount)
      let code = unsafe isal_inflate(state)
      let step = unsafe InflateStep(
        consumed: inputCount - Int(state.pointee.avail_in),
        produced: outputCount - Int(state.pointee.avail_out), status: .running)
      return (finished(step), code)
    }

    /// The step with its status, and at the end of the stream without the bytes read ahead.
    private func finished(_ step: InflateStep) -> InflateStep {
      var step = step
      if let fault {
        let isDrained = unsafe state.pointee.tmp_out_processed >= state.pointee.tmp_out_valid
        if isDrained { step.status = .damaged(fault) }
      } else if unsafe state.pointee.block_state == ISAL_BLOCK_FINISH {
        step.consumed -= unsafe max(0, Int(state.pointee.read_in_length) / 8)
        step.status = .finished
      }
      return step
    }

    /// Inflates until the fault that lies ahead, or until the output is full.
    private func inflateSlowly(
      from input: ByteView, into output: ByteRoom
    ) -> InflateStep {
      var total = InflateStep(consumed: 0, produced: 0, status: .running)
      var isStuck: Bool
      repeat {
        let end = min(input.count, total.consumed + Self.slowBytes)
        let (step, code) = run(
          input[total.consumed..<end], output.dropFirst(total.produced))
        total.consumed += step.consumed
        total.produced += step.produced
        total.status = step.status
        isStuck = step.consumed == 0 && step.produced == 0
        if code != ISAL_DECOMP_OK {
          // What was read ahead of the fault, so that its place does not depend on where calls were
          // cut.
          total.consumed -= unsafe max(0, min(8, Int(state.pointee.read_in_length) / 8))
          hold(code)
          total.status = finished(total).status
          return total
        }
      } while total.consumed < input.count && total.produced < output.count
        && !total.status.isFinal && !isStuck
      return total
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

    /// Copies the state up to the end of its history.
    private func copyState(
      from source: UnsafeMutablePointer<inflate_state>,
      to target: UnsafeMutablePointer<inflate_state>
    ) {
      let history = max(0, min(Int(unsafe source.pointee.tmp_out_valid), Self.historyCapacity))
      // SAFETY: `history` is at most the capacity, so no byte beyond the structure is touched; it
      // is trivial, so a part of it may be copied as bytes.
      unsafe UnsafeMutableRawPointer(target).copyMemory(
        from: source, byteCount: MemoryLayout<inflate_state>.size - Self.historyCapacity + history)
    }

    func checksum(_ crc: UInt32, adding bytes: ByteView) -> UInt32 {
      // SAFETY: reads the bytes of the view.
      unsafe crc32_gzip_refl(crc, bytes.start, UInt64(bytes.count))
    }
  }
#endif

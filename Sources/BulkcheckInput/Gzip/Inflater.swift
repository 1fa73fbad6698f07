internal import BulkcheckCore

/// Decompresses raw deflate data (RFC 1951) in steps, and computes CRC-32.
protocol Inflater: AnyObject {
  /// Prepares for a new deflate stream.
  func reset()

  /// Inflates from `input` into `output` until one of them is used up, the stream ends or is found
  /// damaged. An empty input yields what is still held back.
  func inflate(
    from input: ByteView, into output: ByteRoom
  ) -> InflateStep

  /// Inflates a whole deflate stream that lies at the front of `input`; nil if it is damaged, is
  /// not whole or does not fit into `output`. Whatever was begun before is forgotten.
  func inflateWhole(
    from input: ByteView, into output: ByteRoom
  ) -> InflateStep?

  /// Continues the checksum `crc` with `bytes`; 0 is the checksum of no bytes.
  func checksum(_ crc: UInt32, adding bytes: ByteView) -> UInt32
}

/// The result of one call of ``Inflater/inflate(from:into:)``.
struct InflateStep {
  enum Status {
    case running
    case finished
    /// Everything before the fault has been written.
    case damaged(InputError.GzipFault)
    case outOfMemory

    var isFinal: Bool {
      if case .running = self { false } else { true }
    }
  }

  /// Bytes taken from the input. Negative, down to ``givenBackMaximum``, if the stream ended in
  /// bytes of an earlier call and what was taken behind it is given back.
  var consumed: Int
  /// Bytes written to the output.
  var produced: Int
  var status: Status

  /// An engine holds at most one 64-bit word of input.
  static let givenBackMaximum = 8
}

/// The library that inflates. Both give the same bytes; ISA-L takes less than half the time
/// (415-byte JSONL records at 0.79 GB/s a core where zlib 1.2.13 reached 0.35).
package enum InflateEngine: String, CaseIterable, Sendable {
  case zlib
  case isal

  /// The engines that were built in, the preferred one last.
  package static var available: [InflateEngine] {
    #if ISAL && canImport(CISAL)
      [.zlib, .isal]
    #else
      [.zlib]
    #endif
  }

  /// The fastest engine that was built in.
  package static var preferred: InflateEngine {
    #if ISAL && canImport(CISAL)
      .isal
    #else
      .zlib
    #endif
  }

  /// Nil when memory is short. An engine that was not built in is replaced by zlib.
  func makeInflater() -> (any Inflater)? {
    #if ISAL && canImport(CISAL)
      if self == .isal { return ISALInflater() }
    #endif
    return ZlibInflater()
  }
}

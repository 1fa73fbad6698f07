internal import BulkcheckCore
internal import CZlib

/// Inflates with zlib: present everywhere.
@safe
final class ZlibInflater: Inflater {
  /// zlib counts in 32 bits.
  private static let bytesMaximum = 1 << 30

  // zlib keeps a pointer to the stream, so it must not move. It therefore has its own allocation.
  private let stream: UnsafeMutablePointer<z_stream>

  init?() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // Negative window bits: raw deflate, the gzip frame is ours.
    let code = unsafe inflateInit2_(
      stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  func reset() {
    // Fails only on a stream that was never initialised.
    _ = unsafe inflateReset(stream)
  }

  func inflate(
    from input: ByteView, into output: ByteRoom
  ) -> InflateStep {
    let inputCount = min(input.count, Self.bytesMaximum)
    let outputCount = min(output.count, Self.bytesMaximum)
    // SAFETY: zlib reads and writes within the counts given and keeps no pointer that it uses
    // later.
    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.start)
    unsafe stream.pointee.avail_in = UInt32(inputCount)
    unsafe stream.pointee.next_out = output.start
    unsafe stream.pointee.avail_out = UInt32(outputCount)
    let code = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
    return unsafe InflateStep(
      consumed: inputCount - Int(stream.pointee.avail_in),
      produced: outputCount - Int(stream.pointee.avail_out),
      status: status(code))
  }

  func inflateWhole(
    from input: ByteView, into output: ByteRoom
  ) -> InflateStep? {
    reset()
    var step = inflate(from: input, into: output)
    if case .running = step.status, step.produced == output.count {
      // zlib sees the end of the stream only when it is called once more.
      let more = inflate(
        from: input[step.consumed..<input.count], into: output.dropFirst(step.produced))
      step.consumed += more.consumed
      step.status = more.status
    }
    guard case .finished = step.status else { return nil }
    return step
  }

  private func status(_ code: Int32) -> InflateStep.Status {
    switch code {
    // Z_BUF_ERROR only says that nothing could be done: more input or room is needed.
    case Z_OK, Z_BUF_ERROR: return .running
    case Z_STREAM_END: return .finished
    case Z_MEM_ERROR: return .outOfMemory
    case Z_DATA_ERROR: return .damaged(fault())
    default: return .damaged(.engine(code))
    }
  }

  private func fault() -> InputError.GzipFault {
    // SAFETY: `msg` is nil or a constant text of zlib.
    let text = unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? ""
    if text.hasPrefix("invalid distance too far") { return .invalidDistance }
    if text.hasPrefix("invalid block") || text.hasPrefix("invalid stored") { return .invalidBlock }
    return .invalidSymbol
  }

  func checksum(_ crc: UInt32, adding bytes: ByteView) -> UInt32 {
    var result = UInt(crc)
    var position = 0
    while position < bytes.count {
      let count = min(bytes.count - position, Self.bytesMaximum)
      // SAFETY: `position + count <= bytes.count`.
      result = unsafe crc32(result, bytes.start + position, UInt32(count))
      position += count
    }
    return UInt32(truncatingIfNeeded: result)
  }
}

package import BulkcheckCore

/// A stream whose first bytes can be looked at before they are read.
@safe
package final class PeekableSource: ByteSource {
  private let base: any ByteSource
  /// Bytes `position ..< end` were looked at and are not read yet; freed once they are.
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0
  private var position = 0
  private var end = 0
  /// A fault met while looking ahead, thrown when the bytes before it are read.
  private var failure: InputError?
  private var baseHasEnded = false

  package init(_ base: any ByteSource) {
    self.base = base
  }

  deinit {
    unsafe memory?.deallocate()
  }

  package var storedBytesRead: Int { base.storedBytesRead }
  package var storedBytes: Int? { base.storedBytes }

  /// The run was to stop while bytes to look at were waited for; those that came are still to be read.
  package var isInterrupted: Bool { failure?.cause == .interrupted }

  /// The next bytes, at least `count` of them unless the input ends (or fails) before.
  ///
  /// The view is valid until the next call of any method. The memory is kept until the bytes are
  /// read.
  package func peek(_ count: Int) -> ByteView {
    let memory = unsafe reserve(position + count)
    while end - position < count && !baseHasEnded && failure == nil {
      do {
        // SAFETY: `end < position + count <= capacity`, so the rest of the memory is not empty.
        let free = unsafe UnsafeMutableRawBufferPointer(
          start: memory + end, count: capacity - end)
        let read = unsafe try base.read(into: free)
        end += read
        baseHasEnded = read == 0
      } catch {
        failure = error
      }
    }
    // SAFETY: the bytes below `end` are initialised and stay until the next call.
    return unsafe ByteView(
      start: UnsafePointer((memory + position).assumingMemoryBound(to: UInt8.self)),
      count: end - position)
  }

  /// Not before everything that was looked at has been read.
  package var members: GzipSource? {
    position < end || failure != nil || baseHasEnded ? nil : base.members
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    if position < end, let memory = unsafe memory {
      let count = min(buffer.count, end - position)
      // SAFETY: `position + count <= end`, and `count` bytes fit the buffer, which is not ours.
      unsafe buffer.copyMemory(
        from: UnsafeRawBufferPointer(start: memory + position, count: count))
      position += count
      if position == end { release() }
      return count
    }
    if let failure { throw failure }
    return baseHasEnded ? 0 : unsafe try base.read(into: buffer)
  }

  private func reserve(_ count: Int) -> UnsafeMutableRawPointer {
    if let memory = unsafe memory, capacity >= count { return unsafe memory }
    let larger = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: 64)
    if let memory = unsafe memory {
      // SAFETY: `end <= capacity < count`.
      unsafe larger.copyMemory(from: memory, byteCount: end)
      unsafe memory.deallocate()
    }
    unsafe memory = larger
    capacity = max(count, 1)
    return unsafe larger
  }

  private func release() {
    unsafe memory?.deallocate()
    unsafe memory = nil
    capacity = 0
    position = 0
    end = 0
  }
}

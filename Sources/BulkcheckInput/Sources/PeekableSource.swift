package import BulkcheckCore

/// A stream whose first bytes can be looked at before they are read.
@safe
package final class PeekableSource: ByteSource {
  private let base: any ByteSource
  /// Bytes `position ..< end` were looked at and are not read yet; freed once they are.
  private var memory: UnsafeMutableRawBufferPointer?
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

  /// The next bytes, at least `count` of them unless the input ends (or fails) before.
  ///
  /// The view is valid until the next call of any method. May only be used before the first `read`;
  /// memory for the largest `count` is kept until the bytes are read.
  package func peek(_ count: Int) -> ByteView {
    let memory = unsafe reserve(count)
    while end < count && !baseHasEnded && failure == nil {
      do {
        // SAFETY: `end` is within the memory, which `reserve` made larger than `count`.
        let read = unsafe try base.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[end...]))
        end += read
        baseHasEnded = read == 0
      } catch {
        failure = error
      }
    }
    // SAFETY: the bytes below `end` are initialised, and `reserve` returned memory with an address.
    return unsafe ByteView(
      start: UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)) + position,
      count: end - position)
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    if position < end, let memory = unsafe memory {
      let count = min(buffer.count, end - position)
      // SAFETY: `position + count <= end`, and `count` bytes fit the buffer, which is not ours.
      unsafe buffer.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: memory[position..<position + count]))
      position += count
      if position == end { unsafe release() }
      return count
    }
    if let failure { throw failure }
    return baseHasEnded ? 0 : unsafe try base.read(into: buffer)
  }

  private func reserve(_ count: Int) -> UnsafeMutableRawBufferPointer {
    let needed = max(count, 1)
    if let memory = unsafe memory, memory.count >= needed { return unsafe memory }
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: needed, alignment: 64)
    if let memory = unsafe memory {
      unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<end]))
      unsafe memory.deallocate()
    }
    unsafe memory = larger
    return unsafe larger
  }

  private func release() {
    unsafe memory?.deallocate()
    unsafe memory = nil
    position = 0
    end = 0
  }
}

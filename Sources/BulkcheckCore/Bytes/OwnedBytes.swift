/// Bytes that live as long as this object: the home of operands whose views the compiled program
/// keeps.
///
/// There are 64 readable zero bytes behind the end, as behind chunk memory.
@safe
package final class OwnedBytes: @unchecked Sendable {
  // Sendable: the memory is written in the initialiser only, and `view` gives no way to write.
  private let memory: UnsafeMutablePointer<UInt8>
  private let count: Int

  package init(_ bytes: some Collection<UInt8>) {
    count = bytes.count
    // SAFETY: allocated for `count + 64` bytes, all of which are initialised; freed once, in
    // `deinit`.
    unsafe memory = UnsafeMutablePointer.allocate(capacity: count + 64)
    unsafe memory.initialize(repeating: 0, count: count + 64)
    var index = 0
    for byte in bytes where index < count {
      unsafe memory[index] = byte
      index += 1
    }
  }

  /// A copy of what somebody else owns.
  package init(_ view: ByteView) {
    count = view.count
    // SAFETY: as above; the view's bytes are readable by its contract.
    unsafe memory = UnsafeMutablePointer.allocate(capacity: count + 64)
    unsafe memory.initialize(from: view.start, count: count)
    unsafe (memory + count).initialize(repeating: 0, count: 64)
  }

  package convenience init(_ text: String) { self.init(Array(text.utf8)) }

  deinit { unsafe memory.deallocate() }

  /// Valid as long as this object is.
  package var view: ByteView { unsafe ByteView(start: memory, count: count) }
}

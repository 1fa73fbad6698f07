/// Bytes that live as long as this object: the home of operands whose views the compiled program
/// keeps.
///
/// There are 64 readable zero bytes behind the end, as behind chunk memory.
package final class OwnedBytes: Sendable {
  private let block: ByteBlock
  /// Valid as long as this object is.
  package let view: ByteView

  package convenience init(_ bytes: [UInt8]) {
    self.init(count: bytes.count) { room in _ = room.copy(bytes, from: 0) }
  }

  /// A copy of what someone else owns.
  package convenience init(_ view: ByteView) {
    self.init(count: view.count) { room in room.copy(view) }
  }

  package convenience init(_ text: String) { self.init(Array(text.utf8)) }

  private init(count: Int, _ write: (ByteRoom) -> Void) {
    var block = ByteBlock(capacity: count)
    write(block.room)
    view = block.view(from: 0, to: count)
    self.block = block
  }
}

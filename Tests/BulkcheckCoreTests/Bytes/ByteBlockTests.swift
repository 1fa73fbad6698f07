import BulkcheckCore
import Testing

@Suite("Blocks of bytes, rooms in them and views of them")
struct ByteBlockTests {
  private func block(_ bytes: [UInt8]) -> ByteBlock {
    var block = ByteBlock(capacity: bytes.count)
    ByteView.with(bytes) { block.copy($0, to: 0) }
    return block
  }

  @Test("behind a block there are 64 zero bytes, which a view can be extended by")
  func padding() {
    let block = block([1, 2, 3])
    let extended = block.view(from: 0, to: 3).extended(by: 64)
    #expect(extended.array == [1, 2, 3] + [UInt8](repeating: 0, count: 64))
  }

  @Test("bytes may be copied to a place that they overlap", arguments: [(0, 2), (2, 0), (1, 1)])
  func overlap(from start: Int, to place: Int) {
    let bytes: [UInt8] = [1, 2, 3, 4, 5, 6]
    var expected = bytes
    expected.replaceSubrange(place..<place + 4, with: bytes[start..<start + 4])
    var block = block(bytes)
    block.copy(block.view(from: start, to: start + 4), to: place)
    #expect(block.view(from: 0, to: 6).array == expected)
  }

  @Test("a room takes as much of an array as fits, and shows what was written")
  func room() {
    var block = block([0, 0, 0, 0])
    let room = block.room.dropFirst(1).prefix(2)
    #expect(room.copy([7, 8, 9, 10], from: 1) == 2)
    #expect(room.written(2).array == [8, 9])
    #expect(room.copy([7], from: 1) == 0)
    #expect(block.view(from: 0, to: 4).array == [0, 8, 9, 0])
  }

  @Test("arrays and texts are lent as views, empty ones too")
  func lending() {
    #expect(ByteView.with([]) { $0.array } == [])
    #expect(ByteView.with([5, 6]) { $0.array } == [5, 6])
    #expect(ByteView.withUTF8(of: "") { $0.array } == [])
    #expect(ByteView.withUTF8(of: "añ") { $0.array } == [0x61, 0xC3, 0xB1])
    #expect(ByteView("añ").array == [0x61, 0xC3, 0xB1])
  }

  @Test("four bytes are read as a number from any place")
  func number() {
    let value = ByteView.with([9, 0x78, 0x56, 0x34, 0x12]) { $0.littleEndian32(at: 1) }
    #expect(value == 0x1234_5678)
  }

  @Test("a part of a view has its place in it")
  func places() {
    let block = block([1, 2, 3, 4])
    let (whole, part) = (block.view(from: 0, to: 3), block.view(from: 2, to: 3))
    #expect(whole.covers(part) && !part.covers(whole))
    #expect(whole.position(of: part) == 2)
    #expect(!whole.covers(block.view(from: 2, to: 4)))
  }
}

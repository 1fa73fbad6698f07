/// Tells of most keys that they are not in any file: a split-block Bloom filter, as in Apache
/// Parquet, after Putze, Sanders and Singler, *Cache-, Hash- and Space-Efficient Bloom Filters*
/// (2009).
///
/// A key has one block of 256 bits, which is in one line of memory, and in it one bit in each of
/// eight words. With 16 bits for each key, about 1 in 1000 absent keys seems to be there, with 10
/// bits 1 in 100, and with 5 bits 1 in 8. That costs a look into the files, never a wrong answer.
final class KeyFilter {
  private let words: Storage<UInt32>
  private let blocks: UInt64

  private static let wordsPerBlock = 8
  /// Odd factors that spread the low half of a key, as Parquet has them.
  private static let salts = Storage<UInt32>(
    [
      0x47b6_137b, 0x4497_4d91, 0x8824_ad5b, 0xa2b7_289d,
      0x7054_95c7, 0x2df1_424b, 0x9efc_4947, 0x5c6b_fb31,
    ], padding: 0)

  private let salts = KeyFilter.salts

  init(bytes: Int) {
    let blockBytes = KeyFilter.wordsPerBlock * MemoryLayout<UInt32>.stride
    let count = max(1, bytes / blockBytes)
    blocks = UInt64(count)
    words = Storage(capacity: count * KeyFilter.wordsPerBlock, repeating: 0)
  }

  deinit { words.deallocate() }

  /// The upper bits of a key choose the block, the lower ones the bits in it.
  @inline(__always)
  private func firstWord(of key: SeenKey) -> Int {
    Int(truncatingIfNeeded: key.order.multipliedFullWidth(by: blocks).high)
      &* KeyFilter.wordsPerBlock
  }

  @inline(__always)
  private func bit(_ number: Int, of key: SeenKey) -> UInt32 {
    1 &<< ((UInt32(truncatingIfNeeded: key.order) &* salts[number]) &>> 27)
  }

  func add(_ key: SeenKey) {
    let first = firstWord(of: key)
    for number in 0..<KeyFilter.wordsPerBlock { words[first + number] |= bit(number, of: key) }
  }

  /// False for nearly all keys that were never added, true for all that were.
  @inline(__always)
  func mayHold(_ key: SeenKey) -> Bool {
    let first = firstWord(of: key)
    var number = 0
    while number < KeyFilter.wordsPerBlock {
      if words[first &+ number] & bit(number, of: key) == 0 { return false }
      number &+= 1
    }
    return true
  }
}

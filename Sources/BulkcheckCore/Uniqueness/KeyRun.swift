/// A sorted file of keys, with the first key of each block in memory: to look one up takes one
/// read.
final class KeyRun {
  private let file: TemporaryFile
  private(set) var count = 0
  private let keysPerBlock: Int
  /// ``SeenKey/order`` of the first key of each block.
  private var firsts: [UInt64] = []

  /// 4 and 64 KiB.
  static let blockKeysMinimum = 256
  private static let blockKeysMaximum = 4096

  /// - Parameters:
  ///   - countExpected: the keys that will be written.
  ///   - blocksMaximum: a run of more keys than 256 times that has larger blocks, up to 64 KiB.
  init(
    in folder: String, countExpected: Int, blocksMaximum: Int
  ) throws(TemporaryFileError) {
    file = try TemporaryFile(in: folder)
    keysPerBlock = min(
      max(KeyRun.blockKeysMinimum, countExpected / max(blocksMaximum, 1) + 1),
      KeyRun.blockKeysMaximum)
    firsts.reserveCapacity(countExpected / keysPerBlock + 1)
  }

  /// Appends sorted keys, none below those before.
  func append(_ keys: Storage<SeenKey>, count added: Int) throws(TemporaryFileError) {
    try file.write(keys, count: added, at: count)
    var next = firsts.count * keysPerBlock - count
    while next < added {
      firsts.append(keys[next].order)
      next += keysPerBlock
    }
    count += added
  }

  /// Reads the keys from `place` on into `buffer`, as many as fit; returns how many there were.
  func read(_ buffer: Storage<SeenKey>, at place: Int) throws(TemporaryFileError) -> Int {
    let wanted = min(buffer.capacity, count - place)
    try file.read(buffer, count: wanted, at: place)
    return wanted
  }

  /// The key as it was seen first, or nil.
  ///
  /// - Parameter buffer: for one block; grown to ``keysPerBlock`` if it is too small.
  func find(
    _ key: SeenKey, _ buffer: inout Storage<SeenKey>
  ) throws(TemporaryFileError) -> SeenKey? {
    var block = blocksNotAbove(key.order) - 1
    while block >= 0 {
      let start = block * keysPerBlock
      let size = min(keysPerBlock, count - start)
      if buffer.capacity < size {
        buffer = buffer.grown(to: keysPerBlock, padding: .none)
      }
      try file.read(buffer, count: size, at: start)
      var place = (0..<size).partitioningIndex { buffer[$0].order >= key.order }
      let startsBefore = place > 0
      while place < size, buffer[place].order == key.order {
        if buffer[place].isSame(as: key) { return buffer[place] }
        place += 1
      }
      // Keys of the same order, which is rare beyond measure, may begin in the block before.
      if startsBefore { return nil }
      block -= 1
    }
    return nil
  }

  /// How many blocks begin with this order or a lower one.
  private func blocksNotAbove(_ order: UInt64) -> Int {
    firsts.indices.partitioningIndex { firsts[$0] > order }
  }
}

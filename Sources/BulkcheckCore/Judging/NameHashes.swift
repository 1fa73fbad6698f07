/// The names seen so far in one object, by their hashes: a few in a list, more in a set. Keeps its
/// memory from one object to the next.
struct NameHashes {
  private static let listMaximum = 32
  private static let keptMaximum = 1 << 12

  private var list: [UInt64] = []
  private var set: Set<UInt64> = []

  /// Notes a name; false if it was there.
  mutating func insert(_ hash: UInt64) -> Bool {
    if set.isEmpty {
      if list.contains(hash) { return false }
      if list.count < NameHashes.listMaximum {
        list.append(hash)
        return true
      }
      set.formUnion(list)
    }
    return set.insert(hash).inserted
  }

  mutating func removeAll() {
    list.removeAll(keepingCapacity: true)
    if !set.isEmpty { set.removeAll(keepingCapacity: set.count <= NameHashes.keptMaximum) }
  }
}

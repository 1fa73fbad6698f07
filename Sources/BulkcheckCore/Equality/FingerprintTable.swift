/// Fingerprints by number: each different one gets the next number. Keeps its memory from chunk to
/// chunk.
///
/// Open addressing with linear probing, at most half full; fingerprints are hashes already.
final class FingerprintTable {
  private(set) var count = 0
  private var keys: Storage<Fingerprint>
  /// Numbers plus one; 0 is free.
  private var slots: Storage<Int32>

  private static let slotsInitial = 64

  init() {
    keys = Storage(uninitialized: FingerprintTable.slotsInitial / 2)
    slots = Storage(capacity: FingerprintTable.slotsInitial, repeating: 0)
  }

  deinit {
    keys.deallocate()
    slots.deallocate()
  }

  subscript(number: Int) -> Fingerprint { keys[number] }

  /// The number of a fingerprint, and whether it is new.
  @inline(__always)
  func number(of key: Fingerprint) -> (number: Int, isNew: Bool) {
    let mask = slots.capacity &- 1
    var slot = Int(truncatingIfNeeded: key.low) & mask
    while slots[slot] != 0 {
      let number = Int(slots[slot]) &- 1
      if keys[number] == key { return (number, false) }
      slot = (slot &+ 1) & mask
    }
    return (insert(key, in: slot), true)
  }

  private func insert(_ key: Fingerprint, in slot: Int) -> Int {
    keys[count] = key
    count += 1
    slots[slot] = Int32(count)
    if count == keys.capacity { grow() }
    return count - 1
  }

  private func grow() {
    keys = keys.grown(to: keys.capacity * 2, keeping: count)
    let size = slots.capacity * 2
    slots.deallocate()
    slots = Storage(capacity: size, repeating: 0)
    for number in 0..<count {
      var slot = Int(truncatingIfNeeded: keys[number].low) & (size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(number + 1)
    }
  }

  func removeAll() {
    guard count > 0 else { return }
    count = 0
    slots.fill(0, count: slots.capacity)
  }
}

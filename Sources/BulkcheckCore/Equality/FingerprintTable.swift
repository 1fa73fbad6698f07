/// Fingerprints by number: each different one gets the next number. Keeps its memory from chunk to
/// chunk.
final class FingerprintTable {
  private var keys = Storage<Fingerprint>(uninitialized: 32)
  private var numbers = HashTable<NumberSlot>(room: 32)

  deinit {
    keys.deallocate()
    numbers.deallocate()
  }

  var count: Int { numbers.count }

  subscript(number: Int) -> Fingerprint { keys[number] }

  /// The number of a fingerprint, and whether it is new.
  @inline(__always)
  func number(of key: Fingerprint) -> (number: Int, isNew: Bool) {
    let place = numbers.place(key.low) { keys[$0] == key }
    let number = numbers[place].number
    return number < 0 ? (insert(key, at: place), true) : (number, false)
  }

  private func insert(_ key: Fingerprint, at place: Int) -> Int {
    let number = count
    if number == keys.capacity { keys = keys.grown(to: 2 * number, keeping: number) }
    keys[number] = key
    numbers.insert(NumberSlot(key.low, number), at: place)
    return number
  }

  func removeAll() { numbers.removeAll() }
}

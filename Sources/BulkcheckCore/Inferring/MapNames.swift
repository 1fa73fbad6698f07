/// The names of members of maps in the record at hand, each as a hash of 64 bits: they have no
/// places of their own, by which a key that occurs twice would be found.
///
/// Two different names have the same hash with a chance of 2⁻⁶⁴. Memory: 32 bytes for each name of
/// the record that has the most.
struct MapNames: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var hash: UInt64 = 0
    var object = 0
  }

  private var slots = Storage<Entry>(capacity: 64, repeating: Entry())
  private var count = 0
  /// Objects of this number and below are in earlier records: their slots are free.
  private var lastObject = 0

  deinit { slots.deallocate() }

  /// Begins a record.
  ///
  /// - Parameter object: the number of the last object before it.
  mutating func begin(after object: Int) {
    lastObject = object
    count = 0
  }

  /// False if the object had the name before.
  mutating func insert(_ name: ByteView, of object: Int) -> Bool {
    let seed = ByteHash.processSeed ^ UInt64(truncatingIfNeeded: object)
    let hash = ByteHash.hash(name, seed: seed)
    let slot = find(hash, object)
    if slots[slot].object == object { return false }
    slots[slot] = Entry(hash: hash, object: object)
    count += 1
    if count * 2 > slots.capacity { grow() }
    return true
  }

  /// The slot in which the name is, or would be.
  private func find(_ hash: UInt64, _ object: Int) -> Int {
    let mask = slots.capacity - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot].object > lastObject {
      if slots[slot].hash == hash, slots[slot].object == object { break }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Storage(capacity: 2 * old.capacity, repeating: Entry())
    for index in 0..<old.capacity where old[index].object > lastObject {
      slots[find(old[index].hash, old[index].object)] = old[index]
    }
    old.deallocate()
  }
}

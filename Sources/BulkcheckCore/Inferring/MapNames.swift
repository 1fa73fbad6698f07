/// The names of members of maps in the record at hand, each as a hash of 64 bits: they have no
/// places of their own, by which a key that occurs twice would be found.
///
/// Two different names have the same hash with a chance of 2⁻⁶⁴. Memory: 32 bytes for each name of
/// the record that has the most.
struct MapNames: ~Copyable {
  private struct Entry: HashSlot {
    var hash: UInt64 = 0
    /// The number of the object, from 1 on; 0 in a free slot.
    var object = 0

    static let free = Entry()
    var isFree: Bool { object == 0 }
  }

  private var entries = HashTable<Entry>(room: 32)

  deinit { entries.deallocate() }

  /// Begins a record. What was in earlier ones goes when the table is a quarter full: the numbers
  /// of their objects do not come again.
  mutating func begin() {
    if entries.count * 4 > entries.capacity { entries.removeAll() }
  }

  /// False if the object had the name before.
  mutating func insert(_ name: ByteView, of object: Int) -> Bool {
    let seed = ByteHash.processSeed ^ UInt64(truncatingIfNeeded: object)
    let entry = Entry(hash: ByteHash.hash(name, seed: seed), object: object)
    let place = entries.place(entry.hash) { $0.hash == entry.hash && $0.object == object }
    if !entries[place].isFree { return false }
    entries.insert(entry, at: place)
    return true
  }
}

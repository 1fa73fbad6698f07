/// A slot of a ``HashTable``: an entry, or nothing.
protocol HashSlot: BitwiseCopyable {
  /// An empty slot.
  static var free: Self { get }
  var isFree: Bool { get }
  /// The hash of the entry: its lowest bits choose the slot.
  var hash: UInt64 { get }
  /// The share of slots that may be taken, in quarters: two, unless memory matters more than time.
  static var quartersMaximum: Int { get }
}

extension HashSlot {
  static var quartersMaximum: Int { 2 }
}

/// The open hash table behind all tables in memory: linear probing over a power of two of slots.
///
/// An entry lies in the slot that its hash names, or in the first free one behind it. Here five
/// entries with the hashes 1, 2, 1, 6 and 7, which came in this order, and one with 15 after them:
///
///     slot   0   1   2   3   4   5   6   7
///     hash   15  1   2   1           6   7
///
/// A search begins at the slot of the hash and ends at the entry or at a free slot. It always ends,
/// since some slots are free: at most half of them are taken, or three quarters. Entries are never
/// removed one by one. The owner gives the hash, which must not be one that data can steer, and
/// tells by a closure which entry is meant.
///
/// A fenced pointer like ``Storage``: trivial, freed by the one who made it. Whoever keeps a copy
/// may read it as long as nothing is added.
struct HashTable<Slot: HashSlot>: BitwiseCopyable, Sendable {
  /// Entries may be changed in their place, except for what their hash is made of.
  private(set) var slots: Storage<Slot>
  private(set) var count = 0
  private var mask: Int

  /// - Parameter room: for so many entries nothing is allocated again.
  init(room: Int = 8) {
    mask = HashTable.capacity(room) - 1
    slots = Storage(capacity: mask + 1, repeating: .free)
  }

  init(copying other: HashTable) {
    self = other
    slots = Storage(copying: other.slots)
  }

  private static func capacity(_ room: Int) -> Int {
    var capacity = 2
    while capacity * Slot.quartersMaximum < room * 4 { capacity *= 2 }
    return capacity
  }

  func deallocate() { slots.deallocate() }

  /// How many slots there are.
  @inline(__always)
  var capacity: Int { mask &+ 1 }

  @inline(__always)
  subscript(place: Int) -> Slot { slots[place] }

  /// The slot of the entry that the closure knows among those of a hash, or the free one where it
  /// belongs.
  @inline(__always)
  func place(_ hash: UInt64, _ isSame: (Slot) -> Bool) -> Int {
    var place = Int(truncatingIfNeeded: hash) & mask
    while !slots[place].isFree, !isSame(slots[place]) { place = (place &+ 1) & mask }
    return place
  }

  /// Adds an entry that is not there. Then places that were found before mean nothing any more.
  ///
  /// - Parameter place: the free slot where it belongs.
  @inline(__always)
  mutating func insert(_ entry: Slot, at place: Int) {
    slots[place] = entry
    count &+= 1
    if count &* 4 > capacity &* Slot.quartersMaximum { grow() }
  }

  /// Adds an entry that is not there.
  mutating func insert(_ entry: Slot) { insert(entry, at: place(entry.hash) { _ in false }) }

  @inline(never)
  private mutating func grow() {
    let before = self
    self = HashTable(room: before.count * 2)
    before.each { insert($0) }
    before.deallocate()
  }

  /// Calls the closure with all entries, in the order of their slots.
  @inline(__always)
  func each(_ body: (Slot) -> Void) {
    for place in 0..<capacity where !slots[place].isFree { body(slots[place]) }
  }

  /// Forgets all entries.
  mutating func removeAll() {
    guard count > 0 else { return }
    slots.fill(.free, count: capacity)
    count = 0
  }

  /// Forgets all entries and makes room for so many, without an allocation if there was room for
  /// as many before: the cost depends on these alone.
  mutating func removeAll(room: Int) {
    mask = HashTable.capacity(room) - 1
    count = 0
    if capacity > slots.capacity {
      slots.deallocate()
      slots = Storage(capacity: capacity, repeating: .free)
    } else {
      slots.fill(.free, count: capacity)
    }
  }
}

/// An entry of a table that finds the numbers of things which are kept elsewhere: 32 bits of the
/// hash, and one more than the number. A free one has the number -1.
struct NumberSlot: HashSlot {
  private let bits: UInt64

  private init(bits: UInt64) { self.bits = bits }

  @inline(__always)
  init(_ hash: UInt64, _ number: Int) {
    bits = hash << 32 | UInt64(UInt32(truncatingIfNeeded: number &+ 1))
  }

  static let free = NumberSlot(bits: 0)

  @inline(__always)
  var isFree: Bool { bits == 0 }

  @inline(__always)
  var hash: UInt64 { bits &>> 32 }

  @inline(__always)
  var number: Int { Int(bits & 0xFFFF_FFFF) &- 1 }
}

extension HashTable<NumberSlot> {
  /// The slot of the number that the closure knows among those of a hash, or the free one where it
  /// belongs; its number is then -1.
  @inline(__always)
  func place(_ hash: UInt64, _ isSame: (Int) -> Bool) -> Int {
    place(hash) { (slot: NumberSlot) in
      slot.hash == hash & 0xFFFF_FFFF && isSame(slot.number)
    }
  }
}

/// A hash that is an entry by itself.
extension UInt64: HashSlot {
  static var free: UInt64 { 0 }

  @inline(__always)
  var isFree: Bool { self == 0 }

  @inline(__always)
  var hash: UInt64 { self }
}

/// An open hash table of keys in plain memory, with linear probing.
///
/// A key's home slot is its place on the scale of all possible keys (`order * slots / 2^64`). So
/// the table is nearly sorted, and growing and sorting are passes from one end to the other.
///
/// Between a half and three quarters of the slots are taken once it has grown, 21 to 32 bytes a
/// key.
final class SeenKeyTable {
  private var slots: Storage<SeenKey>
  private(set) var count = 0
  /// More keys than this are too many for the slots.
  private var countMaximum: Int
  private let slotsMaximum: Int

  static let slotsMinimum = 64
  private static let slotsInitial = 4096

  /// - Parameter bytesMaximum: what the slots may take; while the table grows, the old ones are
  ///   there as well, which are two thirds of that.
  init(bytesMaximum: Int) {
    slotsMaximum = max(
      SeenKeyTable.slotsMinimum, bytesMaximum / MemoryLayout<SeenKey>.stride)
    let initial = min(SeenKeyTable.slotsInitial, slotsMaximum)
    slots = Storage(capacity: initial, repeating: .none)
    countMaximum = SeenKeyTable.countMaximum(slots: initial)
  }

  deinit { slots.deallocate() }

  private static func countMaximum(slots: Int) -> Int { slots / 4 * 3 }

  /// One more key is too many until the table grows or is emptied.
  var isFull: Bool { count >= countMaximum }

  /// The slot of the key, or the free one where it belongs.
  @inline(__always)
  func slot(of key: SeenKey) -> Int {
    var slot = home(of: key, in: slots.capacity)
    // Ends: at least a quarter of the slots is free.
    while !slots[slot].isNone, !slots[slot].isSame(as: key) {
      slot = slot &+ 1 == slots.capacity ? 0 : slot &+ 1
    }
    return slot
  }

  @inline(__always)
  subscript(slot: Int) -> SeenKey { slots[slot] }

  /// Takes a key in whose slot is free; the table is not full.
  @inline(__always)
  func put(_ key: SeenKey, in slot: Int) {
    slots[slot] = key
    count &+= 1
  }

  /// Puts a key in the place of the same one.
  func replace(_ key: SeenKey, in slot: Int) { slots[slot] = key }

  @inline(__always)
  private func home(of key: SeenKey, in slots: Int) -> Int {
    Int(truncatingIfNeeded: key.order.multipliedFullWidth(by: UInt64(slots)).high)
  }

  /// Makes room for half as many keys again; false if the table may not grow so far.
  func grow() -> Bool {
    guard slots.capacity < slotsMaximum else { return false }
    let before = slots
    slots = Storage(
      capacity: min(before.capacity + before.capacity / 2, slotsMaximum), repeating: .none)
    countMaximum = SeenKeyTable.countMaximum(slots: slots.capacity)
    count = 0
    for index in 0..<before.capacity where !before[index].isNone {
      put(before[index], in: slot(of: before[index]))
    }
    before.deallocate()
    return true
  }

  // MARK: Emptying

  /// Sorts the keys in place, gives them to `body`, and empties the table.
  func removeAll<Failure: Error>(
    _ body: (_ sorted: Storage<SeenKey>, _ count: Int) throws(Failure) -> Void
  ) throws(Failure) {
    compact()
    sort()
    defer {
      slots.fill(.none, count: slots.capacity)
      count = 0
    }
    try body(slots, count)
  }

  /// Moves the keys to the front, nearly sorted. Those that went round the end come first in the
  /// table, but are the largest: they are set aside.
  private func compact() {
    var wrapped: [SeenKey] = []
    var isFirstRun = true
    var end = 0
    for slot in 0..<slots.capacity {
      let key = slots[slot]
      if key.isNone {
        isFirstRun = false
      } else if isFirstRun, home(of: key, in: slots.capacity) > slot {
        wrapped.append(key)
      } else {
        slots[end] = key
        end += 1
      }
    }
    for key in wrapped {
      slots[end] = key
      end += 1
    }
  }

  /// Sorts by insertion: no key is far from its place.
  private func sort() {
    guard count > 1 else { return }
    for index in 1..<count {
      let key = slots[index]
      var place = index
      while place > 0, slots[place - 1].order > key.order {
        slots[place] = slots[place - 1]
        place -= 1
      }
      if place != index { slots[place] = key }
    }
  }
}

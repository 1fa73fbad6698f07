/// The elements of an array seen so far, for ``JSONValue/uniqueItems(_:_:_:)``: a few in a list,
/// more in a hash table with open addressing, at most half full. Keeps its memory from one array to
/// the next.
package struct ItemTable {
  private struct Item {
    let fingerprint: Fingerprint
    let element: ByteView
  }

  private static let listMaximum = 16
  private static let keptItemsMaximum = 1 << 16

  private var items: [Item] = []
  /// Positions in `items` plus one, 0 is free; the length is a power of two, or 0 while the list is
  /// enough.
  private var slots: [Int] = []

  package init() {}

  mutating func removeAll() {
    items.removeAll(keepingCapacity: items.count <= ItemTable.keptItemsMaximum)
    slots.removeAll(keepingCapacity: slots.count <= 2 * ItemTable.keptItemsMaximum)
  }

  /// True if an equal element was there; otherwise remembers this one.
  mutating func containsOrInsert(
    _ element: ByteView, _ fingerprint: Fingerprint, _ arena: inout ByteArena
  ) -> Bool {
    if slots.isEmpty {
      for item in items where item.fingerprint == fingerprint {
        if JSONValue.equal(item.element, element, &arena) { return true }
      }
      items.append(Item(fingerprint: fingerprint, element: element))
      if items.count > ItemTable.listMaximum { rebuild(64) }
      return false
    }
    var slot = Int(truncatingIfNeeded: fingerprint.low) & (slots.count - 1)
    while slots[slot] != 0 {
      let item = items[slots[slot] - 1]
      if item.fingerprint == fingerprint, JSONValue.equal(item.element, element, &arena) {
        return true
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    items.append(Item(fingerprint: fingerprint, element: element))
    slots[slot] = items.count
    if 2 * items.count > slots.count { rebuild(4 * slots.count) }
    return false
  }

  private mutating func rebuild(_ count: Int) {
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(0, count: count))
    for (index, item) in items.enumerated() {
      var slot = Int(truncatingIfNeeded: item.fingerprint.low) & (count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (count - 1) }
      slots[slot] = index + 1
    }
  }
}

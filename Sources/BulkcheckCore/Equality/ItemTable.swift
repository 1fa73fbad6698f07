/// The elements of an array seen so far, for ``JSONValue/uniqueItems(_:_:_:)``: a few in a list,
/// more in a hash table. Keeps its memory from one array to the next.
package struct ItemTable: ~Copyable {
  private struct Item {
    let fingerprint: Fingerprint
    let element: ByteView
  }

  private static let listMaximum = 16
  private static let keptItemsMaximum = 1 << 16

  private var items: [Item] = []
  /// The numbers of the items, as soon as there are more than a list is for.
  private var numbers = HashTable<NumberSlot>(room: 32)
  /// How many items an array had lately: room for as many is made at once.
  private var room = 32

  package init() {}

  deinit { numbers.deallocate() }

  mutating func removeAll() {
    room = min(max(32, items.count, room / 2), ItemTable.keptItemsMaximum)
    items.removeAll(keepingCapacity: items.count <= ItemTable.keptItemsMaximum)
  }

  /// True if an equal element was there; otherwise remembers this one.
  mutating func containsOrInsert(
    _ element: ByteView, _ fingerprint: Fingerprint, _ arena: inout ByteArena
  ) -> Bool {
    let new = Item(fingerprint: fingerprint, element: element)
    if items.count <= ItemTable.listMaximum {
      for item in items where ItemTable.areEqual(item, new, &arena) { return true }
      items.append(new)
      if items.count > ItemTable.listMaximum {
        numbers.removeAll(room: room)
        for (number, item) in items.enumerated() {
          numbers.insert(NumberSlot(item.fingerprint.low, number))
        }
      }
      return false
    }
    let place = numbers.place(fingerprint.low) { ItemTable.areEqual(items[$0], new, &arena) }
    if !numbers[place].isFree { return true }
    numbers.insert(NumberSlot(fingerprint.low, items.count), at: place)
    items.append(new)
    return false
  }

  private static func areEqual(_ one: Item, _ other: Item, _ arena: inout ByteArena) -> Bool {
    one.fingerprint == other.fingerprint && JSONValue.equal(one.element, other.element, &arena)
  }
}

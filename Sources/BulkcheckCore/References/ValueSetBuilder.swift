/// Gathers the values of a ``ValueSet``. Values that are there already cost no memory.
package struct ValueSetBuilder: ~Copyable {
  private var table: ValueSet.Table
  private var slotsUsed = 0
  private var poolCount = 0
  /// Different values.
  package private(set) var count = 0

  private static let slotsAtStart = 1 << 8
  private static let poolBytesAtStart = 1 << 12
  /// A place has 32 bits, and the hash that finds a slot has 31.
  package static let poolBytesMaximum = Int(UInt32.max) - 16
  private static let slotsMaximum = 1 << 31

  /// The set is full.
  package struct Full: Error {}

  /// - Parameter holdsCells: the values are cells of CSV without a declared type.
  package init(holdsCells: Bool = false) {
    table = ValueSet.Table(
      slots: Storage(capacity: ValueSetBuilder.slotsAtStart, repeating: 0),
      mask: ValueSetBuilder.slotsAtStart - 1,
      pool: Storage(uninitialized: ValueSetBuilder.poolBytesAtStart))
    table.holdsCells = holdsCells
  }

  deinit {
    table.slots.deallocate()
    table.pool.deallocate()
  }

  /// Adds a value of a kind that a set may hold, and otherwise nothing.
  package mutating func insert(_ kind: ValueKind, _ text: ByteView) throws(Full) {
    switch kind {
    case .string: _ = try insert(text: text)
    case .number:
      guard let number = Decimal.parse(text) else { return }
      let hash = ValueSet.Table.hash(number)
      guard table.place(ofNumber: number, hash) < 0 else { return }
      try insert(number: hash, at: try append(text))
      count += 1
    case .true:
      count += table.hasTrue ? 0 : 1
      table.hasTrue = true
    case .false:
      count += table.hasFalse ? 0 : 1
      table.hasFalse = true
    case .cell: try insert(cell: text)
    case .array, .object, .absent, .null: break
    }
  }

  /// A cell is the text, and also what else it reads as.
  private mutating func insert(cell: ByteView) throws(Full) {
    guard let place = try insert(text: cell) else { return }
    if cell.isWord("true") { table.hasTrue = true }
    if cell.isWord("false") { table.hasFalse = true }
    guard let number = Decimal.parse(cell) else { return }
    let hash = ValueSet.Table.hash(number)
    if table.place(ofNumber: number, hash) < 0 { try insert(number: hash, at: place) }
  }

  /// The set; the builder is used up.
  package consuming func finish() -> ValueSet {
    let set = ValueSet(table, count: count)
    discard self
    return set
  }

  // MARK: Pool and slots

  /// The new text's place; nil if it was there.
  private mutating func insert(text: ByteView) throws(Full) -> Int? {
    let hash = ValueSet.Table.hash(text)
    guard table.place(ofText: text, hash) < 0 else { return nil }
    let place = try append(text)
    try insertSlot(hash << 33 | UInt64(place + 1))
    table.textCount += 1
    count += 1
    return place
  }

  private mutating func insert(number hash: UInt64, at place: Int) throws(Full) {
    try insertSlot(hash << 33 | ValueSet.Table.numberBit | UInt64(place + 1))
    table.numberCount += 1
  }

  private mutating func append(_ text: ByteView) throws(Full) -> Int {
    // Ten bytes hold any length; behind the last value eight are readable.
    let needed = poolCount + text.count + 18
    guard needed <= ValueSetBuilder.poolBytesMaximum else { throw Full() }
    if needed > table.pool.capacity { growPool(to: needed) }
    let place = poolCount
    var length = text.count
    while length >= 0x80 {
      table.pool[poolCount] = UInt8(length & 0x7F | 0x80)
      length >>= 7
      poolCount += 1
    }
    table.pool[poolCount] = UInt8(length)
    poolCount += 1
    table.pool.copy(text, to: poolCount)
    poolCount += text.count
    return place
  }

  /// Pages of the new pool that are not used yet cost nothing.
  private mutating func growPool(to needed: Int) {
    table.pool = table.pool.grown(
      to: max(needed, 2 * table.pool.capacity), keeping: poolCount)
  }

  private mutating func insertSlot(_ entry: UInt64) throws(Full) {
    if 4 * (slotsUsed + 1) > 3 * (table.mask + 1) { try growSlots() }
    ValueSetBuilder.put(entry, into: table.slots, table.mask)
    slotsUsed += 1
  }

  private mutating func growSlots() throws(Full) {
    let wanted = 2 * (table.mask + 1)
    guard wanted <= ValueSetBuilder.slotsMaximum else { throw Full() }
    let larger = Storage<UInt64>(capacity: wanted, repeating: 0)
    for slot in 0...table.mask where table.slots[slot] != 0 {
      ValueSetBuilder.put(table.slots[slot], into: larger, wanted - 1)
    }
    table.slots.deallocate()
    table.slots = larger
    table.mask = wanted - 1
  }

  private static func put(_ entry: UInt64, into slots: Storage<UInt64>, _ mask: Int) {
    var slot = Int(truncatingIfNeeded: entry >> 33) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = entry
  }
}

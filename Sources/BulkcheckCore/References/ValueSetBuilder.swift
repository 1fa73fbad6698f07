/// Gathers the values of a ``ValueSet``. Values that are there already cost no memory.
package struct ValueSetBuilder: ~Copyable {
  private var table: ValueSet.Table
  private var poolCount = 0
  /// Different values.
  package private(set) var count = 0

  private static let poolBytesAtStart = 1 << 12
  /// A place has 32 bits, and the hash that finds a slot has 31.
  package static let poolBytesMaximum = Int(UInt32.max) - 16
  private static let placesMaximum = (1 << 31) / 4 * 3

  /// The set is full.
  package struct Full: Error {}

  /// - Parameter holdsCells: the values are cells of CSV without a declared type.
  package init(holdsCells: Bool = false) {
    table = ValueSet.Table(
      places: HashTable(room: 192),
      pool: Storage(uninitialized: ValueSetBuilder.poolBytesAtStart))
    table.holdsCells = holdsCells
  }

  deinit {
    table.places.deallocate()
    table.pool.deallocate()
  }

  /// Adds a value of a kind that a set may hold, and otherwise nothing.
  package mutating func insert(_ kind: ValueKind, _ text: ByteView) throws(Full) {
    switch kind {
    case .string: _ = try insert(text: text)
    case .number:
      let numberCount = table.numberCount
      try insert(numberIn: text, at: nil)
      count += table.numberCount - numberCount
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
    try insert(numberIn: cell, at: place)
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
    let slot = table.slot(ofText: text, hash)
    guard table.places[slot].isFree else { return nil }
    let place = try append(text)
    try insert(ValueSet.Table.Slot(hash, isNumber: false, at: place), at: slot)
    table.textCount += 1
    count += 1
    return place
  }

  /// Adds the number that a text reads as, if it is new.
  ///
  /// - Parameter place: where the text is; nil if it is not in the pool.
  private mutating func insert(numberIn text: ByteView, at place: Int?) throws(Full) {
    guard let number = Decimal.parse(text) else { return }
    let hash = ValueSet.Table.hash(number)
    let slot = table.slot(ofNumber: number, hash)
    guard table.places[slot].isFree else { return }
    let place = if let place { place } else { try append(text) }
    try insert(ValueSet.Table.Slot(hash, isNumber: true, at: place), at: slot)
    table.numberCount += 1
  }

  private mutating func insert(_ entry: ValueSet.Table.Slot, at slot: Int) throws(Full) {
    guard table.places.count < ValueSetBuilder.placesMaximum else { throw Full() }
    table.places.insert(entry, at: slot)
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
}

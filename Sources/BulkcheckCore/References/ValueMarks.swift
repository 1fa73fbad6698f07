/// Which values of a ``ValueSet`` have occurred: a bit for each of its slots, and one each for
/// `true` and `false`.
///
/// A cell without a declared type may have two slots, as the text and as the number that it reads
/// as. It has occurred if either has.
struct ValueMarks: ~Copyable {
  let table: ValueSet.Table
  private let bits: Storage<UInt64>

  init(_ table: ValueSet.Table) {
    self.table = table
    bits = Storage(capacity: (table.places.capacity + 2 + 63) / 64, repeating: 0)
  }

  deinit { bits.deallocate() }

  private var placeOfTrue: Int { table.places.capacity }
  private var placeOfFalse: Int { table.places.capacity + 1 }

  func contains(_ place: Int) -> Bool { bits[place >> 6] >> UInt64(place & 63) & 1 != 0 }
  func insert(_ place: Int) { bits[place >> 6] |= 1 << UInt64(place & 63) }
  func remove(_ place: Int) { bits[place >> 6] &= ~(1 << UInt64(place & 63)) }

  // MARK: What a value stands for

  /// The places of the values that equal one of a record, -1 where there is none.
  func places(_ kind: ValueKind, _ text: ByteView) -> (Int, Int) {
    switch kind {
    case .string: (place(ofText: text), -1)
    case .number: (place(ofNumber: text), -1)
    case .true: (table.hasTrue ? placeOfTrue : -1, -1)
    case .false: (table.hasFalse ? placeOfFalse : -1, -1)
    case .cell:
      (place(ofText: text), table.holdsCells ? -1 : placeOfWord(text))
    case .array, .object, .absent, .null: (-1, -1)
    }
  }

  private func place(ofText text: ByteView) -> Int {
    guard table.textCount > 0 else { return -1 }
    let slot = table.slot(ofText: text, ValueSet.Table.hash(text))
    return table.places[slot].isFree ? -1 : slot
  }

  private func place(ofNumber digits: ByteView) -> Int {
    guard table.numberCount > 0, let number = Decimal.parse(digits) else { return -1 }
    let slot = table.slot(ofNumber: number, ValueSet.Table.hash(number))
    return table.places[slot].isFree ? -1 : slot
  }

  /// The place of the value that a cell reads as besides its text.
  private func placeOfWord(_ cell: ByteView) -> Int {
    if table.hasTrue, cell.isWord("true") { return placeOfTrue }
    if table.hasFalse, cell.isWord("false") { return placeOfFalse }
    return place(ofNumber: cell)
  }

  // MARK: What is left

  /// The values that have not occurred, in the order of the file; texts and numbers before `true`
  /// and `false`. Others than texts are written as in JSON.
  var missing: [(text: String, isText: Bool)] {
    var found: [(place: Int, text: String, isText: Bool)] = []
    for slot in 0..<table.places.capacity where !table.places[slot].isFree {
      let entry = table.places[slot]
      // A cell and the number that it reads as are one value.
      if contains(slot) || entry.isNumber && table.holdsCells { continue }
      let value = table.value(at: entry.place)
      if table.holdsCells, hasOccurred(cell: value) { continue }
      found.append((entry.place, value.text, !entry.isNumber))
    }
    var texts = found.sorted { $0.place < $1.place }.map { ($0.text, $0.isText) }
    if table.holdsCells { return texts }
    if table.hasTrue, !contains(placeOfTrue) { texts.append(("true", false)) }
    if table.hasFalse, !contains(placeOfFalse) { texts.append(("false", false)) }
    return texts
  }

  private func hasOccurred(cell: ByteView) -> Bool {
    let place = placeOfWord(cell)
    return place >= 0 && contains(place)
  }
}

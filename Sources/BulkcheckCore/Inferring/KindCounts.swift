/// Counts of what stands together in records: how often the other fields have a value where a field
/// of few values has one of them. They tell kinds of records apart.
///
/// Fields are numbered; the first ``fieldsMaximum`` outside of arrays take part. While a record is
/// read, each notes its *state*: 0 while it has no value, otherwise 1. Each
/// of few values also notes its *choice*. At the end of the record, for each choice, only those
/// states are counted that differ from the first record of the chunk. How often the others occurred
/// is computed from the rest (``merge``). Nearly always these are few.
///
/// Like other tables of a summary, that of a field gives up for good when it has more than
/// ``choicesMaximum`` different values, or values of several kinds, whatever their order. Memory: 8
/// bytes for each value of a field and state of another one that differs, at the very most 46 MiB,
/// and mostly less than 100 kB.
package struct KindCounts: ~Copyable {
  package static let fieldsMaximum = 64
  package static let choicesMaximum = 100
  private static let statesMaximum = 2
  private static let words = fieldsMaximum / 8

  /// The kind of the values of a field that tell records apart.
  package enum Kind: UInt8, BitwiseCopyable {
    case none, text, boolean
    /// Whole numbers from 0 to below ``KindCounts/choicesMaximum``, which are their own
    /// numbers.
    case integer
  }

  /// The counts of a field's values: a row for each, with how often it occurred, then how often
  /// with each cell.
  struct Table: BitwiseCopyable {
    var kind = Kind.none
    var hasGivenUp = false
    var rowCount = 0
    var stride = 0
    var counts = Storage<Int>(capacity: 1, repeating: 0)
  }

  /// A state of a field.
  struct Cell: BitwiseCopyable {
    var field: Int16
    var state: UInt8
  }

  private struct Choice: BitwiseCopyable {
    var field: Int16
    var number: Int16
  }

  let tables = Storage<Table>(uninitialized: fieldsMaximum)
  package private(set) var fieldCount = 0
  /// A field came too late to take part.
  private(set) var hasTurnedAway = false

  /// The states of the record at hand, a byte each.
  private let states = Storage<UInt64>(capacity: words, repeating: 0)
  let usualStates = Storage<UInt64>(capacity: words, repeating: 0)
  private var hasUsualStates = false
  private let choices = Storage<Choice>(
    capacity: fieldsMaximum, repeating: Choice(field: 0, number: 0))
  private var choiceCount = 0
  /// The cells of the record at hand whose states are not the usual ones.
  private let unusual = Storage<Int32>(capacity: fieldsMaximum, repeating: 0)

  /// The cell of each state of each field, or -1.
  private let cellNumbers = Storage<Int32>(capacity: fieldsMaximum * statesMaximum, repeating: -1)
  let cells = Storage<Cell>(
    capacity: fieldsMaximum * statesMaximum, repeating: Cell(field: 0, state: 0))
  var cellCount = 0

  deinit {
    for field in 0..<fieldCount { tables[field].counts.deallocate() }
    tables.deallocate()
    states.deallocate()
    usualStates.deallocate()
    choices.deallocate()
    unusual.deallocate()
    cellNumbers.deallocate()
    cells.deallocate()
  }

  var isFull: Bool { fieldCount == KindCounts.fieldsMaximum }

  /// The number of one more field; -1 if there are too many.
  mutating func addField() -> Int16 {
    guard !isFull else {
      hasTurnedAway = true
      return -1
    }
    tables[fieldCount] = Table()
    fieldCount += 1
    return Int16(fieldCount - 1)
  }

  /// Forgets all fields.
  mutating func removeFields() {
    clear()
    for field in 0..<fieldCount { tables[field].counts.deallocate() }
    fieldCount = 0
    hasTurnedAway = false
    cellNumbers.fill(-1, count: cellNumbers.capacity)
    cellCount = 0
  }

  /// Forgets what was counted, but not what has been given up.
  mutating func clear() {
    for field in 0..<fieldCount {
      tables[field].kind = .none
      tables[field].counts.fill(0, count: tables[field].rowCount * tables[field].stride)
    }
    states.fill(0, count: KindCounts.words)
    hasUsualStates = false
    choiceCount = 0
  }

  // MARK: One record

  /// Notes that a field has a value.
  @inline(__always)
  func note(_ field: Int16) {
    let word = Int(field) >> 3
    let shift = UInt64(truncatingIfNeeded: field & 7) &* 8
    states[word] |= 1 &<< shift
  }

  /// Notes which one of a field's values it is; a number that is out of range means that they are
  /// too many.
  ///
  /// Only if a key stands twice there are more choices in a record than fields.
  @inline(__always)
  mutating func note(_ field: Int16, choice: Int, _ kind: Kind) {
    let place = Int(field)
    if tables[place].hasGivenUp { return }
    if tables[place].kind != kind {
      guard tables[place].kind == .none else { return giveUp(place) }
      tables[place].kind = kind
    }
    guard choice >= 0, choice < KindCounts.choicesMaximum, choiceCount < choices.capacity
    else { return giveUp(place) }
    choices[choiceCount] = Choice(field: field, number: Int16(truncatingIfNeeded: choice))
    choiceCount &+= 1
  }

  mutating func giveUp(_ field: Int) {
    guard !tables[field].hasGivenUp else { return }
    tables[field].hasGivenUp = true
    tables[field].counts.deallocate()
    tables[field].counts = Storage(capacity: 1, repeating: 0)
    tables[field].rowCount = 0
    tables[field].stride = 0
  }

  /// Counts the record that was noted, and makes ready for the next one.
  mutating func endRecord() {
    let words = (fieldCount &+ 7) >> 3
    if choiceCount > 0 {
      if !hasUsualStates {
        hasUsualStates = true
        for word in 0..<words { usualStates[word] = states[word] }
        for word in words..<KindCounts.words { usualStates[word] = 0 }
      }
      let count = findUnusual(words)
      for index in 0..<choiceCount { add(choices[index], count) }
      choiceCount = 0
    }
    for word in 0..<words { states[word] = 0 }
  }

  @inline(__always)
  private mutating func findUnusual(_ words: Int) -> Int {
    var count = 0
    for word in 0..<words {
      let current = states[word]
      var difference = current ^ usualStates[word]
      while difference != 0 {
        let shift = UInt64(truncatingIfNeeded: difference.trailingZeroBitCount & ~7)
        difference &= ~(0xFF &<< shift)
        let state = UInt8(truncatingIfNeeded: current &>> shift)
        unusual[count] = cell(word &* 8 &+ Int(shift >> 3), state)
        count &+= 1
      }
    }
    return count
  }

  @inline(__always)
  mutating func cell(_ field: Int, _ state: UInt8) -> Int32 {
    let place = field &* KindCounts.statesMaximum &+ Int(state)
    if cellNumbers[place] < 0 { makeCell(field, state, place) }
    return cellNumbers[place]
  }

  @inline(never)
  private mutating func makeCell(_ field: Int, _ state: UInt8, _ place: Int) {
    cells[cellCount] = Cell(field: Int16(field), state: state)
    cellNumbers[place] = Int32(cellCount)
    cellCount += 1
  }

  @inline(__always)
  private mutating func add(_ choice: Choice, _ unusualCount: Int) {
    let (field, number) = (Int(choice.field), Int(choice.number))
    if tables[field].hasGivenUp { return }
    if number >= tables[field].rowCount || cellCount >= tables[field].stride {
      grow(field, rows: number + 1)
    }
    let counts = tables[field].counts
    let row = number &* tables[field].stride
    counts[row] &+= 1
    for index in 0..<unusualCount { counts[row &+ 1 &+ Int(unusual[index])] &+= 1 }
  }

  @inline(never)
  mutating func grow(_ field: Int, rows: Int) {
    let old = tables[field]
    var rowCount = max(2, old.rowCount)
    while rowCount < rows { rowCount *= 2 }
    var stride = max(16, old.stride)
    while stride <= cellCount { stride *= 2 }
    let counts = Storage<Int>(capacity: rowCount * stride, repeating: 0)
    for row in 0..<old.rowCount {
      for cell in 0..<old.stride {
        counts[row * stride + cell] = old.counts[row * old.stride + cell]
      }
    }
    old.counts.deallocate()
    tables[field].counts = counts
    tables[field].rowCount = rowCount
    tables[field].stride = stride
  }

  /// Whether the values of a field are not counted any longer.
  func hasGivenUp(_ field: Int16) -> Bool { tables[Int(field)].hasGivenUp }

  // MARK: Results

  /// The kind of a field's values; ``Kind/none`` if there are none, or too many.
  package func kind(_ field: Int16) -> Kind {
    tables[Int(field)].hasGivenUp ? .none : tables[Int(field)].kind
  }

  /// How often a field had each of its values, by their numbers.
  package func totals(_ field: Int16) -> [Int] {
    let table = tables[Int(field)]
    return (0..<table.rowCount).map { table.counts[$0 * table.stride] }
  }

  /// How often another field had a value while the field had the one of this number.
  package func presences(of other: Int16, where field: Int16, is number: Int) -> Int {
    let table = tables[Int(field)]
    let cell = Int(cellNumbers[Int(other) * KindCounts.statesMaximum + 1])
    guard cell >= 0, cell + 1 < table.stride, number < table.rowCount else { return 0 }
    return table.counts[number * table.stride + 1 + cell]
  }
}

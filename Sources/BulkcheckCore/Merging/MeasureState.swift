/// What a run has measured so far for one table rule: chunks and partial results, added up.
final class MeasureState {
  /// The sums of one group, or of all records.
  struct Group {
    /// As reports show it; nil until it is known.
    var label: String?
    var cell = MeasureCell()
    var sum = ExactSum()
    var squares = ExactSum()
    var extreme = MeasuredExtreme()
    /// Different values.
    var distinct = 0
  }

  let code: MeasureCode
  private(set) var groups: [Group] = []
  private var numbers: [Fingerprint: Int] = [:]
  /// The keys of the groups.
  private(set) var keys: [Fingerprint] = []
  private(set) var hasTooManyGroups = false
  /// Of a quantile.
  let numbersTable: NumberTable?
  private(set) var hasTooManyNumbers = false
  /// Of a rule that asks for the values of a reference.
  let cover: CoverState?
  private let groupsMaximum: Int
  private let numbersMaximum: Int

  /// What a group may take, its name and its place in the table included.
  private static let groupBytes = 640
  /// What a number may take, while the table grows.
  private static let numberBytes = 96

  /// - Parameters:
  ///   - bytesMaximum: what the groups may take.
  ///   - reference: whose values have to occur.
  init(_ code: MeasureCode, bytesMaximum: Int, reference: ValueSet?) {
    self.code = code
    cover = reference.map { CoverState($0) }
    groupsMaximum = max(1, bytesMaximum / MeasureState.groupBytes)
    numbersMaximum = max(1, bytesMaximum / MeasureState.numberBytes)
    numbersTable = code.measure == .quantile ? NumberTable() : nil
    if code.groupCount == 0 { groups.append(Group()) }
  }

  var hasGroups: Bool { code.groupCount > 0 }

  /// The number of a group; nil if there are too many.
  func number(of key: Fingerprint) -> Int? {
    if let number = numbers[key] { return number }
    guard groups.count < groupsMaximum else {
      hasTooManyGroups = true
      return nil
    }
    numbers[key] = groups.count
    keys.append(key)
    groups.append(Group())
    return groups.count - 1
  }

  func noteTooManyGroups() { hasTooManyGroups = true }

  func noteTooManyNumbers() {
    hasTooManyNumbers = true
    numbersTable?.removeAll()
  }

  /// Counts a number of a group, unless there are too many.
  func add(_ number: NumberTable.Entry) {
    guard !hasTooManyNumbers, let numbersTable else { return }
    numbersTable.add(number)
    if numbersTable.count > numbersMaximum { noteTooManyNumbers() }
  }

  private func tellNumbersApart() {
    guard let numbersTable else { return }
    numbersTable.fold()
    if numbersTable.count > numbersMaximum { noteTooManyNumbers() }
  }

  /// Looks whether there are too many different numbers, as far as that is not certain.
  func countNumbers() {
    guard let numbersTable, numbersTable.count + numbersTable.listCount > numbersMaximum else {
      return
    }
    tellNumbersApart()
  }

  /// Of numbers that need not be told apart: 16 MiB, and what the table's growth takes.
  private var listMaximum: Int { min(numbersMaximum, 1 << 20) }

  func add(_ number: BigDecimal, to group: Int, times: Int) {
    guard !hasTooManyNumbers, let numbersTable else { return }
    numbersTable.add(number, to: group, times: times)
    if numbersTable.others[group]?.count ?? 0 > numbersMaximum / 8 { noteTooManyNumbers() }
  }

  /// Adds the numbers of a chunk.
  ///
  /// - Parameter places: the number of each of its groups; nil if there is no room for it.
  private func add(_ table: NumberTable, _ places: [Int?]) {
    if !hasTooManyNumbers, let numbersTable {
      if hasGroups {
        for index in 0..<table.listCount {
          var number = table.listed(index)
          guard let place = places[Int(number.group)] else { continue }
          number.group = Int32(place)
          numbersTable.append(number)
        }
      } else {
        numbersTable.appendList(of: table)
      }
      if numbersTable.listCount > listMaximum { tellNumbersApart() }
    }
    for (group, numbers) in table.others {
      guard let place = places[group] else { continue }
      for (number, times) in numbers { add(number, to: place, times: times) }
    }
  }

  /// Adds what a chunk has measured, except the different values.
  func add(_ tally: MeasureTally) {
    let places = (0..<tally.groupCount).map { index in
      hasGroups ? tally.groups.flatMap { number(of: $0[index]) } : 0
    }
    if let table = tally.numbers { add(table, places) }
    if let covered = tally.cover { cover?.add(covered) }
    for index in 0..<tally.groupCount {
      guard let number = places[index] else { continue }
      if hasGroups, groups[number].label == nil { groups[number].label = tally.labels[index] }
      add(tally.cells[index], to: number)
      if let sums = tally.sums, tally.cells[index].taken > 0 {
        let (sum, squares) = sums.sums(of: index)
        groups[number].sum.add(sum)
        groups[number].squares.add(squares)
      }
      if code.isExtreme { take(tally.extremes[index], in: number) }
    }
  }

  func add(_ cell: MeasureCell, to number: Int) {
    let before = groups[number].cell
    groups[number].cell.judged += cell.judged
    groups[number].cell.taken += cell.taken
    groups[number].cell.mistyped += cell.mistyped
    groups[number].cell.outOfRange += cell.outOfRange
    guard cell.taken > 0 else { return }
    if before.taken == 0 {
      groups[number].cell.length = cell.length
    } else {
      groups[number].cell.length =
        code.measure == .minLength
        ? min(before.length, cell.length) : max(before.length, cell.length)
    }
  }

  func add(_ sum: ExactSum, squares: ExactSum, to number: Int) {
    groups[number].sum.add(sum)
    groups[number].squares.add(squares)
  }

  func take(_ extreme: MeasuredExtreme, in number: Int) {
    groups[number].extreme.take(extreme, code.time, greatest: code.measure == .max)
  }

  func name(_ number: Int, _ label: String) {
    if groups[number].label == nil { groups[number].label = label }
  }

  func countDistinct(in number: Int) { groups[number].distinct += 1 }
}

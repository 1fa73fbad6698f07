/// The findings about the groups of a table rule, taken one after another: how many there are, how
/// many fail, and the worst of them.
struct GroupFindings {
  private(set) var count = 0
  private(set) var failed = 0
  private(set) var judged = 0
  private(set) var mistyped = 0
  /// The last group that was taken: of a rule without groups the only one.
  private(set) var only: TableStatistics.Group?
  private var failing: [Failing] = []

  private let code: MeasureCode
  private let passesEmpty: Bool
  private let bounds: [FigureBound]
  private let hidesValues: Bool
  private let worstMaximum: Int

  private struct Failing {
    /// From the bound that the group breaks; nil if it has no figure.
    var distance: BigDecimal?
    var group: TableStatistics.Group
  }

  /// - Parameters:
  ///   - now: the date-time of the run.
  ///   - footer: the number of footers with which the figure is compared.
  ///   - hidesValues: an extreme is a value that is masked.
  ///   - worstMaximum: failing groups that are kept.
  init(
    _ code: MeasureCode, _ measurement: Measurement, now: String?, footer: String?,
    hidesValues: Bool, worstMaximum: Int
  ) {
    self.code = code
    passesEmpty = measurement.passesEmpty
    bounds = measurement.bounds.map { FigureBound($0, code.time, now: now, footer: footer) }
    self.hidesValues = hidesValues
    self.worstMaximum = worstMaximum
  }

  /// The groups that fail: those without a value first, then by their distance from the bound that
  /// they break, then by name.
  var worst: [TableStatistics.Group] {
    failing.sorted(by: GroupFindings.isWorse).prefix(worstMaximum).map(\.group)
  }

  /// - Parameter quantile: of the numbers of the group; nil if there are none.
  mutating func take(_ group: MeasuredGroup, _ quantile: NumberTable.Quantile?) {
    count += 1
    judged = PartialDecoder.sum(judged, group.cell.judged)
    mistyped = PartialDecoder.sum(mistyped, group.cell.mistyped)
    let isOutOfRange = group.cell.outOfRange > 0
    let figure =
      isOutOfRange
      ? nil
      : code.measure == .quantile ? quantile.map { .number($0.number) } : figure(group)
    let shown = TableStatistics.Group(
      value: group.label ?? "null", measured: figure.map { text($0, of: group) },
      error: figure == nil ? nil : quantile?.error, judged: group.cell.judged,
      mistyped: group.cell.mistyped,
      reason: isOutOfRange ? "out of range" : figure == nil ? "no values" : nil,
      first: group.first)
    only = shown
    let holds = figure.map { figure in bounds.allSatisfy { $0.holds(figure) } } ?? passesEmpty
    if !isOutOfRange, holds { return }
    failed += 1
    keep(Failing(distance: figure.map(distance), group: shown))
  }

  private mutating func keep(_ group: Failing) {
    failing.append(group)
    guard failing.count > 2 * worstMaximum + 1000 else { return }
    failing.sort(by: GroupFindings.isWorse)
    failing.removeSubrange(worstMaximum...)
  }

  private func distance(_ figure: TableFigure) -> BigDecimal {
    bounds.filter { !$0.holds(figure) }.compactMap { bound in
      bound.distance(of: figure).map { $0.isNegative ? $0.negated : $0 }
    }.max() ?? BigDecimal(0)
  }

  /// Groups of the same distance and name, which masking makes, are told apart by all that is
  /// shown, so that threads and files make no difference.
  private static func isWorse(_ one: Failing, _ other: Failing) -> Bool {
    switch (one.distance, other.distance) {
    case (nil, nil): break
    case (nil, _): return true
    case (_, nil): return false
    case (let left?, let right?): if left != right { return right < left }
    }
    let (left, right) = (one.group, other.group)
    if left.value != right.value { return left.value < right.value }
    if left.measured != right.measured { return left.measured ?? "" < right.measured ?? "" }
    if left.judged != right.judged { return left.judged < right.judged }
    if left.mistyped != right.mistyped { return left.mistyped < right.mistyped }
    if let one = left.first, let other = right.first, one != other { return one.isBefore(other) }
    return left.value.utf8.lexicographicallyPrecedes(right.value.utf8)
  }

  /// The figure, unless it is a value that is masked: the sum and the mean of one value are.
  private func text(_ figure: TableFigure, of group: MeasuredGroup) -> String {
    let isOfOne = group.cell.taken == 1 && (code.measure == .sum || code.measure == .mean)
    let isValue = isOfOne || code.isExtreme || code.measure == .quantile
    return hidesValues && isValue ? MaskedText.value : figure.text
  }

  /// Nil if nothing was measured.
  private func figure(_ group: MeasuredGroup) -> TableFigure? {
    let cell = group.cell
    switch code.measure {
    case .count, .missing: return .count(cell.taken, of: cell.judged)
    case .present: return cell.judged == 0 ? nil : .count(cell.taken, of: cell.judged)
    case .distinct: return cell.taken == 0 ? nil : .count(group.distinct, of: cell.judged)
    case .duplicates:
      return cell.taken == 0 ? nil : .count(cell.taken - group.distinct, of: cell.judged)
    case .sum: return cell.taken == 0 ? nil : .number(BigDecimal(group.sum))
    case .mean: return cell.taken == 0 ? nil : .mean(BigDecimal(group.sum), cell.taken)
    case .stddev:
      guard cell.taken > 1 else { return nil }
      return .deviation(
        sum: BigDecimal(group.sum), squares: BigDecimal(group.squares), cell.taken)
    case .minLength, .maxLength: return cell.taken == 0 ? nil : .count(cell.length, of: 0)
    case .min, .max: return extreme(group.extreme)
    case .quantile: return nil
    }
  }

  private func extreme(_ extreme: MeasuredExtreme) -> TableFigure? {
    guard extreme.isSet else { return nil }
    switch code.kind {
    case .numbers:
      return ByteView.with(extreme.text) { bytes in
        Decimal.parse(bytes).map {
          $0.isInRange ? .number(BigDecimal($0)) : .farNumber(extreme.text)
        }
      }
    case .texts: return .text(extreme.text)
    case .instants, .dates, .dateTimes, .times: return .instant(extreme.text)
    }
  }
}

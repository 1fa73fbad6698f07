/// Arithmetic with exact numbers, and with dates, times and intervals.
extension Evaluator {
  /// The result for arguments that have values.
  static func calculated(
    _ call: Operand.Call, _ left: Computed, _ right: Computed
  ) -> Computed {
    switch call {
    case .negate:
      if case .interval(let interval) = left { return .interval(interval.negated) }
      return left.parts.map { made($0.number.negated, over: $0.divisor) } ?? .mistyped
    case .abs: return left.parts.map { made($0.number.magnitude, over: $0.divisor) } ?? .mistyped
    default: break
    }
    if let one = left.parts, let other = right.parts {
      return calculated(call, one, other)
    }
    switch (call, left, right) {
    case (.add, .moment(let moment, let isDate), _):
      return shifted(moment, isDate: isDate, by: right, isBackward: false)
    case (.add, _, .moment(let moment, let isDate)):
      return shifted(moment, isDate: isDate, by: left, isBackward: false)
    case (.subtract, .moment(let one, let isDate), .moment(let other, let isOtherDate)):
      if isDate, isOtherDate {
        let days = (one.seconds - other.seconds) / Instant.daySeconds
        return .number(ExactDecimal(days))
      }
      return one.interval(since: other).map { .interval($0) } ?? .outOfRange
    case (.subtract, .moment(let moment, let isDate), _):
      return shifted(moment, isDate: isDate, by: right, isBackward: true)
    case (.add, .interval(let one), .interval(let other)): return .interval(one + other)
    case (.subtract, .interval(let one), .interval(let other)):
      return .interval(one + other.negated)
    case (.multiply, .interval(let interval), _): return times(interval, right)
    case (.multiply, _, .interval(let interval)): return times(interval, left)
    default: return .mistyped
    }
  }

  private typealias Parts = (number: ExactDecimal, divisor: ExactDecimal)

  private static func calculated(_ call: Operand.Call, _ one: Parts, _ other: Parts) -> Computed {
    if call == .multiply {
      return made(
        ExactDecimal.product(one.number, other.number),
        over: ExactDecimal.product(one.divisor, other.divisor))
    }
    guard let left = ExactDecimal.product(one.number, other.divisor),
      let right = ExactDecimal.product(other.number, one.divisor)
    else { return .outOfRange }
    let divisor = ExactDecimal.product(one.divisor, other.divisor)
    switch call {
    case .add: return made(left + right, over: divisor)
    case .subtract: return made(left - right, over: divisor)
    case .divide: return right.isZero ? .missing : made(left, over: right)
    case .remainder:
      if right.isZero { return .missing }
      guard let rest = ExactDecimal.remainder(left, right) else { return .outOfRange }
      return made(rest, over: divisor)
    default: return .mistyped
    }
  }

  /// A quotient: a number if its digits end, as far as that is easily seen.
  private static func made(_ number: ExactDecimal?, over divisor: ExactDecimal?) -> Computed {
    guard let number, let divisor, number.isInRange, divisor.isInRange else { return .outOfRange }
    let one = ExactDecimal(1)
    if ExactDecimal.compare(divisor, one) == 0 { return .number(number) }
    if let quotient = ExactDecimal.quotient(number, divisor) { return .number(quotient) }
    return ExactDecimal.compare(divisor, .zero) < 0
      ? .fraction(number.negated, over: divisor.negated) : .fraction(number, over: divisor)
  }

  // MARK: Dates and times

  /// A point in time, and so many days or an interval later.
  private static func shifted(
    _ moment: Instant, isDate: Bool, by distance: Computed, isBackward: Bool
  ) -> Computed {
    var interval = Interval()
    var staysDate = isDate
    switch distance {
    case .interval(let given):
      interval = given
      staysDate = false
    case .number(let number) where isDate:
      guard let days = number.integer else { return .mistyped }
      guard abs(days) <= Instant.daysMaximum else { return .outOfRange }
      interval.seconds = days * Instant.daySeconds
    case .cell(let text) where isDate:
      guard let number = Decimal.parse(text).flatMap({ ExactDecimal($0) }) else { return .mistyped }
      return shifted(moment, isDate: true, by: .number(number), isBackward: isBackward)
    default: return .mistyped
    }
    guard let later = moment.adding(isBackward ? interval.negated : interval) else {
      return .outOfRange
    }
    return .moment(later, isDate: staysDate)
  }

  private static func times(_ interval: Interval, _ factor: Computed) -> Computed {
    guard let count = factor.integer, interval.fraction == 0 else { return .mistyped }
    let (months, isTooLong) = interval.months.multipliedReportingOverflow(by: count)
    let (seconds, isTooMuch) = interval.seconds.multipliedReportingOverflow(by: count)
    let product = Interval(months: months, seconds: seconds)
    return !isTooLong && !isTooMuch && product.isInRange ? .interval(product) : .outOfRange
  }

  // MARK: Casts

  mutating func cast(_ value: Computed, _ call: Operand.Call) -> Computed {
    switch call {
    case .toText: return text(of: value)
    case .toTruth:
      if case .truth = value { return value }
      if let text = value.text { return Evaluator.truth(of: text).map { .truth($0) } ?? .mistyped }
      return value.parts.map { .truth(!$0.number.isZero) } ?? .mistyped
    case .toDate, .toMoment:
      var moment = value
      if let text = value.text {
        guard let instant = Instant(standard: text) else { return .mistyped }
        moment = .moment(instant, isDate: text.count == 10)
      }
      guard case .moment(let instant, _) = moment else { return .mistyped }
      return call == .toDate
        ? .moment(instant.startOfDay, isDate: true) : .moment(instant, isDate: false)
    default: return number(of: value, call)
    }
  }

  private func number(of value: Computed, _ call: Operand.Call) -> Computed {
    var number = value
    if case .truth(let isTrue) = value { number = .number(ExactDecimal(isTrue ? 1 : 0)) }
    if let text = value.text {
      guard let written = Decimal.parse(text) else { return .mistyped }
      guard let read = ExactDecimal(written) else { return .outOfRange }
      number = .number(read)
    }
    guard let parts = number.parts else { return .mistyped }
    switch call {
    case .toInteger:
      return ExactDecimal.rounded(parts.number, over: parts.divisor).map { .number($0) }
        ?? .outOfRange
    case .toDecimal(let precision, let scale):
      guard
        let rounded = ExactDecimal.rounded(
          parts.number.shifted(by: scale), over: parts.divisor)
      else { return .outOfRange }
      let limit = ExactDecimal(1, exponent: precision)
      guard ExactDecimal.compare(rounded.magnitude, limit) < 0 else { return .mistyped }
      return .number(rounded.shifted(by: -scale))
    default: return number
    }
  }

  private mutating func text(of value: Computed) -> Computed {
    switch value {
    case .text, .cell: return value
    case .truth(let isTrue): return .text(ByteView(isTrue ? "true" : "false"))
    case .number(let number):
      values.arena.begin()
      number.append(to: &values.arena)
      return .text(values.arena.finish())
    case .moment(let instant, let isDate):
      values.arena.begin()
      instant.append(isDate: isDate, to: &values.arena)
      return .text(values.arena.finish())
    default: return .mistyped
    }
  }
}

extension Instant {
  /// More days than lie between the first date and the last.
  static let daysMaximum = 10_000 * 366

  private static let firstDay = days(year: 0, month: 1, day: 1)
  private static let lastDay = days(year: 9999, month: 12, day: 31)

  /// The time between two points in time; nil beyond 18 digits of a fraction.
  fileprivate func interval(since other: Instant) -> Interval? {
    guard isShort, other.isShort else { return nil }
    var interval = Interval(seconds: seconds - other.seconds)
    if fraction < other.fraction {
      interval.seconds -= 1
      interval.fraction = Decimal.powerOfTen(18) - other.fraction + fraction
    } else {
      interval.fraction = fraction - other.fraction
    }
    return interval
  }

  /// So much later; nil outside the years of four digits. In a month that is shorter, the day is
  /// the last one.
  fileprivate func adding(_ interval: Interval) -> Instant? {
    var day = seconds.flooredQuotient(by: Instant.daySeconds)
    let second = seconds - day * Instant.daySeconds
    if interval.months != 0 {
      let date = Instant.date(ofDay: day)
      let months = date.year * 12 + date.month - 1 + interval.months
      let year = months.flooredQuotient(by: 12)
      let month = months - year * 12 + 1
      guard (0...9999).contains(year) else { return nil }
      day = Instant.days(
        year: year, month: month,
        day: min(date.day, DateTimeFormat.days(month: month, year: year)))
    }
    var whole = day * Instant.daySeconds + second + interval.seconds
    var later = Instant(self, seconds: whole)
    if interval.fraction > 0 {
      guard isShort else { return nil }
      let sum = fraction + interval.fraction
      let one = Decimal.powerOfTen(18)
      if sum >= one { whole += 1 }
      later = Instant(seconds: whole, fraction: sum >= one ? sum - one : sum)
    }
    let last = whole.flooredQuotient(by: Instant.daySeconds)
    return last >= Instant.firstDay && last <= Instant.lastDay ? later : nil
  }

  /// `2024-05-01`, or with a time in UTC behind it: `2024-05-01 12:00:00.5`.
  fileprivate func append(isDate: Bool, to arena: inout ByteArena) {
    let day = seconds.flooredQuotient(by: Instant.daySeconds)
    let second = seconds - day * Instant.daySeconds
    let date = Instant.date(ofDay: day)
    func append(_ number: Int, _ digits: Int) {
      ExactDecimal.append(UInt128(max(0, number)), digits: digits, to: &arena)
    }
    append(date.year, 4)
    arena.append(Ascii.minus)
    append(date.month, 2)
    arena.append(Ascii.minus)
    append(date.day, 2)
    if isDate { return }
    arena.append(UInt8(ascii: " "))
    append(second / 3600, 2)
    arena.append(UInt8(ascii: ":"))
    append(second / 60 % 60, 2)
    arena.append(UInt8(ascii: ":"))
    append(second % 60, 2)
    if fraction > 0 {
      arena.append(Ascii.point)
      var (rest, digits) = (fraction, 18)
      while rest % 10 == 0 { (rest, digits) = (rest / 10, digits - 1) }
      ExactDecimal.append(UInt128(rest), digits: digits, to: &arena)
    }
  }
}

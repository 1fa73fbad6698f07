/// One step of a ``TemporalPattern``.
enum TemporalStep: Hashable, BitwiseCopyable, Sendable {
  case literal(UInt8)
  /// `T` or a space.
  case dateTimeSeparator
  case year, yearOfCentury, month, shortMonth, monthName, shortMonthName, day, shortDay
  case hour, shortHour, hourOfHalf, shortHourOfHalf, half, minute, second, fraction
  /// A point and digits, or nothing.
  case openFraction
  case offset
  /// An offset as in RFC 3339 or ISO 8601, or nothing.
  case openOffset
  /// All of it is a number.
  case epoch, epochMilliseconds

  init(_ code: TemporalStep) { self = code }

  /// A number of one or two digits.
  var isShort: Bool {
    switch self {
    case .shortMonth, .shortDay, .shortHour, .shortHourOfHalf: true
    default: false
    }
  }
}

/// A notation such as `%d.%m.%Y`: the directives of `strftime` that have a fixed width, and those
/// of one or two digits. Or one of those that have names, such as ``local``.
package struct TemporalPattern: Hashable, Sendable {
  /// A mistake in a pattern, as a sentence that begins behind its text.
  package struct Fault: Error, Hashable {
    package var reason: String
  }

  package let text: String
  let steps: [TemporalStep]

  package static let directives =
    "%Y %y %m %-m %d %-d %e %H %-H %I %-I %M %S %f %p %z %b %B %%"

  /// RFC 3339 without an offset: `T` or a space, the fraction optional.
  package static let local = TemporalPattern(
    text: "local",
    steps: [
      .year, .literal(Ascii.minus), .month, .literal(Ascii.minus), .day, .dateTimeSeparator,
      .hour, .literal(Ascii.colon), .minute, .literal(Ascii.colon), .second, .openFraction,
    ])

  /// RFC 3339 with an offset or without one: ``local`` and what may follow it.
  package static let anyOffset = TemporalPattern(
    text: "any-offset", steps: local.steps + [.openOffset])
  /// The time of day that ``anyOffset`` has.
  private static let timeOfAnyOffset = TemporalPattern(
    text: "any-offset", steps: Array(anyOffset.steps.drop { $0 != .hour }))

  /// Seconds since the beginning of 1970, a number.
  package static let epoch = TemporalPattern(text: "epoch", steps: [.epoch])
  /// Milliseconds since then.
  package static let epochMilliseconds = TemporalPattern(
    text: "epoch-ms", steps: [.epochMilliseconds])

  /// The notations that have names.
  private static let named = [local, anyOffset, epoch, epochMilliseconds]

  /// The unit of values that are numbers; nil: they are texts.
  var epochUnit: EpochUnit? {
    switch steps.first {
    case .epoch: .seconds
    case .epochMilliseconds: .milliseconds
    default: nil
    }
  }

  /// Whether its texts name their offset from UTC.
  package var hasOffset: Bool { steps.contains(.offset) || epochUnit != nil }

  /// Whether its texts may name their offset.
  package var isAnyOffset: Bool { steps.contains(.openOffset) }

  private init(text: String, steps: [TemporalStep]) {
    self.text = text
    self.steps = steps
  }

  package init(_ text: String, for kind: TemporalKind) throws(Fault) {
    if let named = TemporalPattern.named.first(where: { $0.text == text }) {
      if kind == .time, named == .anyOffset {
        self = .timeOfAnyOffset
        return
      }
      guard kind == .dateTime else { throw Fault(reason: "is for the format date-time") }
      self = named
      return
    }
    self.text = text
    steps = try TemporalPattern.steps(text)
    try TemporalPattern.check(steps, for: kind)
  }

  private static func steps(_ text: String) throws(Fault) -> [TemporalStep] {
    var steps: [TemporalStep] = []
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "%" else {
        steps += String(scalar).utf8.map { .literal($0) }
        continue
      }
      guard let letter = rest.popFirst() else { throw Fault(reason: "ends with a single %") }
      let short = letter == "-" ? rest.popFirst() : nil
      guard let step = short.map(shortDirective) ?? directive(letter) else {
        let name = "%\(letter)" + (short.map(String.init) ?? "")
        throw Fault(reason: "has \(name), which is not one of \(directives)")
      }
      steps.append(step)
    }
    return steps
  }

  private static func directive(_ letter: Unicode.Scalar) -> TemporalStep? {
    switch letter {
    case "Y": .year
    case "y": .yearOfCentury
    case "m": .month
    case "B": .monthName
    case "b": .shortMonthName
    case "d": .day
    case "e": .shortDay
    case "H": .hour
    case "I": .hourOfHalf
    case "p": .half
    case "M": .minute
    case "S": .second
    case "f": .fraction
    case "z": .offset
    case "%": .literal(UInt8(ascii: "%"))
    default: nil
    }
  }

  /// Behind `%-`.
  private static func shortDirective(_ letter: Unicode.Scalar) -> TemporalStep? {
    switch letter {
    case "m": .shortMonth
    case "d": .shortDay
    case "H": .shortHour
    case "I": .shortHourOfHalf
    default: nil
    }
  }

  private static let year: [TemporalStep] = [.year, .yearOfCentury]
  private static let month: [TemporalStep] = [.month, .shortMonth, .monthName, .shortMonthName]
  private static let day: [TemporalStep] = [.day, .shortDay]
  private static let hour: [TemporalStep] = [.hour, .shortHour] + hourOfHalf
  private static let hourOfHalf: [TemporalStep] = [.hourOfHalf, .shortHourOfHalf]

  /// Every part of the date or the time is there once, and nothing else.
  private static func check(
    _ steps: [TemporalStep], for kind: TemporalKind
  ) throws(Fault) {
    let dateParts = [
      ("the year, %Y or %y", year), ("the month, %m, %-m, %b or %B", month),
      ("the day, %d, %-d or %e", day),
    ]
    let timeParts = [("the hour, %H, %-H, %I or %-I", hour)]
    let furtherParts: [(String, [TemporalStep])] = [
      ("the half of the day, %p", [.half]), ("the minute, %M", [.minute]),
      ("the second, %S", [.second]), ("the fraction, %f", [.fraction]),
      ("the offset, %z", [.offset]),
    ]
    func count(_ part: [TemporalStep]) -> Int { steps.count(where: part.contains) }
    for (name, part) in dateParts {
      if kind == .time, count(part) > 0 {
        throw Fault(reason: "has \(name), which a time does not have")
      }
      if kind != .time, count(part) == 0 { throw Fault(reason: "lacks \(name)") }
    }
    for (name, part) in timeParts + furtherParts where kind == .date && count(part) > 0 {
      throw Fault(reason: "has \(name), which a date does not have")
    }
    for (name, part) in timeParts where kind != .date && count(part) == 0 {
      throw Fault(reason: "lacks \(name)")
    }
    for (name, part) in dateParts + timeParts + furtherParts where count(part) > 1 {
      throw Fault(reason: "has \(name), more than once")
    }
    if steps.contains(where: hourOfHalf.contains) != steps.contains(.half) {
      throw Fault(reason: "has one of %I and %p without the other")
    }
  }
}

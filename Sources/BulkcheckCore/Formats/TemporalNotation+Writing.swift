/// Writing dates and times in the notation of a field.
extension TemporalNotation {
  /// The distance between two neighbouring texts, in seconds, and its name. Fractions are left out.
  package var unit: (seconds: Int, name: String) {
    if kind == .date { return (Instant.daySeconds, "date") }
    if isNumber { return (1, "whole second") }
    guard let steps = pattern?.steps, !steps.contains(.second) else { return (1, "whole second") }
    return steps.contains(.minute) ? (60, "minute") : (3600, "hour")
  }

  /// The text next to a limit, on the side of it where values may be; nil for a `time`, and for
  /// years that cannot be written.
  ///
  /// - Parameters:
  ///   - isLower: values are after the limit.
  ///   - isExclusive: the limit itself is not one of them.
  package func text(nextTo limit: Instant, isLower: Bool, isExclusive: Bool) -> String? {
    let unit = unit.seconds
    // Without an offset of their own, texts are whole in that of the field.
    let offset = kind == .date || pattern?.hasOffset ?? true ? 0 : offsetMinutes * 60
    let local = limit.seconds + offset
    var seconds = local.flooredQuotient(by: unit) * unit
    let isWhole = seconds == local && Instant(seconds: limit.seconds) == limit
    if isLower, !isWhole || isExclusive { seconds += unit }
    if !isLower, isWhole, isExclusive { seconds -= unit }
    return text(ofLocal: seconds)
  }

  private func text(ofLocal seconds: Int) -> String? {
    if let unit = pattern?.epochUnit { return Instant(seconds: seconds).epochText(in: unit) }
    let text = Instant(seconds: seconds).text
    let parts = text.split { "-T:Z".contains($0) }.compactMap { Int($0) }
    guard kind != .time, text.utf8.count == 20, parts.count == 6 else { return nil }
    guard let pattern else { return kind == .date ? String(text.prefix(10)) : text }
    var bytes: [UInt8] = []
    for step in pattern.steps {
      if case .literal(let byte) = step {
        bytes.append(byte)
      } else {
        bytes += Array(TemporalNotation.text(of: step, parts).utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// - Parameter parts: year, month, day, hour, minute and second.
  private static func text(of step: TemporalStep, _ parts: [Int]) -> String {
    func padded(_ number: Int, _ width: Int = 2) -> String {
      DigitText.padded("\(number)", to: width)
    }
    switch step {
    case .literal, .openFraction, .openOffset, .epoch, .epochMilliseconds: return ""
    case .dateTimeSeparator: return "T"
    case .year: return padded(parts[0], 4)
    case .yearOfCentury: return padded(parts[0] % 100)
    case .month: return padded(parts[1])
    case .shortMonth: return String(parts[1])
    case .monthName: return months[parts[1] - 1]
    case .shortMonthName: return String(months[parts[1] - 1].prefix(3))
    case .day: return padded(parts[2])
    case .shortDay: return String(parts[2])
    case .hour: return padded(parts[3])
    case .shortHour: return String(parts[3])
    case .hourOfHalf: return padded((parts[3] + 11) % 12 + 1)
    case .shortHourOfHalf: return String((parts[3] + 11) % 12 + 1)
    case .half: return parts[3] < 12 ? "AM" : "PM"
    case .minute: return padded(parts[4])
    case .second: return padded(parts[5])
    case .fraction: return "000000"
    case .offset: return "+0000"
    }
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

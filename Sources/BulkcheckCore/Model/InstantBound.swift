/// A limit of dates or times.
package struct InstantBound: Hashable, Sendable {
  package enum Limit: Hashable, Sendable {
    /// A date or time in the notation of the field.
    case text(String)
    /// So many seconds from the clock of the run.
    case fromNow(seconds: Int)
    /// So many seconds from the beginning of the clock's day in UTC.
    case fromToday(seconds: Int)
  }

  package var limit: Limit
  package var isExclusive: Bool
  /// The limit as the profile writes it.
  package var text: String

  package init(_ limit: Limit, text: String, isExclusive: Bool = false) {
    self.limit = limit
    self.text = text
    self.isExclusive = isExclusive
  }
}

extension InstantBound.Limit {
  /// The date or time in the notation of the field; nil for a distance.
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  /// A distance has at most so many digits: 999,999 weeks are 19,000 years.
  private static let digitsMaximum = 6

  /// `now`, `today`, or a distance from one of them such as `now-24h` or `today+7d`; nil for any
  /// other text.
  package init?(words text: String) {
    for (word, isNow) in [("now", true), ("today", false)] where text.hasPrefix(word) {
      guard let seconds = Self.distance(text.utf8.dropFirst(word.utf8.count)) else { return nil }
      self = isNow ? .fromNow(seconds: seconds) : .fromToday(seconds: seconds)
      return
    }
    return nil
  }

  private static func distance(_ text: Substring.UTF8View) -> Int? {
    var rest = text
    guard let sign = rest.popFirst() else { return 0 }
    guard sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+"), let unit = rest.popLast(),
      !rest.isEmpty, rest.count <= digitsMaximum, rest.allSatisfy(\.isDigit)
    else { return nil }
    let count = rest.reduce(0) { $0 * 10 + $1.digitValue }
    let length: Int
    switch unit {
    case UInt8(ascii: "s"): length = 1
    case UInt8(ascii: "m"): length = 60
    case UInt8(ascii: "h"): length = 3600
    case UInt8(ascii: "d"): length = 86_400
    case UInt8(ascii: "w"): length = 604_800
    default: return nil
    }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * count * length
  }

  /// Whether it depends on the clock.
  package var asksForNow: Bool { if case .text = self { false } else { true } }

  /// The point in time that is meant; nil for a text that is not in the notation. It may be valid
  /// only as long as the bytes are.
  ///
  /// - Parameter bytes: the text.
  package func instant(_ reader: TemporalReader, _ bytes: ByteView, now: Instant) -> Instant? {
    switch self {
    case .text: reader.instant(bytes)
    case .fromNow(let seconds): now.adding(seconds: seconds)
    case .fromToday(let seconds): now.startOfDay.adding(seconds: seconds)
    }
  }
}

extension TemporalNotation {
  /// Whether something can lie within two limits. Those that depend on the clock in different ways
  /// may come together at some time.
  package func admits(_ lower: InstantBound, _ upper: InstantBound) -> Bool {
    let isOpen = lower.isExclusive || upper.isExclusive
    switch (lower.limit, upper.limit) {
    case (.fromNow(let low), .fromNow(let high)), (.fromToday(let low), .fromToday(let high)):
      return isOpen ? low < high : low <= high
    case (.text(let low), .text(let high)):
      return withReader { reader in
        ByteView.withUTF8(of: low) { low in
          ByteView.withUTF8(of: high) { high in
            guard let low = reader.instant(low), let high = reader.instant(high) else {
              return true
            }
            let isOrdered = isOpen ? low < high : low <= high
            // Between two days there is another one.
            let days = (lower.isExclusive ? 1 : 0) + (upper.isExclusive ? 1 : 0)
            return isOrdered
              && (kind != .date || high.seconds - low.seconds >= days * Instant.daySeconds)
          }
        }
      }
    default: return true
    }
  }
}

/// The notations of the two sides of a comparison.
package struct TemporalSides: Hashable, Sendable {
  package var left: TemporalNotation
  package var right: TemporalNotation
  package init(left: TemporalNotation, right: TemporalNotation) {
    self.left = left
    self.right = right
  }
}

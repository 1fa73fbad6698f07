/// The notations of dates and times that all texts of a field have, of those that are tried, with
/// the earliest and the latest point in time that the texts mean in each.
///
/// A notation is given up with the first text that it does not read. So most fields have none after
/// their first text, and the order of the texts does not matter.
struct NotationSummary: BitwiseCopyable {
  /// A notation that is tried.
  struct Candidate {
    var notation: TemporalNotation
    /// The place of the one with month and day in the other order; nil if there is none.
    var swapped: Int?

    init(_ kind: TemporalKind, _ pattern: String, swapped: Int?) {
      notation = TemporalNotation(kind, pattern: try? TemporalPattern(pattern, for: kind))
      self.swapped = swapped
    }
  }

  private struct Limits: BitwiseCopyable {
    var minimum = Int.max
    var maximum = Int.min
  }

  /// All that are tried; the stricter of two that read the same texts comes first.
  static let candidates: [Candidate] = {
    var found: [Candidate] = []
    func add(_ kind: TemporalKind, _ pattern: String) {
      found.append(Candidate(kind, pattern, swapped: nil))
    }
    func addBoth(_ kind: TemporalKind, _ date: (String, String), _ time: String) {
      found.append(Candidate(kind, date.0 + time, swapped: found.count + 1))
      found.append(Candidate(kind, date.1 + time, swapped: found.count - 1))
    }
    let slashes = ("%d/%m/%Y", "%m/%d/%Y")
    let shortSlashes = ("%-d/%-m/%Y", "%-m/%-d/%Y")
    for dates in [
      slashes, shortSlashes, ("%d-%m-%Y", "%m-%d-%Y"), ("%-d-%-m-%Y", "%-m-%-d-%Y"),
      ("%d/%m/%y", "%m/%d/%y"), ("%-d/%-m/%y", "%-m/%-d/%y"),
    ] {
      addBoth(.date, dates, "")
    }
    for pattern in [
      "%d.%m.%Y", "%-d.%-m.%Y", "%d.%m.%y", "%-d.%-m.%y", "%Y/%m/%d", "%Y/%-m/%-d", "%Y.%m.%d",
      "%Y-%-m-%-d", "%Y%m%d", "%d-%b-%Y", "%-d-%b-%Y", "%d-%b-%y", "%-d-%b-%y", "%d %b %Y",
      "%-d %b %Y", "%-d %B %Y", "%b %-d, %Y", "%B %-d, %Y", "%b %-d %Y",
    ] {
      add(.date, pattern)
    }
    for time in [" %H:%M", " %H:%M:%S", " %-H:%M"] {
      addBoth(.dateTime, slashes, time)
      addBoth(.dateTime, shortSlashes, time)
    }
    for time in [" %-I:%M %p", " %-I:%M:%S %p"] { addBoth(.dateTime, shortSlashes, time) }
    for pattern in [
      "%d.%m.%Y %H:%M", "%d.%m.%Y %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M",
      "%Y/%m/%d %H:%M", "%Y/%m/%d %H:%M:%S", "%Y%m%d%H%M%S", "%d/%b/%Y:%H:%M:%S %z",
    ] {
      add(.dateTime, pattern)
    }
    return Array(found.prefix(64))
  }()
  private static let readers = candidates.map { TemporalReader($0.notation) }
  private static let all: UInt64 = candidates.count == 64 ? .max : 1 << candidates.count - 1

  /// The notations that are not given up, as bits.
  private(set) var active = all
  /// The limits of each notation; nil before the first text.
  private var limits: Storage<Limits>?

  func deallocate() { limits?.deallocate() }

  /// Forgets what was counted, but not what has been given up.
  mutating func clear() { limits?.fill(Limits(), count: NotationSummary.candidates.count) }

  mutating func giveUp(what other: NotationSummary) { active &= other.active }

  mutating func add(_ text: ByteView) {
    guard NotationSummary.mayBe(text) else {
      active = 0
      return
    }
    let limits = limits ?? makeLimits()
    var rest = active
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      rest &= rest - 1
      if let instant = NotationSummary.readers[number].instant(text) {
        limits[number].minimum = min(limits[number].minimum, instant.seconds)
        limits[number].maximum = max(limits[number].maximum, instant.seconds)
      } else {
        active &= ~(1 << UInt64(number))
      }
    }
  }

  private mutating func makeLimits() -> Storage<Limits> {
    let made = Storage(capacity: NotationSummary.candidates.count, repeating: Limits())
    limits = made
    return made
  }

  /// Every notation has a digit at its beginning or its end.
  private static func mayBe(_ text: ByteView) -> Bool {
    text.count >= 6 && text.count <= 32
      && (Ascii.isDigit(text[0]) || Ascii.isDigit(text[text.count - 1]))
  }

  mutating func merge(_ other: NotationSummary) {
    active &= other.active
    guard active != 0, let others = other.limits else { return }
    let limits = limits ?? makeLimits()
    for number in 0..<NotationSummary.candidates.count {
      limits[number].minimum = min(limits[number].minimum, others[number].minimum)
      limits[number].maximum = max(limits[number].maximum, others[number].maximum)
    }
  }

  /// The strictest notation that reads all texts; nil if there is none.
  var found: FoundNotation? {
    guard active != 0, active != NotationSummary.all, let limits else { return nil }
    let number = active.trailingZeroBitCount
    let candidate = NotationSummary.candidates[number]
    let other = candidate.swapped.flatMap { place -> TemporalNotation? in
      active >> UInt64(place) & 1 == 1 ? NotationSummary.candidates[place].notation : nil
    }
    return FoundNotation(
      notation: candidate.notation, swapped: other, minimum: limits[number].minimum,
      maximum: limits[number].maximum)
  }
}

/// The notation of all dates or times of a field.
package struct FoundNotation {
  package let notation: TemporalNotation
  /// Reads all of them as well, with month and day in the other order.
  package let swapped: TemporalNotation?
  /// The earliest in seconds, as ``Instant/seconds``.
  package let minimum: Int
  package let maximum: Int
}

internal import BulkcheckCore
internal import BulkcheckReport

/// Limits of dates and times, where they hold tomorrow.
extension FieldAdvisor {
  /// So many dates in the past and none in the future show that there are none in the future.
  private static let pastMinimum = 50
  private static let daySeconds = 86_400
  private static let yearSeconds = 365 * daySeconds + daySeconds / 4
  /// The earliest date has at least so much room before it.
  private static let roomMinimum = 5 * yearSeconds
  /// A limit with more room is the beginning of a century, any other that of a decade.
  private static let roomOfCenturies = 50 * yearSeconds
  private static let yearMinimum = 100

  /// A lower limit with room, and one that excludes the future if no date is in it. There is no
  /// other upper limit: later data has later dates.
  func moments(_ format: DraftRule, _ facts: FieldFacts) -> [DraftRule] {
    let isDate = format.value == "\"date\""
    guard isDate || format.value == "\"date-time\"", facts.onlyType == .string,
      let moments = facts.texts.moments, moments.count >= FieldAdvisor.valuesMinimum
    else { return [] }
    let time = isDate ? "" : "T00:00:00Z"
    let lower = FieldAdvisor.firstYear(moments).map { "\"\(FieldAdvisor.year($0))-01-01\(time)\"" }
    let isPast =
      moments.count >= FieldAdvisor.pastMinimum && moments.maximum <= findings.now.seconds
    let upper = isPast ? (isDate ? "\"today+1d\"" : "\"now+1d\"") : nil
    let seen =
      "seen \(FieldAdvisor.text(moments.minimum, isDate)) to "
      + FieldAdvisor.text(moments.maximum, isDate) + (isPast ? ", all in the past" : "")
    switch (lower, upper) {
    case (let lower?, let upper?): return [DraftRule("range", "[\(lower), \(upper)]", note: seen)]
    case (let lower?, nil): return [DraftRule("minimum", lower, note: seen)]
    case (nil, let upper?): return [DraftRule("maximum", upper, note: seen)]
    case (nil, nil): return []
    }
  }

  private static func text(_ seconds: Int, _ isDate: Bool) -> String {
    let text = Instant(seconds: seconds).text
    return isDate ? String(text.prefix(10)) : text
  }

  private static func year(_ year: Int) -> String {
    String(repeating: "0", count: max(0, 4 - "\(year)".utf8.count)) + "\(year)"
  }

  /// The year that begins before all dates, with as much room as they thin out backwards.
  private static func firstYear(_ moments: MomentSummary) -> Int? {
    let range = moments.maximum - moments.minimum
    var room = roomMinimum
    if range > 0 {
      let tail = NumberTail(
        stretches: moments.stretchesBack.map {
          NumberTail.Stretch(
            lower: Double($0.nearest), upper: Double($0.farthest), count: $0.count)
        })
      // A few dates long ago would ask for centuries before them.
      let reach = tail.reach - Double(range)
      room = max(room, reach < Double(range) ? Int(reach) : range)
    }
    let earliest = Instant(seconds: moments.minimum - room).text
    guard let year = Int(earliest.prefix(4)), year >= yearMinimum else { return nil }
    let unit = room > roomOfCenturies ? 100 : 10
    return year / unit * unit
  }
}

/// The limits of dates or times.
struct InstantLimits: BitwiseCopyable {
  /// The notation's place in its pool.
  var reader: Int32 = 0
  var lower = Instant(seconds: 0)
  var upper = Instant(seconds: 0)
  var hasLower = false
  var hasUpper = false
  var isLowerExclusive = false
  var isUpperExclusive = false

  @inline(__always)
  func contains(_ instant: Instant) -> Bool {
    if hasLower {
      let order = Instant.compare(instant, lower)
      if order < 0 || order == 0 && isLowerExclusive { return false }
    }
    if hasUpper {
      let order = Instant.compare(instant, upper)
      if order > 0 || order == 0 && isUpperExclusive { return false }
    }
    return true
  }
}

/// How the dates or times of two fields are compared; the readers by their places.
struct InstantRelation: BitwiseCopyable {
  var left: Int32
  var operation: ComparisonOperator
  var right: Int32
}

/// How the dates or times of an extreme or an order are read. The program owns the reader.
struct TemporalReading: BitwiseCopyable, Sendable {
  let kind: MeasuredType
  /// nil: as in RFC 3339.
  let reader: TemporalReader?

  /// Whether its values are numbers, and not texts.
  var readsNumbers: Bool { reader?.readsNumbers ?? false }

  /// The point in time of a text; nil if it is not one of them.
  ///
  /// - Parameter isLocal: it may lack its offset where RFC 3339 asks for one.
  @inline(__always)
  func instant(_ text: ByteView, isLocal: Bool) -> Instant? {
    if let reader { return reader.instant(text, isLocal: isLocal) }
    switch kind {
    case .numbers, .texts: return nil
    case .instants:
      return text.count == 10
        ? Instant(date: text) : Instant(dateTime: text, isLocal: isLocal)
    case .dates: return Instant(date: text)
    case .dateTimes: return Instant(dateTime: text, isLocal: isLocal)
    case .times: return Instant(time: text, isLocal: isLocal)
    }
  }

  /// The point in time of a text that has been measured. One without an offset comes from a column
  /// of a table without a zone: of no other it would have been taken.
  @inline(__always)
  func instant(taken text: ByteView) -> Instant? { instant(text, isLocal: true) }
}

/// Dates and times: notations, limits and comparisons.
extension ProgramBuilder {
  /// The place of the reader of a notation.
  mutating func reader(_ notation: TemporalNotation) -> Int32 {
    if let known = readerNumbers[notation] { return known }
    readers.append(TemporalReader(notation))
    let number = Int32(readers.count - 1)
    readerNumbers[notation] = number
    return number
  }

  mutating func temporalLeaf(_ notation: TemporalNotation) -> Leaf {
    Leaf(code: .temporal, operand: reader(notation))
  }

  mutating func momentsLeaf(
    _ lower: InstantBound?, _ upper: InstantBound?, _ notation: TemporalNotation
  ) throws(ProgramError) -> Leaf {
    var pair = InstantLimits()
    pair.reader = reader(notation)
    if let lower {
      pair.lower = try instant(lower, pair.reader)
      pair.hasLower = true
      pair.isLowerExclusive = lower.isExclusive
    }
    if let upper {
      pair.upper = try instant(upper, pair.reader)
      pair.hasUpper = true
      pair.isUpperExclusive = upper.isExclusive
    }
    instants.append(pair)
    lists.momentNumbers[.instants(lower: lower, upper: upper, notation)] = instants.count - 1
    return Leaf(code: .moments, operand: Int32(instants.count - 1))
  }

  /// A limit as a point in time. The program keeps the text that it may point to.
  private mutating func instant(
    _ bound: InstantBound, _ reader: Int32
  ) throws(ProgramError) -> Instant {
    let bytes = lists.texts[Int(text(bound.limit.text ?? bound.text))].view
    guard let instant = bound.limit.instant(readers[Int(reader)], bytes, now: now) else {
      throw ProgramError(description: "\(bound.text) is not a date or time of its field")
    }
    return instant
  }

  mutating func timeRelation(_ operation: ComparisonOperator, _ sides: TemporalSides) -> Int32 {
    timeRelations.append(
      InstantRelation(
        left: reader(sides.left), operation: operation, right: reader(sides.right)))
    return Int32(timeRelations.count - 1)
  }
}

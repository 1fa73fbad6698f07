internal import BulkcheckCore
internal import BulkcheckDocument

/// The words that bound a figure of the table.
enum TableBoundWord: String, CaseIterable {
  case minimum, maximum, exclusiveMinimum, exclusiveMaximum, range, const, after, before
  /// A figure that is not wanted, and those between two.
  case notConst, outside
  /// The number in a JSON document.
  case equals
}

/// Bounds of figures: numbers, shares, texts and points of time.
extension ProfileReader {
  private typealias Limit = TableBound.Limit

  mutating func readBounds(
    _ members: [DocumentMember], _ form: DocumentMember, into measurement: inout Measurement
  ) {
    var isGiven = false
    for member in members {
      guard let word = TableBoundWord(rawValue: member.name) else { continue }
      isGiven = true
      if word == .equals {
        equal(member, &measurement)
        continue
      }
      measurement.bounds += bounds(word, member, measurement)
      measurement.writtenBounds.append(
        WrittenBound(word: member.name, value: member.value.literal))
    }
    if !isGiven, form.name == "sql", sqlListsRecords(form.value) {
      // They are the ones that fail.
      measurement.bounds = [TableBound(.upper, .number("0"))]
      measurement.writtenBounds = [WrittenBound(word: "maximum", value: .number("0"))]
    } else if !isGiven {
      complain(form.nameOffset, .measureWithoutBound)
    }
    checkKinds(form, &measurement)
    if measurement.measure.isExtreme, measurement.kind == .texts {
      for index in measurement.writtenBounds.indices {
        measurement.writtenBounds[index].isText = true
      }
    }
    checkOrder(form, measurement)
  }

  private mutating func bounds(
    _ word: TableBoundWord, _ member: DocumentMember, _ measurement: Measurement
  ) -> [TableBound] {
    let node = member.value
    let what = "`\(word.rawValue)`"
    switch word {
    case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .const:
      guard let limit = limit(node, what, measurement) else { return [] }
      let isExclusive = word == .exclusiveMinimum || word == .exclusiveMaximum
      let isLower = word == .minimum || word == .exclusiveMinimum
      let sides: [TableBound.Side] =
        word == .const ? [.lower, .upper] : [isLower ? .lower : .upper]
      return sides.map { TableBound($0, limit, isExclusive: isExclusive) }
    case .range, .outside:
      let limits = pair(
        node, what, of: "bounds",
        isOrdered: { word == .range || !Self.isBelow($1, $0) },
        { $0.limit($1, $2, measurement) })
      guard let (low, high) = limits else { return [] }
      return word == .range
        ? [TableBound(.lower, low), TableBound(.upper, high)] : [TableBound(.upper, low, or: high)]
    case .notConst:
      return limit(node, what, measurement).map {
        [TableBound(.upper, $0, isExclusive: true, or: $0)]
      } ?? []
    case .equals: return []
    case .after, .before:
      guard measurement.measure.isExtreme else {
        complain(member.nameOffset, .instantOfFigure(word.rawValue))
        return []
      }
      return instant(node, what, measurement, mayBeStandard: true).map {
        [TableBound(word == .after ? .lower : .upper, $0, isExclusive: true)]
      } ?? []
    }
  }

  /// Bounds the figure by the number in a JSON document.
  private mutating func equal(_ member: DocumentMember, _ measurement: inout Measurement) {
    if member.value.members?.named("footer") != nil {
      guard let place = footerPlace(member.value) else { return }
      measurement.bounds += [
        TableBound(.lower, .footer(place)), TableBound(.upper, .footer(place)),
      ]
      measurement.writtenBounds.append(
        WrittenBound(word: member.name, value: member.value.literal))
      return
    }
    guard let (digits, written) = referencedNumber(member.value) else { return }
    measurement.bounds += [
      TableBound(.lower, .number(digits)), TableBound(.upper, .number(digits)),
    ]
    measurement.writtenBounds.append(WrittenBound(word: member.name, value: written))
  }

  /// The cell of the footers with which a figure is compared.
  private mutating func footerPlace(_ node: DocumentNode) -> FooterPlace? {
    let members = members(node, "`equals`", keys: ["footer", "column"])
    guard let footer = members.named("footer"), let row = count(footer) else { return nil }
    guard let column = members.named("column") else {
      return refuse(
        node.offset,
        .missing("column", in: "`equals`", expected: #"{"footer": 1, "column": "count"}"#))
    }
    guard let name = text(column.value, "`column` of `equals`", mayBeEmpty: false) else {
      return nil
    }
    let rows = known.footerRows
    if !isFirstReading, row < 1 || row > rows {
      return refuse(footer.value.offset, .noSuchFooter(row, of: rows))
    }
    return FooterPlace(row: row, column: name)
  }

  private mutating func limit(
    _ node: DocumentNode, _ what: String, _ measurement: Measurement
  ) -> Limit? {
    let notation = measurement.path.flatMap { known.notation($0, in: section) }
    if measurement.measure.isExtreme, let notation, notation.isNumber {
      if let digits = node.digits, notation.reads(digits) { return .noted(digits) }
      return instant(node, what, measurement, mayBeStandard: true)
    }
    if let digits = node.digits {
      guard let number = OwnedDecimal(digits), number.value.isInRange else {
        return refuse(node, what, expected: "a number of fewer than 10,000 digits")
      }
      let (size, one) = (BigDecimal(digits), BigDecimal(1))
      if !isFirstReading, measurement.measure.isCount, size.signum > 0, size < one {
        notes.append((node.offset, .boundBelowOne(what, digits)))
      }
      return .number(digits)
    }
    if measurement.measure.isCount {
      if let text = node.text, let percent = Self.percent(text) { return .share(percent) }
      return refuse(
        node, what, expected: "a number such as 1000, or a share of at most 100 such as \"2%\"")
    }
    guard measurement.measure.isExtreme else { return refuse(node, what, expected: "a number") }
    guard let text = node.text else { return refuse(node, what, expected: "a number or a string") }
    if let path = measurement.path, known.temporalKind(path, in: section) != nil {
      return instant(node, what, measurement, mayBeStandard: false)
    }
    return .text(text)
  }

  private static let momentForm =
    "a date, a date-time, `now`, or a distance such as `now-24h` (units s, m, h, d and w)"

  /// - Parameter mayBeStandard: also of a field with a notation of its own, a date or a date-time
  ///   may be as in RFC 3339.
  private mutating func instant(
    _ node: DocumentNode, _ what: String, _ measurement: Measurement, mayBeStandard: Bool
  ) -> Limit? {
    guard let text = node.text else { return refuse(node, what, expected: Self.momentForm) }
    if case .fromNow(let seconds)? = InstantBound.Limit(words: text) {
      return .fromNow(seconds: seconds)
    }
    if let notation = measurement.path.flatMap({ known.notation($0, in: section) }) {
      if notation.reads(text) { return .noted(text) }
      guard mayBeStandard else { return refuse(node, what, expected: notation.expectedBound) }
    }
    guard ByteView.withUTF8(of: text, { Instant($0) != nil }) else {
      return refuse(node, what, expected: Self.momentForm)
    }
    return .instant(text)
  }

  /// Finds the kind of values that an extreme is one of, which its bounds and the declaration of
  /// its field tell.
  private mutating func checkKinds(_ form: DocumentMember, _ measurement: inout Measurement) {
    guard measurement.measure.isExtreme else { return }
    let limits = measurement.bounds.flatMap { [$0.limit, $0.otherLimit].compactMap { $0 } }
    let kinds = limits.map { limit -> MeasuredType in
      switch limit {
      case .number, .share, .footer: .numbers
      case .text: .texts
      case .instant, .noted, .fromNow: .instants
      }
    }
    guard let first = kinds.first else { return }
    measurement.kind = first
    if kinds.contains(where: { $0 != first }) {
      return complain(form.nameOffset, .boundsOfDifferentKinds)
    }
    guard first == .instants, let path = measurement.path,
      let kind = known.temporalKind(path, in: section)
    else { return }
    measurement.kind = kind
    measurement.notation = known.notation(path, in: section)
    let isAboutNow = measurement.bounds.contains(where: \.asksForNow)
    if kind == .times, isAboutNow { complain(form.nameOffset, .nowOfTime) }
  }

  /// Whether a limit is below another one of the same kind, as far as numbers tell.
  private static func isBelow(_ one: Limit, _ other: Limit, orEqual: Bool = false) -> Bool {
    switch (one, other) {
    case (.number(let one), .number(let other)), (.share(let one), .share(let other)):
      orEqual
        ? BigDecimal(one) <= BigDecimal(other) : BigDecimal(one) < BigDecimal(other)
    default: false
    }
  }

  /// Complains of bounds that no figure satisfies.
  private mutating func checkOrder(_ form: DocumentMember, _ measurement: Measurement) {
    let lowers = measurement.bounds.filter { $0.side == .lower }
    let uppers = measurement.bounds.filter { $0.side == .upper && $0.otherLimit == nil }
    for lower in lowers {
      for upper in uppers {
        let isOpen = lower.isExclusive || upper.isExclusive
        if Self.isBelow(upper.limit, lower.limit, orEqual: isOpen) {
          return complain(form.nameOffset, .impossibleTableBounds)
        }
      }
    }
  }
}

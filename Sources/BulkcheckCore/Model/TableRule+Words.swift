/// Rules about the table in words, for messages and lists.
extension TableRule {
  /// `mean of amount, by shop: from 10 to 200`.
  package var words: String {
    switch statement {
    case .measure(let measurement): measurement.subject + ": " + measurement.boundWords
    case .sorted(let order):
      "sorted by "
        + order.keys.map { "\($0.path)" + ($0.isDescending ? " descending" : "") }
        .joined(separator: ", ") + (order.isStrict ? ", without ties" : "")
        + (order.groups.isEmpty
          ? "" : ", by " + order.groups.map(\.description).joined(separator: ", "))
    case .columns(let names, let match): match.words(names.joined(separator: ", "))
    case .covers(let coverage): "\(coverage.path) covers \(coverage.reference.place)"
    }
  }

  package var hasGroups: Bool {
    switch statement {
    case .measure(let measurement): !measurement.groups.isEmpty
    case .sorted(let order): !order.groups.isEmpty
    case .columns, .covers: false
    }
  }
}

extension ColumnMatch {
  /// `columns include id, email`.
  fileprivate func words(_ names: String) -> String {
    switch self {
    case .exact: "columns exactly \(names)"
    case .equal: "columns \(names) in any order"
    case .subset: "columns include \(names)"
    case .superset: "only columns \(names)"
    case .partial: "at least one column of \(names)"
    }
  }
}

extension Measurement {
  /// `mean of amount where a condition holds, by shop`.
  package var subject: String {
    var words =
      measure == .count ? "count of records" : "\(measure.rawValue) of \(path ?? FieldPath())"
    if let position { words = "quantile \(position) of \(path ?? FieldPath())" }
    if condition != nil { words += " where the condition holds" }
    if !groups.isEmpty { words += ", by " + groups.map(\.description).joined(separator: ", ") }
    return words
  }

  package var boundWords: String { writtenBounds.map(\.words).joined(separator: ", ") }
}

extension WrittenBound {
  /// `at least 10`, `from 20% to 60%`.
  package var words: String {
    switch (word, value) {
    case ("range", .array(let limits)) where limits.count == 2:
      "from \(plain(limits[0])) to \(plain(limits[1]))"
    case ("minimum", _): "at least " + plain(value)
    case ("maximum", _): "at most " + plain(value)
    case ("exclusiveMinimum", _): "more than " + plain(value)
    case ("exclusiveMaximum", _): "less than " + plain(value)
    case ("const", _): "exactly " + plain(value)
    case ("notConst", _): "not " + plain(value)
    case ("outside", .array(let limits)) where limits.count == 2:
      "not between \(plain(limits[0])) and \(plain(limits[1]))"
    case ("equals", .object(let members)): "exactly " + words(ofNumber: members)
    default: "\(word) \(plain(value))"
    }
  }

  /// The bound with the number that footers have; itself if it is another one.
  func with(footer: String?) -> WrittenBound {
    guard let footer, word == "equals", case .object(var members) = value,
      members.contains(where: { $0.name == "footer" })
    else { return self }
    var bound = self
    members.append(Literal.Member(name: "value", value: .number(footer)))
    bound.value = .object(members)
    return bound
  }

  /// `120, which is rows of manifest.json`; `count of footer 1`.
  private func words(ofNumber members: [Literal.Member]) -> String {
    let texts = Dictionary(
      members.map { ($0.name, plain($0.value)) }, uniquingKeysWith: { first, _ in first })
    if let footer = texts["footer"] {
      let place = "\(texts["column"] ?? "") of footer \(footer)"
      return texts["value"].map { "\($0), which is \(place)" } ?? place
    }
    return "\(texts["value"] ?? ""), which is \(texts["path"] ?? "") of \(texts["file"] ?? "")"
  }

  private func plain(_ value: Literal) -> String {
    if case .text(let text) = value, !isText { text } else { "\(value)" }
  }
}

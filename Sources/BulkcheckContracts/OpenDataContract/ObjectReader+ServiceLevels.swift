internal import BulkcheckCore
internal import BulkcheckDocument

/// Service levels: how new the newest record has to be.
extension ObjectReader {
  /// `slaProperties` of the contract, as far as they are about this object or about none.
  mutating func readServiceLevels() {
    let defaultElement = outline.root["slaDefaultElement"]
    guard let member = outline.root.members?.named("slaProperties") else {
      if let node = defaultElement, !node.isNull {
        findings.leave(node.offset, "`slaDefaultElement`, as there are no `slaProperties`")
      }
      return
    }
    for entry in findings.list(member) {
      guard entry.members != nil else {
        findings.complain(entry, "an entry of `slaProperties`", expected: "an object")
        continue
      }
      readServiceLevel(entry, element: entry["element"] ?? defaultElement)
    }
  }

  /// The properties that are about the age of data, and their synonyms. `freshness` is what the
  /// standard calls latency now.
  private static let ages: Set<String> = ["latency", "ly", "frequency", "fy", "freshness"]

  private mutating func readServiceLevel(_ entry: DocumentNode, element: DocumentNode?) {
    guard let property = entry["property"], let name = property.text else {
      return findings.complain(
        entry["property"] ?? entry, "`property` of a service level", expected: "a string")
    }
    let shown = "the service level \(Complaint.quoted(name))"
    guard Self.ages.contains(name.lowercased()) else {
      return findings.leave(entry.offset, "\(shown), which data cannot show")
    }
    guard let element, let text = element.text else {
      return findings.leave(entry.offset, "\(shown), as it names no `element`")
    }
    let names = text.split(separator: ",").map { $0.trimmed }
    for name in names { readAge(entry, shown, of: name, at: element.offset) }
  }

  private mutating func readAge(
    _ entry: DocumentNode, _ shown: String, of element: String, at offset: Int
  ) {
    var names = element.split(separator: ".").map(String.init)
    let other = names.count > 1 ? outline.object(names[0]) : nil
    if let other {
      // Said where that object is read.
      guard other.name.isExactly(object.name) else { return }
      names.removeFirst()
    } else if outline.objects.count > 1 || names.isEmpty {
      return findings.leave(
        offset, "\(shown): the contract has no element \(Complaint.quoted(element))")
    }
    guard let path = object.path(names) else {
      return findings.leave(
        offset, "\(shown): the contract has no element \(Complaint.quoted(element))")
    }
    guard let distance = distance(entry) else {
      let unit = entry["unit"].map { " " + $0.summary } ?? ""
      return findings.leave(
        entry["value"]?.offset ?? entry.offset,
        "\(shown): \(entry["value"]?.summary ?? "no value")\(unit) is not a number of days, hours, "
          + "minutes, seconds or weeks")
    }
    let place = entry["value"]?.offset ?? entry.offset
    let word = ids.name(of: entry, at: path, entry["property"]?.text ?? "latency")
    table.append(
      .object(
        [
          "id": word, "measure": .text("max", at: entry.offset),
          "of": .text(path.description, at: offset),
          "after": .text("now-" + distance, at: place),
        ], at: entry.offset))
  }

  // MARK: Distances

  private static let units: [String: String] = [
    "d": "d", "day": "d", "days": "d", "h": "h", "hr": "h", "hour": "h", "hours": "h",
    "min": "m", "minute": "m", "minutes": "m", "m": "m", "s": "s", "sec": "s", "second": "s",
    "seconds": "s", "w": "w", "week": "w", "weeks": "w",
  ]

  /// The distance from now in the notation of profiles: a number and a unit, or a duration of
  /// ISO 8601 with one part.
  private func distance(_ entry: DocumentNode) -> String? {
    guard let value = entry["value"] else { return nil }
    let digits = value.digits ?? value.text ?? ""
    if let number = WholeNumber.whole(digits) {
      // Days where the standard's example gives no unit.
      let unit = entry["unit"].map { $0.isNull ? "d" : ($0.text ?? "").lowercased() } ?? "d"
      return Self.units[unit].map { "\(number)\($0)" }
    }
    guard let text = value.text, text.hasPrefix("P"), let letter = text.last else { return nil }
    let isTime = text.hasPrefix("PT")
    let amount = text.dropFirst(isTime ? 2 : 1).dropLast()
    guard let number = WholeNumber.whole(String(amount)) else { return nil }
    switch (letter, isTime) {
    case ("D", false): return "\(number)d"
    case ("W", false): return "\(number)w"
    case ("H", true): return "\(number)h"
    case ("M", true): return "\(number)m"
    case ("S", true): return "\(number)s"
    default: return nil
    }
  }
}

/// Whole numbers that a distance may have.
private enum WholeNumber {
  static func whole(_ digits: String) -> Int? {
    let isNumber =
      !digits.isEmpty && digits.utf8.count <= 20
      && digits.utf8.allSatisfy { Ascii.isDigit($0) || $0 == UInt8(ascii: ".") }
    guard isNumber, digits.utf8.first != UInt8(ascii: "."), digits.utf8.last != UInt8(ascii: "."),
      digits.utf8.count(where: { $0 == UInt8(ascii: ".") }) <= 1
    else { return nil }
    return BigDecimal(digits).integer.flatMap { (1...999_999).contains($0) ? $0 : nil }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

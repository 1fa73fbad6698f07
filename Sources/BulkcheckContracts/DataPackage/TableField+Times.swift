internal import BulkcheckCore
internal import BulkcheckDocument

/// Dates and times.
extension TableField {
  /// A time of ISO 8601, with or without an offset.
  static let timePattern =
    "(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})?"

  /// Gives a date-time without an offset that of UTC.
  static func offsetChange(_ offset: Int) -> DocumentNode {
    .object(
      [
        "replace": .texts(
          [
            "^([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?)$",
            "$1T$2Z",
          ], at: offset)
      ], at: offset)
  }

  mutating func translateTime() {
    guard let format else { return translateDefault() }
    guard var pattern = format.text else {
      return leave(format, "`format` of \(name): expected a text")
    }
    if pattern == "any" {
      return leave(format, "`format` any of \(name): no standard says what that reads")
    }
    if pattern.hasPrefix("fmt:") { pattern.removeFirst(4) }
    guard pattern.contains("%") else {
      return leave(
        format, "`format` \(format.summary) of \(name): expected a pattern such as %d/%m/%Y")
    }
    guard let notation = StrptimePattern.notation(pattern) else {
      return leave(
        format, "`format` \(format.summary) of \(name): a directive of it cannot be read")
    }
    if StrptimePattern.isWhole(notation, for: type) {
      limitsAreTimes = true
      return addType(
        "format", .text(word, at: typeOffset), ["as": .text(notation, at: format.offset)])
    }
    if notation == "%Y" { return addTypePattern("[0-9]{4}", "a year") }
    if notation == "%Y-%-m" { return addTypePattern("[0-9]{4}-(?:0?[1-9]|1[0-2])", "a month") }
    leave(format, "`format` \(format.summary) of \(name): it is not a whole \(type.rawValue)")
  }

  /// The profile's word for the type.
  private var word: String { type == .datetime ? "date-time" : type.rawValue }

  private mutating func translateDefault() {
    switch type {
    case .date: addType("format", .text("date", at: typeOffset))
    case .datetime:
      normalize.append(Self.offsetChange(typeOffset))
      addType("format", .text("date-time", at: typeOffset))
    default:
      let constraints = node["constraints"]
      let limits = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]
      guard limits.contains(where: { constraints?[$0] != nil }) else {
        return addTypePattern(Self.timePattern, "a time")
      }
      // Limits are in UTC, as values without an offset are.
      normalize.append(
        .object(
          [
            "replace": .texts(
              ["^([0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?)$", "$1Z"], at: typeOffset)
          ], at: typeOffset))
      addType("format", .text("time", at: typeOffset))
    }
    limitsAreTimes = true
  }

  /// A limit in the notation of the field.
  func limit(_ node: DocumentNode) -> DocumentNode? {
    guard limitsAreTimes, let text = node.text else { return nil }
    guard format == nil, type != .date else { return node }
    let hasOffset =
      text.hasSuffix("Z") || text.hasSuffix("z")
      || text.dropFirst(11).contains { "+-".contains($0) }
      || type == .time && text.contains { "+-".contains($0) }
    return .text(
      (type == .datetime ? text.replacing(" ", with: "T") : text) + (hasOffset ? "" : "Z"),
      at: node.offset)
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckReport

/// Writes a draft of a JSON Schema (2020-12) from what was found in data. What only a profile can
/// say, such as near misses and `unique`, is left out.
package struct SchemaWriter {
  private let findings: Findings

  /// The text of a schema, by which all records are valid that it was made from.
  package static func text(_ findings: Findings, name: String) -> String {
    SchemaWriter(findings: findings).root(name).joined(separator: "\n") + "\n"
  }

  private func root(_ name: String) -> [String] {
    var members: [[String]] = [
      ["\"$schema\": \"https://json-schema.org/draft/2020-12/schema\""],
      ["\"title\": \(JSONText.quoted(name))"],
      ["\"$comment\": \(JSONText.quoted(origin))"],
    ]
    if findings.counts.otherValues == 0 { members.append(["\"type\": \"object\""]) }
    // A JSON Schema cannot say how its numbers are written.
    findings.tree.takeLenientNumbersForTexts()
    members += object(FieldAdvisor(findings).nestedFields())
    return Self.braces(members)
  }

  private var origin: String {
    "Inferred from \(Figures.counted(findings.counts.total, "record")) of "
      + findings.inputs.prefix(3).map(PathText.shown).joined(separator: ", ") + unread
      + ". A draft: it says what the data is like, not what it should be like."
  }

  private var unread: String {
    let count = findings.counts.malformedTotal
    return count == 0
      ? "" : " (\(Figures.counted(count, "malformed record")) could not be read)"
  }

  // MARK: Members

  /// `required` and `properties` of an object.
  private func object(_ fields: [SuggestedField]) -> [[String]] {
    guard !fields.isEmpty else { return [] }
    var members: [[String]] = []
    let named = fields.filter { !$0.isAnyMember }
    let required = named.filter { $0.isAlwaysThere && !isUncertain($0) }.map(\.key)
    if !required.isEmpty {
      members.append(
        ["\"required\": [\(required.map { JSONText.quoted($0) }.joined(separator: ", "))]"])
    }
    let properties = named.map { field in
      Self.named(field.key, Self.braces(schema(field)))
    }
    if !properties.isEmpty { members.append(Self.named("properties", Self.braces(properties))) }
    for field in fields where field.isAnyMember {
      members.append(Self.named("additionalProperties", Self.braces(schema(field))))
    }
    return members
  }

  /// Words such as `N/A` stand for nothing in a profile, except for texts in a schema.
  private func isUncertain(_ field: SuggestedField) -> Bool {
    findings.isCSV && !findings.missingWords.isEmpty && field.hasNull
  }

  private func schema(_ field: SuggestedField) -> [[String]] {
    var members = field.notes.first.map { [["\"$comment\": \(JSONText.quoted($0))"]] } ?? []
    guard !isUncertain(field) else { return members }
    let allowsNull = field.hasNull && !findings.isCSV
    // Words for booleans are texts in a schema.
    let hasWords = field.rules.contains { $0.keyword == "boolean" }
    for rule in field.rules where !rule.isNearMiss && !(hasWords && rule.keyword == "type") {
      members += Self.keywords(rule, allowsNull: allowsNull).map { [$0] }
    }
    let names = field.nameRules.flatMap { Self.keywords($0, allowsNull: false) }.map { [$0] }
    if !names.isEmpty { members.append(Self.named("propertyNames", Self.braces(names))) }
    members += object(field.members)
    for items in field.items {
      members.append(Self.named("items", Self.braces(schema(items))))
    }
    return members
  }

  // MARK: Keywords

  private static func keywords(_ rule: Suggestion, allowsNull: Bool) -> [String] {
    guard let value = rule.bare else { return [] }
    func pair(_ first: String, _ second: String) -> [String] {
      let parts = value.filter { $0 != "[" && $0 != "]" && $0 != " " }.split(separator: ",")
      guard let low = parts.first, let high = parts.last else { return [] }
      return ["\"\(first)\": \(low)", "\"\(second)\": \(high)"]
    }
    // Limits of dates are texts.
    let isOfNumbers = !value.contains("\"")
    switch rule.keyword {
    case "minimum" where !isOfNumbers, "maximum" where !isOfNumbers, "range" where !isOfNumbers:
      return []
    case "type": return ["\"type\": \(type(value, allowsNull))"]
    case "const" where allowsNull: return ["\"enum\": [\(value), null]"]
    case "enum" where allowsNull: return ["\"enum\": \(value.dropLast()), null]"]
    case "const", "enum", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems",
      "uniqueItems", "multipleOf":
      return ["\"\(rule.keyword)\": \(value)"]
    case "range": return pair("minimum", "maximum")
    case "length": return pair("minLength", "maxLength")
    case "notEmpty": return ["\"minLength\": 1"]
    case "pattern": return pattern(value)
    case "format": return format(value)
    default: return []
    }
  }

  private static func type(_ value: String, _ allowsNull: Bool) -> String {
    guard allowsNull else { return value }
    return value.hasPrefix("[") ? value.dropLast() + ", \"null\"]" : "[\(value), \"null\"]"
  }

  /// A pattern of profiles, if it is one of schemas, too.
  private static func pattern(_ value: String) -> [String] {
    guard let text = Document.text(ofString: Array(value.utf8)),
      (try? PatternSource.ecma(text)) != nil
    else { return [] }
    return ["\"pattern\": \(value)"]
  }

  private static func format(_ value: String) -> [String] {
    Format(inSchema: String(value.dropFirst().dropLast())) == nil ? [] : ["\"format\": \(value)"]
  }

  // MARK: Lines

  /// An object, its members indented.
  private static func braces(_ members: [[String]]) -> [String] {
    guard !members.isEmpty else { return ["{}"] }
    var lines = ["{"]
    for (number, member) in members.enumerated() {
      let isLast = number == members.count - 1
      for (line, text) in member.enumerated() {
        lines.append("  " + text + (line == member.count - 1 && !isLast ? "," : ""))
      }
    }
    return lines + ["}"]
  }

  private static func named(_ name: String, _ value: [String]) -> [String] {
    [JSONText.quoted(name) + ": " + (value.first ?? "")] + value.dropFirst()
  }
}

/// The words of a message besides its value: how it is written, and how it was looked up.
extension FailureExplainer {
  /// `: write 0.5, …` of a text that means a number or a boolean and is none; nil of all others.
  ///
  /// - Parameter hasSettings: a profile can have such words read, in CSV.
  mutating func wordToWrite(
    _ types: [ValueType], _ value: Value, hasSettings: Bool = true
  ) -> String? {
    guard value.kind == .string || value.kind == .cell, value.bytes.count <= 40 else { return nil }
    let text = value.bytes.text
    if types.contains(.boolean), let (plain, opposite) = PlainWord.boolean(text) {
      guard engine.isCSV else { return ": write \(plain) without quotes" }
      guard hasSettings else { return ": write \(plain)" }
      let (yes, no) = plain == "true" ? (text, opposite) : (opposite, text)
      return ": write \(plain), or set the field's "
        + "\"boolean\": {\"true\": [\"\(yes)\"], \"false\": [\"\(no)\"]}"
    }
    guard types.contains(.number) || types.contains(.integer), let plain = PlainWord.number(text),
      types.contains(.number) || !plain.utf8.contains(UInt8(ascii: "."))
    else { return nil }
    guard engine.isCSV else { return ": write \(plain) without quotes" }
    let isLenient = hasSettings && text.utf8.last != UInt8(ascii: ".")
    return ": write \(plain)"
      + (isLenient ? ", or set \"input\": {\"csv\": {\"numbers\": \"lenient\"}}" : "")
  }

  /// The words of ``wordToWrite(_:_:hasSettings:)`` for a rule that is a `type` of a schema.
  mutating func wordToWrite(_ keyword: SchemaStatement, _ culprit: NodeNumber) -> String? {
    guard case .type(let types, _) = keyword, let value = openValue(culprit) else { return nil }
    return wordToWrite(
      types.compactMap { ValueType(rawValue: $0.rawValue) }, value, hasSettings: false)
  }

  /// ` (compared as "XX")` of a text that `normalize` has changed before it was looked up.
  mutating func comparedText(_ value: Value) -> String? {
    guard let compared = lookedUp(value) else { return nil }
    let raw = value.node >= 0 ? engine.core.values.shown(value.node).text : "absent"
    return raw == compared ? nil : " (compared as \(compared))"
  }

  /// ` (compared as "XX")` of a text at one of several places.
  mutating func comparedText(_ rule: RuleNumber, _ place: NodeNumber) -> String? {
    let path = engine.core.tables.rules[rule].samplePath
    let node = engine.core.values.shownNode(place)
    guard path >= 0, node >= 0, engine.core.values.tables.paths[path].changeCount > 0,
      engine.core.values.masking(ofNode: node) == .none
    else { return nil }
    return comparedText(engine.core.values.value(ofNode: node, path: path))
  }

  /// ` (compared as …)` of the parts of a combination.
  mutating func comparedText(_ fields: [FieldPath]) -> String? {
    var parts: [String] = []
    var isChanged = false
    for path in fields {
      guard let number = pathNumber(path),
        !engine.core.values.tables.paths[number].isRepeated,
        engine.core.values.masking.isOpen || !engine.program.hides(number, isCSV: engine.isCSV)
      else { return nil }
      let value = engine.core.values.value(number)
      guard let compared = lookedUp(value) else { return nil }
      if comparedText(value) != nil { isChanged = true }
      parts.append(
        fields.count == 1 ? compared : JSONText.quoted(path.description) + ": " + compared)
    }
    guard isChanged else { return nil }
    let text = fields.count == 1 ? parts[0] : "{" + parts.joined(separator: ", ") + "}"
    return " (compared as \(text))"
  }

  private mutating func lookedUp(_ value: Value) -> String? {
    switch value.kind {
    case .string, .cell: ShownText.text(value.bytes.text).text
    case .number: JSONText.number(value.bytes.text)
    case .true: "true"
    case .false: "false"
    case .absent, .null, .array, .object: nil
    }
  }
}

extension FailureExplainer {
  /// The values at a path, in the order of the record; one without a range where there is none.
  ///
  /// - Parameters:
  ///   - section: the one that reads the path.
  ///   - record: the bytes of the record.
  mutating func inspect(
    _ path: FieldPath, in section: SectionIndex?, of record: ByteView
  ) -> [InspectedValue] {
    self.section = section
    guard let number = pathNumber(path) else { return [] }
    return places(at: path).map { place in
      inspected(
        engine.core.values.value(ofNode: place.node, path: number), at: place, in: record)
    }
  }

  private mutating func inspected(
    _ value: Value, at place: FailureTrace.Site, in record: ByteView
  ) -> InspectedValue {
    var result = InspectedValue.nothing
    result.location = place.location
    result.seenKind = value.kind
    result.seenText = value.isText ? value.bytes.text : nil
    let rawNode = engine.core.values.shownNode(place.node)
    if rawNode >= 0 {
      let node = engine.core.values.table.nodes[rawNode]
      result.kind = node.kind
      result.shown = ShownText.of(node, dialect: engine.core.values.layout.dialect).text
      if record.covers(node.bytes) {
        let start = record.position(of: node.bytes)
        result.range = start..<(start + node.bytes.count)
        let quote = engine.isCSV ? engine.core.values.layout.dialect.quote : Ascii.quote
        result.isQuoted = start > 0 && record[start - 1] == quote
      }
      if node.kind == .string || node.kind == .cell {
        result.text = engine.core.values.text(of: node).text
      }
    }
    result.seen = seenText(of: value)
    result.isUnreadable = value.isUnreadable
    result.isLocalTime = value.isLocalTime
    if value.kind == .array { result.elementCount = Int(value.count) }
    return result
  }

  private mutating func seenText(of value: Value) -> String {
    let maximum = ShownText.codepointsMaximum
    switch value.kind {
    case .absent: return "absent"
    case .null: return "null"
    case .true: return "true"
    case .false: return "false"
    case .string, .cell:
      return JSONText.quoted(value.bytes.prefix(codepoints: maximum).text)
    case .number: return value.bytes.prefix(codepoints: maximum).text
    case .array, .object:
      if engine.isCSV, value.bytes.isEmpty { return "{}" }
      return engine.core.values.jsonText(of: value).prefix(codepoints: maximum).text
    }
  }
}

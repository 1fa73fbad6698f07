/// Failing examples in partial results.
extension Sample {
  func write(to encoder: inout PartialEncoder) {
    encoder.add(input)
    encoder.add(line)
    encoder.add(record)
    encoder.add(byteOffset)
    encoder.add(value)
    encoder.add(valueIsTruncated)
    encoder.add(messageParts)
    encoder.add(kind.map { $0.rawValue })
    encoder.add(column ?? 0)
    encoder.add(reason)
    encoder.add(instanceLocation)
    encoder.add(keywordLocation)
    encoder.add(places.count)
    for place in places {
      encoder.add(place.instanceLocation)
      encoder.add(place.value)
    }
    encoder.add(morePlaces)
  }

  init(from decoder: inout PartialDecoder) throws(PartialDamage) {
    self.init(
      input: try decoder.number(), line: try decoder.number(), record: try decoder.number(),
      byteOffset: try decoder.number(), value: try decoder.flag() ? try decoder.jsonText() : nil,
      messageParts: [])
    valueIsTruncated = try decoder.flag()
    messageParts = try decoder.texts()
    if let name = try decoder.optionalText() {
      guard let kind = MalformedKind(rawValue: name) else { throw PartialDamage() }
      self.kind = kind
    }
    let column = try decoder.number()
    self.column = column == 0 ? nil : column
    reason = try decoder.optionalText()
    instanceLocation = try decoder.optionalText()
    keywordLocation = try decoder.optionalText()
    let count = try decoder.number()
    guard count <= FailureTrace.placesMaximum else { throw PartialDamage() }
    for _ in 0..<count {
      let location = try decoder.text()
      let value = try decoder.flag() ? try decoder.jsonText() : nil
      places.append(FailureLocation(instanceLocation: location, value: value))
    }
    morePlaces = try decoder.number()
  }

  /// Returns the example with its place in a merged run.
  ///
  /// - Parameter places: where each input of the partial result begins in the merged one.
  func moved(to places: [ChunkStart]) throws(PartialDamage) -> Sample {
    guard input < places.count else { throw PartialDamage() }
    let place = places[input]
    var sample = self
    sample.input = place.input
    sample.line = try PartialDecoder.total(line, place.lines)
    sample.record = try PartialDecoder.total(record, place.records)
    sample.byteOffset = try PartialDecoder.total(byteOffset, place.offset)
    return sample
  }
}

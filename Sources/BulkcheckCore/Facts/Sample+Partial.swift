/// Failing examples in partial results.
extension Sample: PartialCodable {
  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&input)
    try coder.code(&line)
    try coder.code(&record)
    try coder.code(&byteOffset)
    try coder.code(&recordPointer)
    try coder.code(&value)
    try coder.check(json: value)
    try coder.code(&valueIsTruncated)
    try coder.code(&messageParts)
    var kindName = kind?.rawValue
    try coder.code(&kindName)
    kind = kindName.flatMap { MalformedKind(rawValue: $0) }
    try coder.check(kind?.rawValue == kindName)
    var columnOrNone = column ?? 0
    try coder.code(&columnOrNone)
    column = columnOrNone == 0 ? nil : columnOrNone
    try coder.code(&reason)
    try coder.code(&instanceLocation)
    try coder.code(&keywordLocation)
    try coder.code(&places, atMost: FailureTrace.placesMaximum)
    try coder.code(&morePlaces)
    try coder.code(&first)
  }

  /// Gives the example its place in a merged run.
  ///
  /// - Parameter places: where each input of the partial result begins in the merged one.
  mutating func move(to places: [ChunkStart]) throws(PartialDamage) {
    guard input < places.count else { throw PartialDamage() }
    let place = places[input]
    input = place.input
    try first?.move(to: places)
    record = try PartialDecoder.total(record, place.records)
    guard line > 0 else { return }
    line = try PartialDecoder.total(line, place.lines)
    byteOffset = try PartialDecoder.total(byteOffset, place.offset)
  }
}

extension FirstOccurrence {
  /// Gives it its place in a merged run.
  ///
  /// - Parameter places: as ``Sample/move(to:)``.
  mutating func move(to places: [ChunkStart]) throws(PartialDamage) {
    guard input < places.count else { throw PartialDamage() }
    let place = places[input]
    input = place.input
    number = try PartialDecoder.total(number, isRecord ? place.records : place.lines)
  }
}

extension FailureLocation: PartialCodable {
  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&instanceLocation)
    try coder.code(&value)
    try coder.check(json: value)
  }
}

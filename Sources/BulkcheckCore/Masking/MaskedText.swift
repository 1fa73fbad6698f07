/// Well-formed JSON text whose masked parts are not to be shown. Slow: only for what is shown.
package enum MaskedText {
  /// The text shown instead of a masked value.
  package static let stars = "***"
  /// A masked value as JSON text.
  package static let value = "\"***\""

  /// The ranges of the masked values in a value at a place, in order: of texts what stands between
  /// the quotes.
  ///
  /// A key may stand twice in an object: each of its values is masked.
  package static func ranges(_ json: ByteView, at place: MaskedLocation) -> [Range<Int>] {
    var finder = MaskedRangeFinder(json)
    finder.find(place)
    return finder.ranges
  }

  /// The text with `***` in place of what is in the ranges; valid JSON.
  package static func text(_ json: ByteView, without ranges: [Range<Int>]) -> [UInt8] {
    var text: [UInt8] = []
    var position = 0
    for range in ranges {
      text += json[position..<range.lowerBound].array
      let isQuoted = range.lowerBound > 0 && json[range.lowerBound - 1] == Ascii.quote
      text += Array((isQuoted ? stars : value).utf8)
      position = range.upperBound
    }
    return text + json[position..<json.count].array
  }

  /// JSON text as reports show it: cut if it is long.
  package static func shown(_ json: [UInt8]) -> (text: String, isTruncated: Bool) {
    let bytes = OwnedBytes(json)
    return withExtendedLifetime(bytes) { ShownText.json(bytes.view) }
  }
}

/// Goes through a value and notes what is masked. Nesting is bounded by what a record may have.
private struct MaskedRangeFinder: ~Copyable {
  private var cursor: JSONCursor
  private var arena = ByteArena()
  private(set) var ranges: [Range<Int>] = []

  init(_ json: ByteView) { cursor = JSONCursor(json) }

  mutating func find(_ place: MaskedLocation) {
    switch place.masking {
    case .none: _ = cursor.takeValue()
    case .whole: note()
    case .parts where cursor.byte == Ascii.openBrace: findInMembers(place)
    case .parts where cursor.byte == Ascii.openBracket: findInElements(place)
    case .parts: _ = cursor.takeValue()
    }
  }

  private mutating func note() {
    let isText = cursor.byte == Ascii.quote
    let start = cursor.position + (isText ? 1 : 0)
    let count = isText ? cursor.takeString().count : cursor.takeValue().count
    ranges.append(start..<start + count)
  }

  private mutating func findInMembers(_ place: MaskedLocation) {
    cursor.advance()
    while let key = cursor.nextKey() {
      find(place.advanced(by: .key(JSONString.unescape(key, into: &arena).text)))
    }
    _ = cursor.take(Ascii.closeBrace)
  }

  private mutating func findInElements(_ place: MaskedLocation) {
    cursor.advance()
    var index = 0
    while cursor.nextElement() {
      find(place.advanced(by: .index(index)))
      index += 1
    }
    _ = cursor.take(Ascii.closeBracket)
  }
}

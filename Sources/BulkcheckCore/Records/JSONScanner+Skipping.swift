/// Everything that no path names: the grammar only. All functions take the position of a value's
/// first byte.
extension JSONScanner {
  mutating func skipObject(_ open: Int, depth: Int) -> Int {
    skipParts(open, areMembers: true, depth: depth)
  }

  mutating func skipArray(_ open: Int, depth: Int) -> Int {
    skipParts(open, areMembers: false, depth: depth)
  }

  @inline(__always)
  private mutating func skipParts(_ open: Int, areMembers: Bool, depth: Int) -> Int {
    let close = areMembers ? Ascii.closeBrace : Ascii.closeBracket
    var start = chunk.afterBlanks(open &+ 1)
    if chunk[start] == close { return start &+ 1 }
    while true {
      if areMembers {
        guard chunk[start] == Ascii.quote else { return JSONScanner.malformed }
        let key = chunk.jsonString(from: start &+ 1, kernel: kernel)
        guard key.close != JSONScanner.malformed else { return JSONScanner.malformed }
        start = chunk.afterColon(key.close &+ 1)
        guard start != JSONScanner.malformed else { return JSONScanner.malformed }
      }
      let end = skipValue(start, depth: depth)
      guard end != JSONScanner.malformed else { return JSONScanner.malformed }
      let behind = chunk.afterBlanks(end)
      if chunk[behind] == Ascii.comma {
        start = chunk.afterBlanks(behind &+ 1)
        continue
      }
      return chunk[behind] == close ? behind &+ 1 : JSONScanner.malformed
    }
  }

  @inline(__always)
  private mutating func skipValue(_ start: Int, depth: Int) -> Int {
    let byte = chunk[start]
    if byte == Ascii.quote {
      let string = chunk.jsonString(from: start &+ 1, kernel: kernel)
      return string.close == JSONScanner.malformed ? JSONScanner.malformed : string.close &+ 1
    }
    if Ascii.opensContainer(byte) {
      guard depth < JSONScanner.depthMaximum else { return JSONScanner.malformed }
      return skip(start, isObject: byte == Ascii.openBrace, depth: depth &+ 1)
    }
    let end = chunk.jsonScalar(at: start).end
    return end > start ? end : JSONScanner.malformed
  }
}

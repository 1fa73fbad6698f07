/// Everything that no path names: the grammar only.
extension JSONScanner {
  mutating func skipObject(_ open: Int, depth: Int) -> Int {
    var cursor = open &+ 1
    var start = position(of: cursor)
    guard isBlank(from: position(of: open) &+ 1, to: start) else { return JSONScanner.malformed }
    if chunk[start] == Ascii.closeBrace { return cursor &+ 1 }
    guard chunk[start] == Ascii.quote else { return JSONScanner.malformed }
    while true {
      let close = position(of: cursor &+ 1)
      if nextEscape < close {
        guard escapesAreValid(upTo: close) else { return JSONScanner.malformed }
      }
      guard isSeparated(from: close &+ 1, to: position(of: cursor &+ 2), by: Ascii.colon) else {
        return JSONScanner.malformed
      }
      let value = skipValue(cursor &+ 2, depth: depth)
      guard value.next != JSONScanner.malformed else { return JSONScanner.malformed }
      cursor = value.next
      start = position(of: cursor)
      if chunk[start] == Ascii.quote {
        guard isSeparated(from: value.end, to: start, by: Ascii.comma) else {
          return JSONScanner.malformed
        }
        continue
      }
      guard chunk[start] == Ascii.closeBrace, isBlank(from: value.end, to: start) else {
        return JSONScanner.malformed
      }
      return cursor &+ 1
    }
  }

  mutating func skipArray(_ open: Int, depth: Int) -> Int {
    var cursor = open &+ 1
    let first = position(of: cursor)
    guard isBlank(from: position(of: open) &+ 1, to: first) else { return JSONScanner.malformed }
    if chunk[first] == Ascii.closeBracket { return cursor &+ 1 }
    while true {
      let value = skipValue(cursor, depth: depth)
      guard value.next != JSONScanner.malformed else { return JSONScanner.malformed }
      cursor = value.next
      let next = position(of: cursor)
      if chunk[next] == Ascii.closeBracket {
        return isBlank(from: value.end, to: next) ? cursor &+ 1 : JSONScanner.malformed
      }
      guard isSeparated(from: value.end, to: next, by: Ascii.comma) else {
        return JSONScanner.malformed
      }
    }
  }

  @inline(__always)
  private mutating func skipValue(_ cursor: Int, depth: Int) -> ReadValue {
    let start = position(of: cursor)
    let byte = chunk[start]
    if byte == Ascii.quote {
      let close = position(of: cursor &+ 1)
      if nextEscape < close {
        guard escapesAreValid(upTo: close) else { return .malformed }
      }
      return ReadValue(next: cursor &+ 2, end: close &+ 1, node: -1)
    }
    if Ascii.opensContainer(byte) {
      guard depth < JSONScanner.depthMaximum else { return .malformed }
      let next =
        byte == Ascii.openBrace
        ? skipObject(cursor, depth: depth + 1) : skipArray(cursor, depth: depth + 1)
      guard next != JSONScanner.malformed else { return .malformed }
      return ReadValue(next: next, end: position(of: next - 1) + 1, node: -1)
    }
    let scalar = scalar(at: start)
    return scalar.end > start
      ? ReadValue(next: cursor &+ 1, end: scalar.end, node: -1) : .malformed
  }
}

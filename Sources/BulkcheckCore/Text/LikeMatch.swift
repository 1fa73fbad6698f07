/// Matches texts with the patterns of `like`: `%` stands for any text, `_` for one code point.
///
/// A `%` first stands for nothing, and takes one code point more whenever the rest does not match.
/// Only the last `%` is tried again, so the time is at most that of both lengths multiplied.
enum LikeMatch {
  private static let every = UInt8(ascii: "%")
  private static let one = UInt8(ascii: "_")

  /// - Parameter escape: what makes the character behind it an ordinary one; empty: nothing does.
  ///   nil: the pattern ends with it.
  static func matches(_ text: ByteView, _ pattern: ByteView, escape: ByteView) -> Bool? {
    if endsInEscape(pattern, escape) { return nil }
    var (place, position) = (0, 0)
    var retry: (place: Int, position: Int)?
    while position < text.count {
      if place < pattern.count {
        if isEscape(pattern, place, escape) {
          let start = place + escape.count
          if takes(text, &position, pattern, start) {
            place = start + pattern.scalar(at: start).length
            continue
          }
        } else if pattern[place] == every {
          place += 1
          retry = (place, position)
          continue
        } else if pattern[place] == one {
          place += 1
          position += text.scalar(at: position).length
          continue
        } else if takes(text, &position, pattern, place) {
          place += pattern.scalar(at: place).length
          continue
        }
      }
      guard let last = retry else { return false }
      let next = last.position + text.scalar(at: last.position).length
      retry = (last.place, next)
      (place, position) = (last.place, next)
    }
    while place < pattern.count, !isEscape(pattern, place, escape), pattern[place] == every {
      place += 1
    }
    return place == pattern.count
  }

  private static func isEscape(_ pattern: ByteView, _ place: Int, _ escape: ByteView) -> Bool {
    !escape.isEmpty && place + escape.count <= pattern.count
      && pattern[place..<place + escape.count].equals(escape)
  }

  private static func endsInEscape(_ pattern: ByteView, _ escape: ByteView) -> Bool {
    if escape.isEmpty { return false }
    var place = 0
    while place < pattern.count {
      if isEscape(pattern, place, escape) {
        place += escape.count
        if place == pattern.count { return true }
      }
      place += pattern.scalar(at: place).length
    }
    return false
  }

  /// Whether the next code point of the text is that of the pattern; goes behind it then.
  private static func takes(
    _ text: ByteView, _ position: inout Int, _ pattern: ByteView, _ place: Int
  ) -> Bool {
    let length = pattern.scalar(at: place).length
    guard position + length <= text.count,
      text[position..<position + length].equals(pattern[place..<place + length])
    else { return false }
    position += length
    return true
  }
}

internal import BulkcheckCore

/// A mistake without its place. The sentences of a language are in extensions, each in its
/// module.
package struct Complaint: Error, Hashable {
  package var message: String
  package var expected: String?
  package var suggestion: String?
  /// The document is read as it should be: a note only for those who knew another meaning.
  package var isNews = false

  package init(_ message: String, expected: String? = nil, suggestion: String? = nil) {
    self.message = message
    self.expected = expected
    self.suggestion = suggestion
  }

  /// Message, expectation and suggestion in one sentence.
  package var sentence: String {
    var text = message
    if let expected { text += ": expected \(expected)" }
    if let suggestion {
      text += (expected == nil ? ": " : "; ") + "did you mean \(Complaint.quoted(suggestion))?"
    }
    return text
  }

  /// A text of the document in quotes, cut if it is very long.
  package static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    // No walk over the whole of a huge text.
    guard let end = scalars.index(scalars.startIndex, offsetBy: 80, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return JSONText.quoted(text) }
    return JSONText.quoted(String(scalars[..<end]) + "…")
  }

  /// A value is not as expected.
  package static func unexpected(_ what: String, found: DocumentNode, expected: String) -> Complaint
  {
    Complaint("\(what) is \(found.summary)", expected: expected)
  }

  /// Names that types, formats, steps and severities have elsewhere.
  private static let otherNames = [
    "average": "mean", "avg": "mean", "bytes": "string", "decimal": "number", "dict": "object",
    "disabled": "off",
    "double": "number", "median": "quantile", "nulls": "missing", "percentile": "quantile",
    "total": "sum", "fatal": "error", "float": "number", "guid": "uuid", "ignore": "off",
    "ip": "ipv4", "list": "array", "map": "object", "none": "off", "record": "object",
    "skip": "off", "strip": "trim", "struct": "object", "telephone": "phone", "text": "string",
    "timestamp": "date-time", "varchar": "string",
  ]

  /// A value is none of some words.
  package static func unknownWord(
    _ what: String, found: DocumentNode, known: [String], or more: String? = nil
  ) -> Complaint {
    let nearest = found.text.flatMap { text in
      // First, as `median` is also near to `mean`.
      otherNames[text].flatMap { known.contains($0) ? $0 : nil }
        ?? NearestWord.of(text, among: known)
    }
    return Complaint(
      "\(what) is \(found.summary)", expected: (known + (more.map { [$0] } ?? [])).alternatives,
      suggestion: nearest)
  }
}

/// Sentences about what is not JSON.
extension Complaint {
  static let lineEndInText = Complaint("a string is not closed before the end of its line")
  static let controlCharacter = Complaint(
    "a control character inside a string", expected: "an escape")
  static let unclosedText = Complaint("a string is not closed", expected: "\"\\\"\" at its end")
  static let unclosedComment = Complaint("a comment is not closed", expected: "\"*/\" at its end")
  static let leadingZero = Complaint("a number has a leading zero")
  static let loneSurrogate = Complaint("half a surrogate pair is not a character")
  static let badHexEscape = Complaint("\"\\u\" is not followed by four hexadecimal digits")

  /// Most are those of a regular expression, written with one backslash.
  static func unknownEscape(_ letter: UInt8?) -> Complaint {
    let known = "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u"
    guard let letter, (0x21..<0x7F).contains(letter) else {
      return Complaint("an unknown escape", expected: known)
    }
    let shown = Character(Unicode.Scalar(letter))
    return Complaint(
      "\\\(shown) is not an escape of JSON",
      expected: "\\\\\(shown) for the text \\\(shown), or \(known)")
  }

  static func notUTF8(_ document: String) -> Complaint {
    Complaint("the \(document) is not valid UTF-8 here")
  }

  static func tooDeep(_ maximum: Int) -> Complaint {
    Complaint("brackets are nested deeper than \(maximum)")
  }

  static func unknownWord(_ word: String) -> Complaint {
    Complaint(
      "\(quoted(word)) is not a JSON value",
      expected: "true, false, null or a string in double quotes",
      suggestion: NearestWord.of(word, among: ["true", "false", "null"]))
  }

  static func unexpectedEnd(of document: String, expected: String) -> Complaint {
    Complaint("the \(document) ends here", expected: expected)
  }

  static func unexpectedCharacter(_ found: String, expected: String) -> Complaint {
    Complaint("unexpected \(quoted(found))", expected: expected)
  }

  package static func repeatedKey(_ name: String, firstLine: Int) -> Complaint {
    Complaint("the key \(quoted(name)) is given twice (first on line \(firstLine))")
  }
}

/// Finds the word that someone probably meant.
package enum NearestWord {
  /// The candidate closest to `word` by edit distance; nil if none is close. Case, `_` and `-`
  /// weigh nothing.
  package static func of(_ word: String, among candidates: some Sequence<String>) -> String? {
    guard word.utf8.count <= wordBytesMaximum else { return nil }
    let wanted = folded(word)
    guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
    // One slip in a short word, up to three in a long one.
    let limit = Swift.max(1, Swift.min(3, wanted.count / 3))
    var distances = EditDistance(wanted)
    var best: (distance: Int, word: String)?
    for candidate in candidates where candidate.utf8.count <= wordBytesMaximum {
      let letters = folded(candidate)
      guard !letters.isEmpty, abs(letters.count - wanted.count) <= limit,
        let distance = distances.distance(to: letters, atMost: limit),
        distance < letters.count, distance < best?.distance ?? .max,
        !candidate.isExactly(word)
      else { continue }
      best = (distance, candidate)
    }
    return best?.word ?? beginning(with: wanted, among: candidates)
  }

  /// The only candidate that begins with some letters, as `integer` with `int`.
  private static func beginning(
    with letters: [UInt32], among candidates: some Sequence<String>
  ) -> String? {
    guard letters.count >= 3 else { return nil }
    var only: String?
    for candidate in candidates where candidate.utf8.count <= wordBytesMaximum {
      guard folded(candidate).starts(with: letters) else { continue }
      if only != nil { return nil }
      only = candidate
    }
    return only
  }

  /// A word of 64 letters, each of four bytes, with as many `_`.
  private static let wordBytesMaximum = 512

  private static func folded(_ word: String) -> [UInt32] {
    var letters: [UInt32] = []
    letters.reserveCapacity(word.utf8.count)
    for byte in word.utf8 {
      switch byte {
      case UInt8(ascii: "_"), UInt8(ascii: "-"): break
      case 0x41...0x5A: letters.append(UInt32(byte) + 0x20)
      case 0..<0x80: letters.append(UInt32(byte))
      default:
        return word.lowercased().unicodeScalars.filter { $0 != "_" && $0 != "-" }.map(\.value)
      }
    }
    return letters
  }
}

/// Damerau's distance from one word: insertions, deletions, replacements and swaps of neighbours
/// (optimal string alignment).
struct EditDistance {
  private let word: [UInt32]
  /// The rows of the table that are still needed.
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var row: [Int] = []

  init(_ word: [UInt32]) { self.word = word }

  /// nil if it is above the limit.
  mutating func distance(to other: [UInt32], atMost limit: Int) -> Int? {
    last = Array(0...other.count)
    row = last
    beforeLast = last
    for (index, letter) in word.enumerated() {
      row[0] = index + 1
      var least = row[0]
      for column in other.indices {
        let cost = letter == other[column] ? 0 : 1
        var best = Swift.min(row[column] + 1, last[column + 1] + 1, last[column] + cost)
        if index > 0, column > 0, letter == other[column - 1], word[index - 1] == other[column] {
          best = Swift.min(best, beforeLast[column - 1] + 1)
        }
        row[column + 1] = best
        least = Swift.min(least, best)
      }
      // The row before is at most one below, and a swap that takes it up costs one.
      if least > limit { return nil }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[other.count] <= limit ? last[other.count] : nil
  }
}

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

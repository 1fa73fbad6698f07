internal import BulkcheckCore

/// Text of unknown origin made fit for XML, HTML and Markdown.
enum MarkupText {
  /// `text` for XML 1.0 and HTML, in content and in quoted attributes.
  ///
  /// What steers a terminal or reverses text, and what XML 1.0 has no way to write (most control
  /// characters, U+FFFE, U+FFFF), is shown as `\uXXXX`. Line ends and tabs of `text` stay if it is
  /// `multiline`.
  static func escaped(_ text: String, multiline: Bool = false) -> String {
    let lines =
      multiline ? text.split(separator: "\n", omittingEmptySubsequences: false) : [text[...]]
    return lines.map { escapedLine(String($0)) }.joined(separator: "\n")
  }

  private static func escapedLine(_ text: String) -> String {
    TerminalText.escaped(text).unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: String(scalar)
      }
    }.joined()
  }

  /// `text` as inline code of Markdown, in a table too.
  ///
  /// Everything that Markdown could take for structure is a character reference, which it never
  /// does (CommonMark 0.31, 2.5), inside an HTML element, in which mentions and references are not
  /// looked for.
  static func code(_ text: String) -> String { "<code>" + inline(text) + "</code>" }

  /// `text` as plain text within a line of Markdown.
  static func inline(_ text: String) -> String {
    TerminalText.escaped(text).unicodeScalars.map { scalar in
      switch scalar {
      case _ where !scalar.isASCII: String(scalar)
      case "a"..."z", "A"..."Z", "0"..."9", " ", ",", ";", "/", "%", "?", "=", ".", "-":
        String(scalar)
      default: "&#\(scalar.value);"
      }
    }.joined()
  }

  /// Lines as a fenced code block of Markdown, its fence longer than any run of backticks in them.
  static func fenced(_ lines: [String]) -> String {
    var longest = 0
    for line in lines {
      var run = 0
      for byte in line.utf8 {
        run = byte == UInt8(ascii: "`") ? run + 1 : 0
        longest = max(longest, run)
      }
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return fence + "text\n" + lines.joined(separator: "\n") + "\n" + fence + "\n"
  }
}

/// Names for ids in formats that have no way to write every character: different ones for
/// different ids.
enum DistinctNames {
  /// The name that `shown` makes of each id. If two would be the same, the backslashes of all ids
  /// are doubled first, so that those that `shown` adds are the only single ones.
  static func of(_ ids: [String], shown: (String) -> String) -> [String] {
    // By bytes: two strings that `String` calls equal may be two ids.
    func different(_ texts: [String]) -> Int { Set(texts.map { Array($0.utf8) }).count }
    let names = ids.map(shown)
    guard different(names) < different(ids) else { return names }
    return ids.map { id in
      shown(id.unicodeScalars.map { $0 == "\\" ? "\\\\" : String($0) }.joined())
    }
  }
}

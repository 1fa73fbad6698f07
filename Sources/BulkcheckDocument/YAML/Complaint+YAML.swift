internal import BulkcheckCore

/// Sentences about YAML.
extension Complaint {
  /// - Parameter context: what was being read, and on which line it begins.
  static func notYAML(_ message: String, context: (text: String, line: Int)?) -> Complaint {
    let place = context.map { " (\($0.text), which begins on line \($0.line))" } ?? ""
    return Complaint("not YAML: \(message)\(place)", expected: remedy(message))
  }

  /// The help for the usual faults.
  private static func remedy(_ message: String) -> String? {
    switch message {
    case "mapping values are not allowed in this context":
      "quotes around a text with a colon and a blank, or another indentation"
    case "found character that cannot start any token":
      "blanks where a line is indented, and quotes around a text with such a character"
    case "found unknown escape character":
      "two backslashes for one, or single quotes, in which a backslash is one"
    default: nil
    }
  }

  static let yamlNotBuilt = Complaint(
    "YAML, which this command was built without",
    expected: "JSON, or a command that is built with the trait YAML (libyaml)")

  static let severalDocuments = Complaint(
    "a second YAML document begins here", expected: "one document in a file")

  static let behindTheValue = Complaint("something stands behind the value of the document")

  static let tooManyDirectives = Complaint("there are more than 64 YAML directives")

  static let tooManyDigits = Complaint(
    "a number has more than 256 hexadecimal or octal digits", expected: "decimal digits")

  static let aliasesStandForTooMuch = Complaint(
    "the aliases stand for too much",
    expected: "at most 100,000 values more than the file holds itself")

  static func tooDeepYAML(_ maximum: Int) -> Complaint {
    Complaint("values are nested deeper than \(maximum)")
  }

  static func keyIsNoText(_ key: String) -> Complaint {
    Complaint("a key is \(key)", expected: "a text; put the key in quotes")
  }

  static func notFinite(_ text: String) -> Complaint {
    Complaint("\(text) has no value in JSON", expected: "a number, or quotes around the text")
  }

  static func unknownTag(_ tag: String) -> Complaint {
    Complaint(
      "the tag \(quoted(CoreTag.shown(tag))) is not supported",
      expected: "!!str, !!int, !!float, !!bool, !!null, !!seq, !!map, or no tag")
  }

  static func tagDoesNotFit(_ tag: String) -> Complaint {
    Complaint("the value does not fit its tag \(quoted(CoreTag.shown(tag)))")
  }

  static func unknownAnchor(_ name: String, nearest: String?) -> Complaint {
    Complaint(
      "no anchor &\(name) stands before this alias", suggestion: nearest.map { "*" + $0 })
  }

  static func aliasInItself(_ name: String) -> Complaint {
    Complaint("the alias *\(name) is inside of what it stands for")
  }

  static func mergesNoMapping(_ node: DocumentNode) -> Complaint {
    unexpected("the value of <<", found: node, expected: "a mapping, or a list of mappings")
  }
}

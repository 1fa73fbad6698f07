internal import BulkcheckCore

/// How the rules that failed on a fixture differ from those expected to fail.
struct FixtureDifference: CustomStringConvertible {
  /// Expected and failed.
  let agreed: [String]
  let missing: [String]
  let unexpected: [String]

  /// Both are sets: order and repetition mean nothing.
  init(expected: [String], actual: [String]) {
    let (expected, actual) = (Set(expected), Set(actual))
    agreed = expected.intersection(actual).sorted()
    missing = expected.subtracting(actual).sorted()
    unexpected = actual.subtracting(expected).sorted()
  }

  var isEmpty: Bool { missing.isEmpty && unexpected.isEmpty }

  /// A line for each id, `-` for one that should have failed and `+` for one that should not.
  var description: String {
    func lines(_ ids: [String], _ sign: String, _ words: String) -> [String] {
      ids.map { "  \(sign) \(TerminalText.escaped($0))  \(words)" }
    }
    let lines =
      lines(agreed, " ", "failed as expected")
      + lines(missing, "-", "expected to fail, did not")
      + lines(unexpected, "+", "failed, not expected to")
    return lines.joined(separator: "\n")
  }
}

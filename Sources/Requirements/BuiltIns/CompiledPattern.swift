internal import BulkcheckCore

/// A pattern that any number of threads match at once.
struct CompiledPattern: Sendable {
  private let pattern: Pattern

  init(_ source: PatternSource) throws(PatternError) { pattern = try Pattern(source) }

  /// Whether the pattern is found in the text; nil if the match limit was reached.
  func matches(_ text: String) -> Bool? {
    let outcome = withExtendedLifetime(pattern) {
      ByteView.withUTF8(of: text) { ThreadMatcher.match(pattern.code, $0) }
    }
    return switch outcome {
    case .matched: true
    case .notMatched: false
    case .limitExceeded: nil
    }
  }
}

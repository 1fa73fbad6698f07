internal import BulkcheckCore
internal import Synchronization

/// A pattern that any number of threads match at once: the compiled code and matchers to lend.
final class CompiledPattern: Sendable {
  /// One thread at a time has a matcher: it is taken from the pool, used, and given back.
  private final class Loan: @unchecked Sendable {
    // Sendable: only the thread that took the loan out of the pool touches the matcher.
    let matcher = PatternMatcher()
  }

  /// Matchers kept for the next call; more are made and dropped while more threads match at once.
  private static let idleMaximum = 4

  private let pattern: Pattern
  private let idle = Mutex<[Loan]>([])

  init(_ source: PatternSource) throws(PatternError) { pattern = try Pattern(source) }

  /// Whether the pattern is found in the text; nil if the match limit was reached.
  func matches(_ text: String) -> Bool? {
    let loan = idle.withLock { $0.popLast() } ?? Loan()
    defer {
      idle.withLock { if $0.count < Self.idleMaximum { $0.append(loan) } }
    }
    return StringBytes.with(text) { bytes in
      switch loan.matcher.match(pattern.code, bytes) {
      case .matched: true
      case .notMatched: false
      case .limitExceeded: nil
      }
    }
  }
}

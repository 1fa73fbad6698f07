import Testing

@testable import BulkcheckCore

/// A pattern on PCRE2, on the kernels for classes, and as an automaton where it can be one.
final class PatternTwins {
  let source: PatternSource
  let tree: PatternTree
  /// Whether it is worth it: expensive ones are compared all the same.
  let isTaken: Bool
  /// How many answers were compared, how many of them were matches, and how many texts the kernels
  /// left to PCRE2.
  private(set) var compared = 0
  private(set) var matched = 0
  private(set) var undecided = 0

  private let twin: Pattern
  private let fast: [ClassPattern]
  private let automaton: PatternAutomaton?
  private let matcher = PatternMatcher()

  /// Nil for a text that is not a pattern, or one that is left to PCRE2.
  init?(_ source: PatternSource) {
    guard let twin = try? Pattern(source, engine: .pcre2), let tree = PatternTree(source) else {
      return nil
    }
    let fast = ScanKernel.available.compactMap {
      ClassPattern(tree, kernel: $0, costMaximum: .max)
    }
    guard fast.count == ScanKernel.available.count,
      let pattern = try? Pattern(source, engine: .classes(.best))
    else { return nil }
    (self.source, self.tree, self.twin, self.fast) = (source, tree, twin, fast)
    automaton = PatternAutomaton(tree)
    isTaken = pattern.code.hasClassPattern
  }

  deinit {
    for pattern in fast { pattern.deallocate() }
    automaton?.deallocate()
  }

  /// Whether the pattern can be an automaton.
  var hasAutomaton: Bool { automaton != nil }

  /// Nil if PCRE2 gave up.
  func expected(_ text: ByteView) -> Bool? {
    switch matcher.match(twin.code, text) {
    case .matched: true
    case .notMatched: false
    case .limitExceeded: nil
    }
  }

  /// Compares the answers for a text.
  func compare(_ text: ByteView, _ note: @autoclosure () -> String = "") {
    guard let expected = expected(text) else { return }
    let answers = fast.map { $0.matches(text) } + (automaton.map { [$0.matches(text)] } ?? [])
    for answer in answers {
      guard let found = answer else {
        undecided += 1
        continue
      }
      compared += 1
      if expected { matched += 1 }
      if found != expected {
        Issue.record("\(source.pattern) on \(text.text.debugDescription): \(found) \(note())")
      }
    }
  }

  /// Compares the answers for random texts that are made for the pattern.
  func compareTexts(_ count: Int, seed: Int, _ note: @autoclosure () -> String) {
    var subjects = PatternSubjects(tree, seed: seed)
    for _ in 0..<count {
      let owner = OwnedBytes(subjects.next())
      withExtendedLifetime(owner) { compare(owner.view, note()) }
    }
  }
}

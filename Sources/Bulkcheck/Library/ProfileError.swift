internal import BulkcheckDocument
internal import BulkcheckProfile

/// Lists all mistakes of a profile at once.
///
/// `description` shows each mistake as a compiler does: place, sentence, the line, a caret.
public struct ProfileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public let code: Code
  /// Every mistake in the order of their places; empty unless ``code`` is ``Code/mistakes``.
  public let mistakes: [Mistake]
  /// The message for people.
  public let description: String

  /// A kind of error. More may be added, so a `switch` needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// The profile has mistakes; see ``ProfileError/mistakes``.
    public static let mistakes = Code(description: "mistakes")
    /// The profile file cannot be read.
    public static let unreadable = Code(description: "unreadable")
    /// A rule that was selected does not exist.
    public static let unknownRule = Code(description: "unknownRule")
    /// The rules cannot be compiled, for instance because there are too many.
    public static let cannotCompile = Code(description: "cannotCompile")
  }

  /// One mistake and its place.
  public struct Mistake: Hashable, Sendable {
    /// From 1.
    public let line: Int
    /// In characters, from 1.
    public let column: Int
    /// What is wrong, without a full stop.
    public let message: String
    /// What could be there.
    public let expected: String?
    /// The nearest word that could be there.
    public let suggestion: String?
  }

  init(code: Code, text: String) {
    self.code = code
    mistakes = []
    description = text
  }

  init(_ error: ProfileMistakes) {
    code = .mistakes
    mistakes = error.mistakes.map { mistake in
      Mistake(
        line: mistake.line, column: mistake.column, message: mistake.message,
        expected: mistake.expected, suggestion: mistake.suggestion)
    }
    description = error.description
  }
}

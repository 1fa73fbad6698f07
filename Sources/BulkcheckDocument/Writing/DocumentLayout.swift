/// The parts of a text that its values do not tell: comments, and where arrays and objects end.
package struct DocumentLayout: Sendable {
  struct Comment: Sendable {
    var offset: Int
    /// Without the marks of a comment.
    var lines: [String]
  }

  struct Container: Sendable {
    /// The offset behind it; of a block of YAML, behind its last scalar, bracket or comment.
    var end: Int
    /// In brackets.
    var isFlow: Bool
  }

  /// In the order of the text.
  var comments: [Comment] = []
  /// The arrays and objects that are not empty, by their offsets.
  var containers: [Int: Container] = [:]
}

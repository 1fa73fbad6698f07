internal import BulkcheckCore
internal import BulkcheckDocument

/// Notes about paths that are hardly meant as they stand: `*` was a name before it meant every
/// member, and a path computes nothing.
extension ProfileReader {
  /// - Parameter text: the path as it is written.
  mutating func noteStars(_ path: FieldPath, _ text: String, at offset: Int) {
    guard !isFirstReading else { return }
    if path.steps.contains(.everyMember) {
      notes.append((offset, .everyMember(text)))
    } else if Self.hasStarAtBracket(path) {
      notes.append((offset, .starAtBracket(text)))
    } else if Self.looksLikeExpression(text) {
      notes.append((offset, .expressionAsName(text)))
    } else {
      noteOddNames(path, text, at: offset)
    }
  }

  /// Notes a name that looks like steps which no path has, unless quotes say that it is one.
  mutating func noteOddNames(_ path: FieldPath, _ text: String, at offset: Int) {
    guard !isFirstReading, !text.hasPrefix("/"), !text.contains("\""),
      !Self.looksLikeExpression(text)
    else { return }
    for case .key(let name) in path.steps {
      if name.utf8.count > 1, name.utf8.contains(UInt8(ascii: "*")) {
        return notes.append((offset, .starInName(name)))
      }
    }
  }

  /// Whether a path has operators between blanks, `*` between names, or the brackets of a function.
  private static func looksLikeExpression(_ text: String) -> Bool {
    guard !text.hasPrefix("/"), !text.contains("\"") else { return false }
    let operators = ["+", "-", "*", "/"] + ComparisonOperator.allCases.map(\.rawValue)
    let words = text.split(separator: " ").dropFirst().dropLast()
    if words.contains(where: { operators.contains(String($0)) }) { return true }
    let functions = ["length(", "count(", "sum(", "min(", "max("]
    if text.hasSuffix(")"), functions.contains(where: text.hasPrefix) { return true }
    let parts = text.split(separator: "*", omittingEmptySubsequences: false)
    return parts.count > 1 && parts.allSatisfy { $0.last?.isLetter ?? false }
      && parts.allSatisfy { $0.first?.isLetter ?? false }
  }

  /// Whether a name has a `*` next to an index: `items*[0]` is hardly meant as a name.
  private static func hasStarAtBracket(_ path: FieldPath) -> Bool {
    for (position, step) in path.steps.enumerated() {
      guard case .key(let name) = step, name != "*", name.last == "*",
        position + 1 < path.steps.count
      else { continue }
      switch path.steps[position + 1] {
      case .index, .everyElement: return true
      case .key, .keyOrIndex, .everyMember, .recordKey, .previous: continue
      }
    }
    return false
  }
}

extension Complaint {
  fileprivate static func everyMember(_ text: String) -> Complaint {
    var complaint = Complaint(
      "in \(quoted(text)), `*` stands for every member (in CSV, every column); for a field "
        + "named `*`, write \(quoted(JSONText.quoted("*")))")
    complaint.isNews = true
    return complaint
  }

  fileprivate static func expressionAsName(_ text: String) -> Complaint {
    Complaint(
      "\(quoted(text)) looks like an expression, but is a name here; write expressions in "
        + "`compare`, with spaces around the operators")
  }

  fileprivate static func starInName(_ name: String) -> Complaint {
    Complaint(
      "\(quoted(name)) is a name here: `*` stands for members only where it is a whole segment; "
        + "if the name is meant, quote it: \(quoted(JSONText.quoted(name)))")
  }

  fileprivate static func starAtBracket(_ text: String) -> Complaint {
    Complaint(
      "\(quoted(text)) is a name with `*` in it; write `[*]` for every element, and `*` "
        + "between dots for every member")
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument

/// Notes about `*` in paths, which was a name before it meant every member.
extension ProfileReader {
  /// - Parameter text: the path as it is written.
  mutating func noteStars(_ path: FieldPath, _ text: String, at offset: Int) {
    guard !isFirstReading else { return }
    if path.steps.contains(.everyMember) {
      notes.append((offset, .everyMember(text)))
    } else if Self.hasStarAtBracket(path) {
      notes.append((offset, .starAtBracket(text)))
    }
  }

  /// Whether a name has a `*` next to a bracket: `items[* ]` is hardly meant as a name.
  private static func hasStarAtBracket(_ path: FieldPath) -> Bool {
    for (position, step) in path.steps.enumerated() {
      guard case .key(let name) = step, name != "*" else { continue }
      let letters = Array(name.unicodeScalars).filter { $0 != " " }
      for (index, letter) in letters.enumerated() where letter == "*" {
        let before = index > 0 ? letters[index - 1] : nil
        let after = index + 1 < letters.count ? letters[index + 1] : nil
        if before == "[" || before == "]" || after == "[" || after == "]" { return true }
      }
      guard letters.last == "*", position + 1 < path.steps.count else { continue }
      switch path.steps[position + 1] {
      case .index, .everyElement: return true
      case .key, .keyOrIndex, .everyMember: continue
      }
    }
    return false
  }
}

extension Complaint {
  fileprivate static func everyMember(_ text: String) -> Complaint {
    Complaint(
      "in \(quoted(text)) `*` stands for every member, in CSV for every column; a field of that "
        + "name is written \(quoted(JSONText.quoted("*")))")
  }

  fileprivate static func starAtBracket(_ text: String) -> Complaint {
    Complaint(
      "\(quoted(text)) is a name with `*` in it; every element is written `[*]`, every member `*` "
        + "between dots")
  }
}

/// Patterns of strptime, in which Table Schema gives the formats of dates and times, as the
/// notation of profiles (docs/reference/dates.md#other-notations).
enum StrptimePattern {
  /// The notation; nil if the pattern has a directive that profiles lack.
  ///
  /// strptime reads one or two digits where a profile's `%m` reads two.
  static func notation(_ pattern: String) -> String? {
    var notation = ""
    var rest = pattern.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "%" else {
        notation.unicodeScalars.append(scalar)
        continue
      }
      guard let directive = rest.popFirst() else { return nil }
      switch directive {
      case "m", "d", "H", "I": notation += "%-\(directive)"
      case "Y", "y", "b", "B", "p", "M", "S", "f", "z", "%", "e": notation += "%\(directive)"
      case "h": notation += "%b"
      case "T": notation += "%-H:%M:%S"
      case "F": notation += "%Y-%-m-%-d"
      case "R": notation += "%-H:%M"
      case "D": notation += "%-m/%-d/%y"
      default: return nil
      }
    }
    return notation
  }

  /// Whether a notation has what a value of the type needs.
  static func isWhole(_ notation: String, for type: FieldType) -> Bool {
    func has(_ directives: String...) -> Bool {
      directives.contains { notation.contains("%\($0)") || notation.contains("%-\($0)") }
    }
    let date = has("Y", "y") && has("m", "b", "B") && has("d", "e")
    let time = has("H") || has("I") && has("p")
    switch type {
    case .date: return date
    case .time: return time
    default: return date && time
    }
  }
}

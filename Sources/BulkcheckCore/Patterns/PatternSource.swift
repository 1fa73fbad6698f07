/// A regular expression with its options, as a profile writes it.
///
/// Two are equal if they are the same code points with the same options.
package struct PatternSource: Sendable {
  package enum Option: String, CaseIterable, Hashable, Sendable {
    case caseInsensitive, multiline, dotAll, extended
  }
  package var pattern: String
  package var options: Set<Option>

  package init(_ pattern: String, options: Set<Option> = []) {
    self.pattern = pattern
    self.options = options
  }
}

extension PatternSource: Hashable {
  package static func == (left: PatternSource, right: PatternSource) -> Bool {
    left.pattern.isExactly(right.pattern) && left.options == right.options
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(pattern))
    hasher.combine(options)
  }
}

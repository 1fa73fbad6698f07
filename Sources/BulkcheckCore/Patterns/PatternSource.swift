/// A regular expression with its options, as a profile writes it.
package struct PatternSource: Hashable, Sendable {
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

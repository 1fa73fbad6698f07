/// The engine that matches texts.
package enum PatternEngine: Hashable, Sendable {
  /// PCRE2 alone.
  case pcre2
  /// A ``ClassPattern`` or a ``PatternAutomaton`` where the pattern can be one, PCRE2 for all
  /// others and for the texts that these leave undecided.
  case classes(ScanKernel)

  /// The fastest one, unless the environment says `BULKCHECK_PATTERN_ENGINE=pcre2`. It is asked
  /// once a process.
  package static let standard: PatternEngine = {
    Environment.value("BULKCHECK_PATTERN_ENGINE") == "pcre2" ? .pcre2 : .classes(.standard)
  }()
}

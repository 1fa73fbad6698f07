#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What judges texts by patterns.
package enum PatternEngine: Hashable, Sendable {
  /// PCRE2 alone.
  case pcre2
  /// A ``ClassPattern`` where the pattern can be one, PCRE2 for all others and for the texts that it leaves
  /// undecided.
  case classes(ScanKernel)

  /// The fastest one, unless the environment says `BULKCHECK_PATTERN_ENGINE=pcre2`. It is asked once a process.
  package static let standard: PatternEngine = {
    // SAFETY: the name is a literal, and the value is read before anything could change the environment here.
    guard let value = unsafe getenv("BULKCHECK_PATTERN_ENGINE") else { return .classes(.standard) }
    return unsafe String(cString: value) == "pcre2" ? .pcre2 : .classes(.standard)
  }()
}

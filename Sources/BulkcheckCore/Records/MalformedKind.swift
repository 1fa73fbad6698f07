/// Why a record could not be parsed.
package enum MalformedKind: String, CaseIterable, Hashable, Sendable {
  case syntax, encoding, depth, length, quote, ragged
}

/// How rules are written that nearly hold.
package enum NearMisses: String, CaseIterable, Sendable {
  /// As comments.
  case comment
  /// As warnings, with the tolerance that they need.
  case warning
}

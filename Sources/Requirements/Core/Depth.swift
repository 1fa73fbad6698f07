/// How much is asked of a check.
enum Depth: Sendable {
  /// The first reason is enough.
  case first
  case every
}

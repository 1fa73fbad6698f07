/// The kind of a value, as far as reading goes.
package enum ValueKind: UInt8, BitwiseCopyable, Sendable {
  case absent, null, `false`, `true`, number, string, array, object
  /// The text of a CSV cell (or of an element of one) whose field declares no type: each constraint
  /// reads it as the kind that it is about.
  case cell
}

extension JSONText {
  /// A number as it is written; as a string if JSON has no such number: a cell can be `007`.
  package static func number(_ digits: String) -> String {
    JSONDiagnosis.isWellFormed(digits) ? digits : quoted(digits)
  }
}

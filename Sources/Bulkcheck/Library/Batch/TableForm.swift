internal import BulkcheckCore
internal import BulkcheckProfile
internal import Requirements

/// A ``TableRequirement`` without the type of its record.
struct TableForm: Sendable {
  var measure: Measure
  var bounds: TableBounds
  /// The outline of a key path to the measured value; nil for `count`.
  var subject: Outline?
  var condition: Outline?
  var groups: [Outline] = []
  var position: String?
  var passesEmpty = false
  var id: String?
  var message: String?
  var severity = Severity.error
  var labels: [String] = []
  var mistakes: [String] = []

  mutating func take(position value: Double) {
    position = NumberDigits.digits(value).flatMap { QuantilePosition.text($0) }
    if position == nil { mistakes.append("the position of a quantile is a number from 0 to 1") }
  }
}

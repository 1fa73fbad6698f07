/// The value at fault among several of a record.
struct Culprit: BitwiseCopyable {
  /// The number of its node, or -1 if it is absent.
  var node: NodeNumber
  /// The place of the value, or of what is around it if it is absent: see
  /// ``BatchValues/order(of:)``.
  var position: UInt32
  /// The column in whose lane it was judged, and the number of that lane in the order of the walk.
  var column: ColumnNumber
  var order: UInt64

  /// Stands for no value.
  static let none = Culprit(node: -1, position: 0, column: -1, order: 0)

  /// Whether it comes before another one of the record. What one walk found comes in its order: of
  /// a key that occurs twice, the last value has the place of the first.
  func isBefore(_ other: Culprit) -> Bool {
    column == other.column ? order < other.order : position < other.position
  }
}

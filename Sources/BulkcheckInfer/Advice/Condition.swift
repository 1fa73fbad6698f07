/// What a field must be if another field has one of some values.
struct Condition {
  /// The field of the condition: its place in the tree, its path, and the values as JSON text.
  var place: Int32
  var field: String
  var values: [String]

  /// The path of the field that is asked for.
  var needed: String
  var isRequired: Bool
  var pattern: String?
  /// Records that are judged.
  var evaluated: Int
  var exceptions: Int

  /// Records in which the field of the condition has one of the values.
  var records = 0
  /// Other records in which the field has a value, or one that the pattern fits.
  var elsewhere = 0
  /// The field has a value in no other record.
  var isExclusive = false
}

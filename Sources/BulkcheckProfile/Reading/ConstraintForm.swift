internal import BulkcheckCore
internal import BulkcheckDocument

/// A constraint's short or long form, taken apart (docs/reference/profile.md#short-and-long-form).
struct ConstraintForm {
  /// The key in its block.
  var keyword: Keyword
  var nameOffset: Int
  /// nil: the long form of a flag without `value`, which means `true`.
  var operand: DocumentNode?
  /// The offset of the operand, or of the key where there is none.
  var offset: Int
  var options: Set<PatternSource.Option> = []
  /// `as` and `timeZone` of a format.
  var notation: [DocumentMember] = []
  var isLong = false
  /// The members of the long form but `value`, `options` and the notation.
  var attributes: [DocumentMember] = []
}

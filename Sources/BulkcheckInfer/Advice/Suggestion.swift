/// A rule that the data suggests, as a member of a block of the profile, with what speaks for it.
struct Suggestion: Equatable {
  var keyword: String
  /// JSON text.
  var value: String
  /// Without attributes; nil for a format that only a profile knows.
  var bare: String?
  /// The same as a warning, if it is a rule that nearly holds.
  var warning: String?
  /// Empty if there is nothing to say.
  var evidence: String
  /// Nearly holds: written as a comment, with the tolerance that it would need.
  var isNearMiss = false
}

/// A field of the profile to be.
struct SuggestedField {
  /// The path as it is written in the profile.
  var path: String
  /// Its place in the tree.
  var node: Int32 = 0
  /// Its last name as the data has it.
  var key = ""
  /// Means all members of the object that it is in.
  var isAnyMember = false
  /// What the names of all members have in common.
  var nameRules: [Suggestion] = []
  /// In every record or object that it could be in, if only as null.
  var isAlwaysThere = false
  var hasNull = false
  /// Lines of comment before the rules.
  var notes: [String] = []
  var rules: [Suggestion] = []
  /// The block for the elements of an array.
  var items: [SuggestedField] = []
  /// The blocks of members that cannot stand by their own paths.
  var members: [SuggestedField] = []
  /// The definition that has the members instead.
  var use: String?
}

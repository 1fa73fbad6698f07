/// A member that a rule complains about by its name, perhaps with a value.
struct NamedMember {
  var name: String
  /// What reports show of the value; nil if the member is missing.
  var shown: (text: String, isTruncated: Bool)?
}

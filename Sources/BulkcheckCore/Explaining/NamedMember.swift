/// A member that a rule complains about by its name, perhaps with a value.
struct NamedMember {
  var name: String
  /// The text that reports show of the value; nil if the member is missing.
  var shown: (text: String, isTruncated: Bool)?

}

/// The members that a rule complains about, each once.
struct NamedMembers {
  /// The first of them, as many as were asked for.
  var first: [NamedMember] = []
  /// How many there are in all.
  var count = 0

  /// The names of the first, as a message lists them: `"a", "b" and 3 more`.
  var list: String {
    let names = first.prefix(FailureTrace.placesMaximum).map { JSONText.quoted($0.name) }
    let more = count - names.count
    return names.joined(separator: ", ")
      + (more > 0 ? " and \(DigitText.grouped(more)) more" : "")
  }

  /// The complaint that they are missing, or not allowed: `"a", "b" and 3 more are missing`. All
  /// are missing, or none; nil if there are none.
  var complaint: String? {
    guard let member = first.first else { return nil }
    return list + (count == 1 ? " is " : " are ")
      + (member.shown == nil ? "missing" : "not allowed")
  }
}

/// A member that a rule complains about by its name, perhaps with a value.
struct NamedMember {
  var name: String
  /// What reports show of the value; nil if the member is missing.
  var shown: (text: String, isTruncated: Bool)?

  /// That members are missing, or not allowed: `"a", "b" and 3 more are missing`.
  ///
  /// - Parameter members: not empty; all missing, or none.
  static func complaint(about members: [NamedMember]) -> String {
    let names = members.prefix(FaultTrace.placesMaximum).map { JSONText.quoted($0.name) }
    let more = members.count - names.count
    return names.joined(separator: ", ")
      + (more > 0 ? " and \(DigitText.grouped(more)) more" : "")
      + (members.count == 1 ? " is " : " are ")
      + (members[0].shown == nil ? "missing" : "not allowed")
  }
}

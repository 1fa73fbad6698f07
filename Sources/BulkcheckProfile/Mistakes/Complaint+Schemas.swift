internal import BulkcheckDocument

/// Sentences about the JSON Schema beside a profile.
extension Complaint {
  static let schemasUnreadable = Complaint("no JSON Schema can be read here")

  static func badSchema(_ reason: String) -> Complaint {
    Complaint("the schema cannot be used: \(reason)")
  }

  /// A location is not a place in a record: other keywords would go on showing the value.
  static func maskedLocation(_ location: String) -> Complaint {
    Complaint(
      "\(quoted(location)) is labelled \"pii\", which masks fields, not keywords: put the label "
        + "on the field, as in \"fields\": {\"email\": {\"labels\": [\"pii\"]}}")
  }

  static func unknownLocation(_ location: String, known: [String]) -> Complaint {
    Complaint(
      "no keyword of the schema has the location \(quoted(location))"
        + (known.isEmpty ? ": the schema asserts nothing" : ""),
      suggestion: nearestLocation(location, known))
  }

  /// The nearest one by its letters, or, as locations are long, the one that begins and ends most
  /// alike.
  private static func nearestLocation(_ location: String, _ known: [String]) -> String? {
    if let nearest = NearestWord.of(location, among: known) { return nearest }
    func likeness(_ other: String) -> Int {
      let (one, two) = (Array(location.utf8), Array(other.utf8))
      let start = zip(one, two).prefix { $0 == $1 }.count
      let end = zip(one.reversed(), two.reversed()).prefix { $0 == $1 }.count
      return Swift.min(start + end, Swift.min(one.count, two.count))
    }
    let best = known.prefix(10_000).map { (likeness($0), $0) }.max { $0.0 < $1.0 }
    guard let best, best.0 * 2 > location.utf8.count else { return nil }
    return best.1
  }
}

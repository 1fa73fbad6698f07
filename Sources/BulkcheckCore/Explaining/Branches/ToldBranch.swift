/// A branch that fits best, in words.
struct ToldBranch {
  /// `oneOf/1 ("Company")`.
  var name: String
  /// Its first failures.
  var failures: [String] = []
  /// How many more it has.
  var moreFailures = 0
  /// `/kind is "company"`: why it is the one that is meant.
  var sign: String?

  var complaint: String {
    failures.joined(separator: "; ")
      + (moreFailures > 0 ? " (and \(DigitText.grouped(moreFailures)) more)" : "")
  }

  /// More branches that match, or that fit as well, are only counted.
  static let namesMaximum = 3

  /// The complaints of the branches that fit best: `oneOf/1 fits best: "vat" is missing`.
  ///
  /// - Parameter count: how many fit as well; the first of them are told.
  static func words(_ branches: [ToldBranch], of count: Int) -> String {
    if count == 1, let only = branches.first {
      let sign = only.sign.map { ", as " + $0 } ?? ""
      return "\(only.name) fits best\(sign): \(only.complaint)"
    }
    let more = count - branches.count
    let rest = more > 0 ? ["\(DigitText.grouped(more)) more fit as well"] : []
    return (branches.map { "\($0.name): \($0.complaint)" } + rest).joined(separator: "; ")
  }
}

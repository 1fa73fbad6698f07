/// Data made from a seed, the profile to judge it by, and what the answer must be.
public struct Corpus: Sendable {
  /// The file name to give it; the suffix tells the format.
  public let name: String
  /// The text of the profile.
  public let profile: String
  public let bytes: [UInt8]
  public let truth: Truth

  init(name: String, profile: String, bytes: [UInt8], truth: Truth) {
    self.name = name
    self.profile = profile
    self.bytes = bytes
    self.truth = truth
  }

  /// This data, judged by no rule: what reading and the grammar check cost alone.
  public var withoutRules: Corpus {
    let truth = Truth(records: truth.records)
    return Corpus(name: name, profile: #"{"bulkcheck": 1}"#, bytes: bytes, truth: truth)
  }
}

internal import BulkcheckCore
internal import BulkcheckProfile

/// Keys of hashes that all runs with the same profile share, so that their results can be merged.
enum PartialKeys {
  /// - Parameter secret: makes them unknown to those who know the profile; empty: none.
  static func keys(profileSHA256: String, secret: String) -> HashKeys {
    let digits = digest(profileSHA256: profileSHA256, secret: secret)
    func word(_ number: Int) -> UInt64 {
      UInt64(digits.dropFirst(number * 16).prefix(16), radix: 16) ?? 0
    }
    return HashKeys(first: word(0), second: word(1), values: word(2))
  }

  /// Tells whether two runs have the same keys, and not which.
  static func check(profileSHA256: String, secret: String) -> String {
    String(
      SHA256.hexadecimal(Array(digest(profileSHA256: profileSHA256, secret: secret).utf8))
        .prefix(16))
  }

  private static func digest(profileSHA256: String, secret: String) -> String {
    SHA256.hexadecimal(Array("bulkcheck partial \(profileSHA256) \(secret)".utf8))
  }
}

/// The keys of the hashes that replace values: fingerprints under `unique`, and failing values.
///
/// Random for each process, so that no data can be made to collide. Runs that will be merged share
/// keys instead, which are derived from their profile.
package struct HashKeys: BitwiseCopyable, Hashable, Sendable {
  /// The first half of the key of ``Fingerprint``.
  package let first: UInt64
  package let second: UInt64
  /// The key of ``ByteHash`` for the failing values of a run.
  package let values: UInt64

  package init(first: UInt64, second: UInt64, values: UInt64) {
    self.first = first
    self.second = second
    self.values = values
  }

  /// The keys of this process.
  package static let process = HashKeys(
    first: .random(in: .min ... .max), second: .random(in: .min ... .max),
    values: ByteHash.processSeed)
}

/// The keys that the records of a run claim, for all rules about them, and why they can no longer
/// be kept.
final class KeyStore {
  let plan: SeenKeys.Plan
  /// Made when the first key comes.
  private lazy var keys = SeenKeys(plan)
  /// A file failed: the run cannot go on.
  private(set) var failure: TemporaryFileError?

  init(_ plan: SeenKeys.Plan) { self.plan = plan }

  /// Does as ``SeenKeys/claim(_:of:line:)``; nil if that failed.
  @inline(__always)
  func claim(_ key: Fingerprint, of rule: RuleNumber, line: Int = 1) -> SeenKey?? {
    attempt { () throws(TemporaryFileError) in try keys.claim(key, of: rule, line: line) }
  }

  /// Whether a key has been claimed; nil if that is not known.
  func contains(_ key: Fingerprint, of rule: RuleNumber) -> Bool? {
    attempt { () throws(TemporaryFileError) in try keys.contains(key, of: rule) }
  }

  /// Keeps the first failure of what uses files.
  @inline(__always) @discardableResult
  func attempt<Result>(_ body: () throws(TemporaryFileError) -> Result) -> Result? {
    do throws(TemporaryFileError) {
      return try body()
    } catch {
      failure = failure ?? error
      return nil
    }
  }
}

internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckOutput

/// The file of `--partial`: written while a run goes on, in its place when the run has ended,
/// however it did.
final class PartialOutput {
  let writer: PartialWriter
  /// Those of the run, with keys that other runs share.
  let options: RunOptions
  private let stream: OutputStream

  /// Where the secret is taken from that is mixed into the keys: an option would be seen in the
  /// list of processes.
  private static let secretVariable = "BULKCHECK_PARTIAL_SECRET"

  init(
    _ stream: OutputStream, profile: [UInt8], profileSHA256: String, ruleSet: RuleSet,
    options: RunOptions
  ) {
    self.stream = stream
    let secret = Environment.value(PartialOutput.secretVariable) ?? ""
    self.options = options.mergeable(profileSHA256: profileSHA256, secret: secret)
    writer = PartialWriter(
      sink: stream, profile: profile, profileSHA256: profileSHA256, ruleSet: ruleSet,
      options: options, secret: secret)
  }

  /// Puts the file in its place; returns why it cannot be.
  func finish() -> OutputError? { PartialOutput.finish(stream, writer.failure) }

  /// Puts the file in its place, unless writing has failed already; returns why it cannot be.
  static func finish(_ stream: OutputStream, _ failure: OutputError?) -> OutputError? {
    do throws(OutputError) {
      if let failure { throw failure }
      try stream.finish()
      try stream.commit()
      return nil
    } catch {
      stream.discard()
      return error
    }
  }
}

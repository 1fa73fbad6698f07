internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckOutput

/// The file of `--partial`: written while a run goes on, in its place when the run has ended,
/// however it did.
final class PartialOutput {
  let writer: PartialWriter
  private let stream: OutputStream

  /// What is mixed into the keys. An option would be seen in the list of processes.
  static var secret: String { Environment.value("BULKCHECK_PARTIAL_SECRET") ?? "" }

  init(_ stream: OutputStream, profile: [UInt8], _ check: Check, secret: String) {
    self.stream = stream
    writer = PartialWriter(sink: stream, profile: profile, check, secret: secret)
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

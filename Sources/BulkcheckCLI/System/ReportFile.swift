internal import BulkcheckOutput

/// The file of a report, or of another text: written under a temporary name beside its place,
/// renamed when it is whole.
///
/// A device or a pipe is written directly. What is not finished is removed again.
final class ReportFile {
  let path: String
  private let file: OutputStream
  /// All of it is written.
  private var isPrepared = false

  /// Throws an ending with code 2 if the file cannot be created.
  init(path: String, purpose: String = "the report") throws {
    self.path = path
    do throws(OutputError) {
      file = try OutputStream(
        path: path, purpose: purpose, threads: 1,
        shouldStopOpening: { Interruption.isRequested }, shouldStop: { Interruption.isRequested })
    } catch {
      throw CommandEnding.failed(error)
    }
  }

  /// Writes the whole report and puts it in its place. To be called once.
  func write(_ text: String) throws(CommandEnding) {
    try prepare(text)
    try commit()
  }

  /// Writes the whole report, which is not in its place yet. To be called once.
  func prepare(_ text: String) throws(CommandEnding) {
    do throws(OutputError) {
      try file.write(Array(text.utf8))
      try file.finish()
      isPrepared = true
    } catch {
      throw CommandEnding.failed(error)
    }
  }

  /// Puts the report in its place, if it was written.
  func commit() throws(CommandEnding) {
    guard isPrepared else { return }
    do throws(OutputError) {
      try file.commit()
    } catch {
      throw CommandEnding.failed(error)
    }
  }
}

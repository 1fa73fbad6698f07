internal import ArgumentParser
internal import BulkcheckCore

/// The time that rules take for now.
struct ClockOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time that rules use as now, such as 2024-05-01T00:00:00Z. (default: the clock)",
      valueName: "date-time"))
  var now: String?

  func validate() throws {
    guard let now, ByteView.withUTF8(of: now, { Instant(dateTime: $0) == nil }) else { return }
    throw ValidationError(
      "--now must be a date-time with an offset, such as 2024-05-01T00:00:00Z, not \(now).")
  }

  /// Read once, where it is not given.
  var time: String { now ?? Instant.nowText }
}

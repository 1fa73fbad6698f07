internal import ArgumentParser
internal import BulkcheckCore

/// What the values of options must be, where several commands have the same ones.
enum OptionLimits {
  static func require(_ option: String, _ value: Int?, atLeast least: Int) throws {
    guard let value, value < least else { return }
    throw ValidationError("\(option) must be at least \(least), not \(value).")
  }

  static func require(now text: String?) throws {
    guard let text, ByteView.withUTF8(of: text, { Instant(dateTime: $0) == nil }) else { return }
    throw ValidationError(
      "--now must be a date-time such as 2024-05-01T00:00:00Z, not \(text).")
  }

  /// Of files to read.
  ///
  /// - Parameter missing: what is said where there is none.
  static func check(files: [String], missing: String) throws {
    if files.isEmpty { throw ValidationError(missing) }
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input (-) can be read only once.")
    }
  }
}

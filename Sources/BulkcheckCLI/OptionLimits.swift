internal import ArgumentParser

/// What the values of options must be, where several commands have the same ones.
enum OptionLimits {
  static func require(_ option: String, _ value: Int?, atLeast least: Int) throws {
    guard let value, value < least else { return }
    throw ValidationError("\(option) must be at least \(least), not \(value).")
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

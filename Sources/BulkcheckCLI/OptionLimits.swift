internal import ArgumentParser

/// What the values of options must be, where several commands have the same ones.
enum OptionLimits {
  static func require(_ option: String, _ value: Int?, atLeast least: Int) throws {
    guard let value, value < least else { return }
    throw ValidationError("\(option) must be at least \(least), not \(value).")
  }
}

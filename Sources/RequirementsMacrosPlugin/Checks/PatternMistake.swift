/// What is wrong with a pattern.
struct PatternMistake: Equatable {
  let message: String
  /// In bytes from the start of the pattern.
  let byteOffset: Int
}

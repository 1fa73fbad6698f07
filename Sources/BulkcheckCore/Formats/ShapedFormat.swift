/// Formats that are nothing but a shape of ASCII characters, as steps over classes; nil where those
/// are switched off.
///
/// They decide every text: no class has members beyond ASCII, and a text longer than the format
/// does not match.
enum ShapedFormat {
  /// Hexadecimal digits of either case in groups of 8, 4, 4, 4 and 12.
  static let uuid = shape(
    "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$")
  /// E.164: `+` and 2 to 15 digits, the first not 0.
  static let phone = shape("^\\+[1-9][0-9]{1,14}$")

  /// Never freed: there is one of each for the process.
  private static func shape(_ pattern: String) -> ClassPattern? {
    guard case .classes(let kernel) = PatternEngine.standard else { return nil }
    return PatternTree(PatternSource(pattern)).flatMap { ClassPattern($0, kernel: kernel) }
  }
}

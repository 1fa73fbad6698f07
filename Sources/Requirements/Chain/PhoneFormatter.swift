/// Formats a string: each `X` of the format takes the next character. `+X (XXX) XXX XX-XX` turns
/// `79634480209` into `+7 (963) 448 02-09`.
///
/// If the string does not have as many characters as the format has places, it is left unchanged,
/// as by `mask` in a profile. Check the length first.
public struct PhoneFormatter: ChainStep {
  private let pattern: String
  private let placeCount: Int

  /// Makes a step with a format. Each `X` in it is the place of a character.
  public init(format: String) {
    self.pattern = format
    placeCount = format.count { $0 == "X" }
  }

  /// Returns the string in the format, or unchanged.
  ///
  /// As a change of a `Chain<String>`: `.link(PhoneFormatter(format: "XX-XX").format)`.
  @Sendable public func format(_ text: String) -> String {
    guard text.count == placeCount else { return text }
    var characters = text.makeIterator()
    return String(pattern.map { $0 == "X" ? characters.next() ?? $0 : $0 })
  }

  /// The string in the format; nil stays nil.
  public func check(value: String?) -> Chain<String?>.Result { .value(value.map(format)) }
}

/// A step that puts the characters of a text in the places of the `X` of a format:
/// `79634480209` in `+X (XXX) XXX XX-XX` makes `+7 (963) 448 02-09`.
///
/// A text with another number of characters than the format has places is left as it is, as by
/// `mask` in a profile; check the length first.
public struct PhoneFormatter: ChainStep {
  private let pattern: String
  private let placeCount: Int

  /// A format in which every `X` is the place of a character.
  public init(format: String) {
    self.pattern = format
    placeCount = format.count { $0 == "X" }
  }

  /// The text in the format, or as it is.
  ///
  /// As a change of a `Chain<String>`: `.link(PhoneFormatter(format: "XX-XX").format)`.
  @Sendable public func format(_ text: String) -> String {
    guard text.count == placeCount else { return text }
    var characters = text.makeIterator()
    return String(pattern.map { $0 == "X" ? characters.next() ?? $0 : $0 })
  }

  /// The text in the format; nil stays nil.
  public func check(value: String?) -> Chain<String?>.Result { .value(value.map(format)) }
}

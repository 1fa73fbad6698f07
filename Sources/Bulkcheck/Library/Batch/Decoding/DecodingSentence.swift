internal import Requirements

/// The reason why a value could not be decoded, as a sentence.
enum DecodingSentence {
  static func sentence(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      let path = text(context.codingPath)
      let text = context.debugDescription
      if path.isEmpty { return text }
      // Our own sentences begin with a verb, those of Foundation and users with a capital.
      return text.first?.isUppercase == true ? "\(path): \(text)" : "\(path) \(text)"
    @unknown default: return "\(error)"
    }
  }

  /// Names joined by dots, positions in brackets.
  static func text(_ path: [any CodingKey]) -> String {
    ValuePath(path.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) })
      .description
  }
}

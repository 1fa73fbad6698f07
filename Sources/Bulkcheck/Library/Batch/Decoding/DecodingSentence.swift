internal import BulkcheckCore
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

  /// The message of a value that cannot be decoded, without its place.
  static func message(_ context: DecodingError.Context) -> String {
    let text = context.debugDescription
    // Our own sentences begin with a verb.
    return text.first?.isUppercase == true ? text : "Value \(text)"
  }

  /// The error of a text that does not make a value of its type.
  static func error(_ sentence: String, _ text: String, _ path: CodingTrail) -> DecodingError {
    let short = text.count <= 60 ? text : text.prefix(59) + "…"
    return .dataCorrupted(
      DecodingError.Context(
        codingPath: path.path, debugDescription: "\(sentence): \(JSONText.quoted(short))"))
  }

  /// Names joined by dots, positions in brackets.
  static func text(_ path: [any CodingKey]) -> String {
    ValuePath(path.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) })
      .description
  }
}

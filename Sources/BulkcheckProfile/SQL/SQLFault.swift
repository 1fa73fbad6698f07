/// A mistake in a text of SQL.
struct SQLFault: Error {
  /// The byte of the text, in UTF-8.
  var offset: Int
  var reason: String
  /// The form to write.
  var remedy: String?

  init(_ offset: Int, _ reason: String, _ remedy: String? = nil) {
    self.offset = offset
    self.reason = reason
    self.remedy = remedy
  }
}

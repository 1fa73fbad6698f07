/// How the characters of a text are bytes, by the name that reports have for it.
package enum TextEncoding: String, CaseIterable, Hashable, Sendable {
  case utf8 = "UTF-8"
}

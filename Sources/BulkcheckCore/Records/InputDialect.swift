/// How the text of an input is written.
package struct InputDialect: Hashable, Sendable {
  /// How its characters are bytes.
  package var encoding: TextEncoding
  /// CSV: what separates cells; nil for other formats.
  package var delimiter: UInt8?
  /// CSV: the lines before the first record; 0 if there is no header. Nil for other formats.
  package var headerLines: Int?

  package init(
    encoding: TextEncoding = .utf8, delimiter: UInt8? = nil, headerLines: Int? = nil
  ) {
    self.encoding = encoding
    self.delimiter = delimiter
    self.headerLines = headerLines
  }
}

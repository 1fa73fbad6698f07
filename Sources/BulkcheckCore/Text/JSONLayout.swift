/// Records of a JSON document that are spread over several lines, on one line.
///
/// Their line ends have become carriage returns (``JSONExtent``), which in well-formed JSON stand
/// between values only.
package enum JSONLayout {
  /// The text without line ends and the indentation behind them; a blank stays behind a comma.
  ///
  /// - Parameter maximum: so many bytes are enough.
  package static func onOneLine(_ json: ByteView, atMost maximum: Int = .max) -> [UInt8] {
    var line: [UInt8] = []
    var position = 0
    while position < json.count, line.count < maximum {
      let byte = json[position]
      position += 1
      guard byte == Ascii.carriageReturn else {
        line.append(byte)
        continue
      }
      while position < json.count, Ascii.isBlank(json[position]) { position += 1 }
      if line.last == Ascii.comma { line.append(Ascii.space) }
    }
    return line
  }
}

/// How texts are written as cells.
extension CSVDialect {
  /// A text as the content of a cell that is quoted already, or as a cell that gets quotes or
  /// escapes if it needs them; nil if it cannot be written.
  ///
  /// - Parameter isAlone: the only cell of its row, which would be a blank line without quotes.
  package func written(
    _ text: ByteView, isQuoted: Bool, isAlone: Bool = false, into arena: inout ByteArena
  ) -> ByteView? {
    if isPlain(text, isQuoted: isQuoted), isQuoted || !isAlone || !text.isEmpty { return text }
    let getsQuotes = !isQuoted && hasQuotes
    guard isQuoted || getsQuotes || hasEscape && !text.isEmpty else { return nil }
    arena.begin()
    if getsQuotes { arena.append(quote) }
    for index in 0..<text.count {
      if needsEscape(text[index], isQuoted: isQuoted || getsQuotes) {
        guard hasEscape || quotesAreDoubled else {
          arena.abandon()
          return nil
        }
        arena.append(hasEscape ? escape : quote)
      }
      arena.append(text[index])
    }
    if getsQuotes { arena.append(quote) }
    return arena.finish()
  }

  private func isPlain(_ text: ByteView, isQuoted: Bool) -> Bool {
    if !isQuoted, !text.isEmpty, text[0] == comment || text[0] == Ascii.space && skipsInitialSpace {
      return false
    }
    for index in 0..<text.count
    where needsEscape(text[index], isQuoted: isQuoted) || text[index] == quote {
      return false
    }
    return true
  }

  private func needsEscape(_ byte: UInt8, isQuoted: Bool) -> Bool {
    if byte == escape { return true }
    if isQuoted { return byte == quote }
    return endsCell(byte) || byte == comment || byte == Ascii.space && skipsInitialSpace
  }
}

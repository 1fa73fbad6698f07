/// How CSV is written: the keys of `csv` in a profile (docs/reference/inputs.md#csv-and-tsv).
package struct CSVOptions: Hashable, Sendable {
  /// A column and the other names that headers have for it.
  package struct Alias: Hashable, Sendable {
    package var name: String
    package var others: [String]
    package init(name: String, others: [String]) {
      self.name = name
      self.others = others
    }
  }

  /// One byte; nil: sniffed.
  package var delimiter: UInt8?
  /// The names where the input has no header line.
  package var columns: [String]?
  /// The numbers of the rows that are the header, from 1, ascending; empty: the first row that is
  /// no comment.
  package var headerRows: [Int] = []
  /// The text between the parts of a name from several rows.
  package var headerJoin = " "
  /// The numbers of rows that are not records, from 1, ascending.
  package var commentRows: [Int] = []
  /// A row that begins with this byte is not a record.
  package var comment: UInt8?
  /// The rows at the end of each input that are not records.
  package var footerRows = 0
  /// The byte around cells that have delimiters; nil: quotes are text.
  package var quote: UInt8? = Ascii.quote
  /// Two quotes within a quoted cell stand for one.
  package var quotesAreDoubled = true
  /// The byte before a byte that stands for itself.
  package var escape: UInt8?
  /// Spaces at the start of a cell are not part of it.
  package var skipsInitialSpace = false
  /// A quote inside an unquoted cell is text instead of a fault.
  package var strayQuotesAreText = false
  /// One more text that counts as null.
  package var nullSequence: String?
  /// Short rows lack their last cells, and empty cells too many are nothing.
  package var padsRows = false
  /// Whether names of columns differ that are the same but for their case.
  package var headerCaseMatters = true
  package var aliases: [Alias] = []
  /// A quoted cell of more lines makes its record malformed.
  package var cellLinesMaximum: Int?
  /// Numbers may be written as `.5` or `+5`.
  package var numbersAreLenient = false
  package init() {}

  /// There may be lines that are not records, besides blank ones.
  package var hasOtherLines: Bool { comment != nil || !commentRows.isEmpty || footerRows > 0 }

  /// Whether a byte has a meaning other than that of a delimiter.
  package func isSpecial(_ byte: UInt8) -> Bool { [quote, escape, comment].contains(byte) }

  /// The byte of a text that can separate cells; nil if it cannot.
  package static func delimiter(_ text: String) -> UInt8? {
    character(text).flatMap { $0 == Ascii.quote ? nil : $0 }
  }

  /// The byte of a text of one character that may have a meaning in CSV; nil if it may not.
  package static func character(_ text: String) -> UInt8? {
    guard text.utf8.count == 1, let byte = text.utf8.first,
      byte == Ascii.tab || (0x20...0x7E).contains(byte)
    else { return nil }
    return byte
  }

  /// The delimiter of an input with one column: a byte that no text has.
  package static let noDelimiter: UInt8 = 0xFF

  /// How the bytes of rows are read.
  package func dialect(delimiter: UInt8) -> CSVDialect { CSVDialect(self, delimiter: delimiter) }

  /// The options with which one record is read that was taken out of an input.
  package var ofOneRecord: CSVOptions {
    var options = self
    options.commentRows = []
    options.footerRows = 0
    return options
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument

/// The key `csv` of `input`: how CSV is written.
extension ProfileReader {
  private enum CSVKey: String, CaseIterable {
    case delimiter, header, columns, headerRows, headerJoin, headerCase, aliases
    case commentRows, commentChar, footerRows
    case quoteChar, doubleQuote, escapeChar, strayQuotes, maxCellLines
    case skipInitialSpace, nullSequence, ragged, numbers
  }

  private enum CSVNumbers: String, CaseIterable { case plain, lenient }

  private enum CSVStrayQuotes: String, CaseIterable { case malformed, text }

  private enum CSVRaggedRows: String, CaseIterable { case malformed, pad }

  /// Rows told by their numbers are read one after another; nobody needs many.
  private static let numberedRowsMaximum = 1000
  /// Rows that may be footers are kept until that is known.
  private static let footerRowsMaximum = 1000

  /// Reads how CSV is written, of the inputs or of a file that rules refer to.
  mutating func csvOptions(_ node: DocumentNode) -> CSVOptions {
    let members = members(node, "`csv`", keys: CSVKey.allCases.map(\.rawValue))
    var options = CSVOptions()
    for member in members {
      CSVKey(rawValue: member.name).map { read($0, member.value, into: &options) }
    }
    checkHeader(members, node, options)
    checkRows(members, options)
    checkCharacters(members, options)
    return options
  }

  private mutating func read(
    _ key: CSVKey, _ node: DocumentNode, into options: inout CSVOptions
  ) {
    let what = "`\(key.rawValue)`"
    switch key {
    case .delimiter: options.delimiter = delimiter(node)
    case .header: _ = boolean(node, what)
    case .columns: options.columns = texts(node, what, mayBeEmpty: false)
    case .headerRows: options.headerRows = rowNumbers(node, what)
    case .headerJoin: options.headerJoin = text(node, what) ?? options.headerJoin
    case .headerCase: options.headerCaseMatters = boolean(node, what) ?? true
    case .aliases: options.aliases = aliases(node)
    case .commentRows: options.commentRows = rowNumbers(node, what)
    case .commentChar: options.comment = character(node, what)
    case .footerRows:
      options.footerRows = count(node, what) ?? 0
      if options.footerRows > Self.footerRowsMaximum {
        complain(node, what, expected: "at most \(Self.footerRowsMaximum)")
      }
    case .quoteChar: options.quote = node.isNull ? nil : character(node, what, orNull: true)
    case .doubleQuote: options.quotesAreDoubled = boolean(node, what) ?? true
    case .escapeChar: options.escape = character(node, what)
    case .strayQuotes:
      options.strayQuotesAreText = word(node, what, as: CSVStrayQuotes.self) == .text
    case .maxCellLines:
      options.cellLinesMaximum = count(node, what)
      if options.cellLinesMaximum == 0 { complain(node, what, expected: "at least 1") }
    case .skipInitialSpace: options.skipsInitialSpace = boolean(node, what) ?? false
    case .nullSequence: options.nullSequence = text(node, what)
    case .ragged: options.padsRows = word(node, what, as: CSVRaggedRows.self) == .pad
    case .numbers: options.numbersAreLenient = word(node, what, as: CSVNumbers.self) == .lenient
    }
  }

  // MARK: Values

  private mutating func delimiter(_ node: DocumentNode) -> UInt8? {
    guard let byte = node.text.flatMap(CSVOptions.delimiter) else {
      return refuse(
        node, "`delimiter`",
        expected: "one ASCII character other than a quote or a line end, such as \",\" or \"\\t\"")
    }
    return byte
  }

  private mutating func character(
    _ node: DocumentNode, _ what: String, orNull: Bool = false
  ) -> UInt8? {
    node.text.flatMap(CSVOptions.character)
      ?? refuse(
        node, what,
        expected: "one ASCII character other than a line end" + (orNull ? ", or null" : ""))
  }

  /// Numbers of rows, in ascending order.
  private mutating func rowNumbers(_ node: DocumentNode, _ what: String) -> [Int] {
    guard let elements = list(node, what, of: "row numbers") else { return [] }
    var numbers: [Int] = []
    for element in elements.prefix(Self.numberedRowsMaximum) {
      guard let number = count(element, "an element of \(what)") else { continue }
      guard number > numbers.last ?? 0 else {
        complain(
          element, "an element of \(what)",
          expected: "row numbers from 1, each greater than the one before")
        continue
      }
      numbers.append(number)
    }
    if elements.count > Self.numberedRowsMaximum {
      complain(node, what, expected: "at most \(Self.numberedRowsMaximum) row numbers")
    }
    return numbers
  }

  private mutating func aliases(_ node: DocumentNode) -> [CSVOptions.Alias] {
    guard let members = object(node, "`aliases`") else { return [] }
    var meanings: [ExactText: String] = [:]
    for member in members { meanings[ExactText(member.name)] = member.name }
    return members.map { member in
      var alias = CSVOptions.Alias(name: member.name, others: [])
      let nodes =
        member.value.text == nil
        ? list(member.value, "an alias", of: "strings") ?? [] : [member.value]
      for other in nodes {
        guard let name = text(other, "an alias") else { continue }
        if let meaning = meanings[ExactText(name)] {
          complain(other.offset, .repeatedAlias(name, of: meaning))
        }
        meanings[ExactText(name)] = member.name
        alias.others.append(name)
      }
      return alias
    }
  }

  // MARK: Contradictions

  private mutating func checkHeader(
    _ members: [DocumentMember], _ node: DocumentNode, _ options: CSVOptions
  ) {
    let header = members.named("header")
    let columns = members.named("columns")
    if header?.value.boolean == false {
      if columns == nil { complain(header?.nameOffset ?? node.offset, .columnsMissing) }
      for key in [CSVKey.headerRows, .headerJoin, .headerCase, .aliases] {
        guard let member = members.named(key.rawValue) else { continue }
        complain(member.nameOffset, .withoutHeader(member.name))
      }
    } else if let columns {
      complain(columns.nameOffset, .columnsBesideHeader)
    }
  }

  private mutating func checkRows(_ members: [DocumentMember], _ options: CSVOptions) {
    guard let comments = members.named("commentRows"),
      let row = options.commentRows.first(where: options.headerRows.contains)
    else { return }
    complain(comments.value.offset, .headerAsComment(row))
  }

  /// Each of the characters has one meaning.
  private mutating func checkCharacters(_ members: [DocumentMember], _ options: CSVOptions) {
    let given: [(CSVKey, UInt8?)] = [
      (.delimiter, options.delimiter), (.quoteChar, options.quote),
      (.escapeChar, options.escape), (.commentChar, options.comment),
    ]
    for (index, (key, byte)) in given.enumerated() {
      guard let byte, let other = given[..<index].first(where: { $0.1 == byte })?.0 else {
        continue
      }
      let member = members.named(key.rawValue) ?? members.named(other.rawValue)
      complain(
        member?.value.offset ?? 0,
        key == .escapeChar && other == .quoteChar
          ? .quoteAsEscape : .characterOfTwoMeanings(other.rawValue, key.rawValue))
    }
    if options.escape != nil, options.strayQuotesAreText, let stray = members.named("strayQuotes") {
      complain(stray.nameOffset, .strayQuotesBesideEscape)
    }
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument

/// SQL in a profile: statements of `rules`, conditions, and figures of `table`. It becomes the same
/// expressions as paths and constraints do.
extension ProfileReader {
  /// The statement of an entry of `rules`.
  mutating func sqlRule(_ node: DocumentNode) -> Expression? {
    guard let statement = sqlStatement(node, "`sql`") else { return nil }
    switch statement {
    case .condition(let condition): return sqlCondition(condition, node).map { .both([$0]) }
    case .select(let select):
      guard case .records = select.items else {
        return refuseSQL(
          node, at: node.offset,
          Complaint(
            "`sql` in `rules` measures the whole table",
            expected: "this entry in `table`, or a condition of one record"))
      }
      guard let condition = select.condition else {
        return refuseSQL(
          node, at: node.offset, .selectsAll)
      }
      return sqlOperand(condition, node, select.tableNames).map {
        .test(.call(.not, [.call(.isTrue, [$0])]))
      }
    }
  }

  /// A condition in place of a block of paths.
  mutating func sqlBlock(_ node: DocumentNode, _ what: String) -> Expression {
    switch sqlStatement(node, what) {
    case nil: break
    case .condition(let condition)?: return .both(sqlCondition(condition, node).map { [$0] } ?? [])
    case .select?:
      let _: Expression? = refuseSQL(
        node, at: node.offset,
        Complaint("\(what) is a `select`", expected: "a condition of one record"))
    }
    return .all([])
  }

  /// The figure of an entry of `table`.
  mutating func sqlMeasurement(_ node: DocumentNode) -> Measurement? {
    guard let statement = sqlStatement(node, "`sql`") else { return nil }
    guard case .select(let select) = statement else {
      return refuseSQL(
        node, at: node.offset,
        Complaint(
          "`sql` in `table` is a condition of one record",
          expected: "this entry in `rules`, or select count(*) from t where …"))
    }
    var measurement: Measurement
    switch select.items {
    case .records:
      guard select.condition != nil else {
        return refuseSQL(
          node, at: node.offset, .selectsAll)
      }
      measurement = Measurement(.count)
    case .figure(let measure, let column, let position):
      measurement = Measurement(measure)
      measurement.position = position
      if case .column(let names)? = column?.content {
        let path = sqlPath(names, select.tableNames)
        mention(path, at: node.offset)
        measurement.path = path
      }
    }
    if let condition = select.condition {
      guard let statement = sqlCondition(condition, node, select.tableNames) else { return nil }
      measurement.condition = .both([statement])
    }
    return measurement
  }

  /// Whether an entry of `table` lists records, of which there has to be none.
  func sqlListsRecords(_ node: DocumentNode) -> Bool {
    guard let text = node.text, case .select(let select)? = try? SQLParser.statement(text),
      case .records = select.items
    else { return false }
    return true
  }

  // MARK: Parts

  private mutating func sqlStatement(_ node: DocumentNode, _ what: String) -> SQLStatement? {
    guard let text = node.text else {
      return refuse(node, what, expected: "a string of SQL")
    }
    do throws(SQLFault) {
      return try SQLParser.statement(text)
    } catch {
      return refuse(error, in: node)
    }
  }

  private mutating func sqlCondition(
    _ condition: SQLNode, _ node: DocumentNode, _ tables: [String] = []
  ) -> Expression? {
    doubtfulColumns += doubtfulColumns(of: condition, node, tables)
    return lowered(node, tables) { (lowering) throws(SQLFault) in try lowering.condition(condition)
    }
  }

  private mutating func sqlOperand(
    _ condition: SQLNode, _ node: DocumentNode, _ tables: [String]
  ) -> Operand? {
    doubtfulColumns += doubtfulColumns(of: condition, node, tables)
    return lowered(node, tables) { (lowering) throws(SQLFault) in
      try lowering.operand(condition, as: .truth)
    }
  }

  private mutating func lowered<Result>(
    _ node: DocumentNode, _ tables: [String],
    _ body: (inout SQLLowering) throws(SQLFault) -> Result
  ) -> Result? {
    do throws(SQLFault) {
      let (result, columns) = try lowered(tables, body)
      for column in columns {
        if !column.path.hasPlainNames {
          let offset = place(of: column.offset, in: node) ?? node.offset
          noteStars(column.path.inItsRecord, column.path.description, at: offset)
        }
        mention(column.path, at: node.offset)
        entryPaths.append(mention(of: column.path, at: node.offset))
      }
      return result
    } catch {
      return refuse(error, in: node)
    }
  }

  /// The result of a statement, and its columns, each where it is named first.
  private func lowered<Result>(
    _ tables: [String], _ body: (inout SQLLowering) throws(SQLFault) -> Result
  ) throws(SQLFault) -> (result: Result, columns: [SQLLowering.Column]) {
    var lowering = SQLLowering(
      declaration: { declaration(of: $0) }, path: { sqlPath($0, tables) })
    let result = try body(&lowering)
    var seen: Set<FieldPath> = []
    return (result, lowering.columns.filter { seen.insert($0.path).inserted })
  }

  /// The path of a column. Behind `previous`, it leads to the record before. The name of the table
  /// may stand before it.
  func sqlPath(_ names: [SQLName], _ tables: [String]) -> FieldPath {
    if names.count > 1, tables.contains(where: { $0.lowercased() == names[0].text.lowercased() }) {
      return sqlPath(Array(names.dropFirst()), [])
    }
    var steps = names.map { PathStep.key($0.text) }
    if reach.hasPrevious, names.count > 1, names[0] == SQLName(text: "previous", isQuoted: false) {
      steps[0] = .previous
    }
    return FieldPath(steps)
  }

  // MARK: Mistakes

  private mutating func refuse<Value>(_ fault: SQLFault, in node: DocumentNode) -> Value? {
    var reason = fault.reason
    let place = place(of: fault.offset, in: node)
    if place == nil {
      let column = (node.text?.utf8.prefix(fault.offset) ?? "".utf8[...]).count {
        $0 & 0xC0 != 0x80
      }
      reason += " (character \(column + 1) of the SQL)"
    }
    return refuseSQL(
      node, at: place ?? node.offset, Complaint(reason, expected: fault.remedy))
  }

  /// Complains about SQL, or leaves it over where the profile was translated.
  private mutating func refuseSQL<Value>(
    _ node: DocumentNode, at place: Int, _ complaint: Complaint
  ) -> Value? {
    guard refusedSQL != nil else { return refuse(place, complaint) }
    refusedSQL?.append(RefusedSQL(node: node.offset, offset: place, complaint: complaint))
    return nil
  }

  /// The place in the document of a byte of a text; nil if the document does not have the text as
  /// it is, or nearly so.
  func place(of offset: Int, in node: DocumentNode) -> Int? {
    guard let text = node.text else { return nil }
    let file = source.file(at: node.offset)
    let start = file.source.place(of: node.offset - file.start)
    return WrittenText.place(of: offset, in: text, from: start, of: file.source.bytes).map {
      $0 + file.start
    }
  }
}

/// Finds the bytes of a text in the document that has it as a string of JSON or a scalar of YAML.
enum WrittenText {
  private static let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

  /// - Parameter start: the place of the string, or of its quote.
  static func place(
    of offset: Int, in text: String, from start: Int, of document: [UInt8]
  ) -> Int? {
    var place = start
    guard place < document.count else { return nil }
    let first = document[place]
    let isDouble = first == UInt8(ascii: "\"")
    if isDouble || first == UInt8(ascii: "'") {
      place += 1
    } else if first == UInt8(ascii: "|") || first == UInt8(ascii: ">") {
      while place < document.count, document[place] != UInt8(ascii: "\n") { place += 1 }
    }
    let isSingle = first == UInt8(ascii: "'")
    for byte in text.utf8.prefix(offset) {
      if blanks.contains(byte), place < document.count, !blanks.contains(document[place]),
        document[place] != UInt8(ascii: "\\")
      {
        // The end of a folded line.
        continue
      }
      while place < document.count, document[place] != byte, blanks.contains(document[place]) {
        if blanks.contains(byte) { break }
        place += 1
      }
      guard place < document.count else { return nil }
      if isDouble, document[place] == UInt8(ascii: "\\") {
        // Of a longer escape, the bytes behind the first one stand at the same place.
        guard let length = escapeLength(document, place), byte < 0x80 else { return nil }
        place += length
      } else if document[place] == byte || blanks.contains(byte) && blanks.contains(document[place])
      {
        place += isSingle && byte == UInt8(ascii: "'") ? 2 : 1
      } else {
        return nil
      }
    }
    while offset < text.utf8.count, place < document.count, blanks.contains(document[place]),
      !blanks.contains(text.utf8[text.utf8.index(text.utf8.startIndex, offsetBy: offset)])
    {
      place += 1
    }
    return place
  }

  private static func escapeLength(_ document: [UInt8], _ place: Int) -> Int? {
    guard place + 1 < document.count else { return nil }
    switch document[place + 1] {
    case UInt8(ascii: "u"): return 6
    case UInt8(ascii: "x"): return 4
    default: return 2
    }
  }
}

extension FieldPath {
  /// Whether its names have only ASCII letters, digits and `_`.
  fileprivate var hasPlainNames: Bool {
    steps.allSatisfy { step in
      guard case .key(let name) = step else { return false }
      return name.utf8.allSatisfy { Ascii.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
    }
  }
}

extension Complaint {
  fileprivate static let selectsAll = Complaint(
    "the `select` selects all records", expected: "`where` with what is wrong of a record")
}

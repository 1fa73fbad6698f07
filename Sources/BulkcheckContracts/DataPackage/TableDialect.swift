internal import BulkcheckDocument

/// The dialect of a table as `csv` of a profile's `input`: most words are the same.
struct TableDialect {
  private let dialect: DocumentNode
  private let names: [String]
  private let resource: String
  private(set) var csv: ProfileObject
  private(set) var leftovers: [Leftover] = []

  /// Words about tables that bulkcheck does not read as such, and those that change nothing.
  private static let ignored: Set<String> = [
    "$schema", "name", "title", "description", "type", "csvddfVersion", "keyed", "table",
  ]

  /// - Parameter names: those of the fields, for files without a header.
  init(_ dialect: DocumentNode, names: [String], resource: String) {
    self.dialect = dialect
    self.names = names
    self.resource = resource
    csv = ProfileObject(at: dialect.offset)
  }

  mutating func translate() {
    guard let members = dialect.members else {
      return leave(
        dialect, "`dialect` of \(resource): \(dialect.summary) cannot be read, or is not a dialect")
    }
    for member in members { translate(member) }
    if csv["delimiter"] == nil, members.named("header") != nil || members.named("quoteChar") != nil
    {
      csv.add("delimiter", .text(",", at: dialect.offset))
    }
  }

  private mutating func leave(_ node: DocumentNode, _ sentence: String) {
    leftovers.append(Leftover(offset: node.offset, sentence: sentence))
  }

  private mutating func translate(_ member: DocumentMember) {
    let value = member.value
    switch member.name {
    case "csv":
      // Tools nest the words under the format.
      for inner in value.members ?? [] { translate(inner) }
    case "json": for inner in value.members ?? [] { translate(inner) }
    case "delimiter", "escapeChar", "commentChar":
      guard let text = value.text, text.unicodeScalars.count == 1, text.utf8.count == 1 else {
        if value.text?.isEmpty ?? value.isNull { return }
        return leave(value, "`\(member.name)` of \(resource): expected one ASCII character")
      }
      add(member)
    case "quoteChar":
      if value.isNull || value.text == "" {
        csv.add("quoteChar", DocumentNode(kind: .null, offset: value.offset))
      } else if value.text?.utf8.count == 1 {
        add(member)
      } else {
        leave(value, "`quoteChar` of \(resource): expected one ASCII character")
      }
    case "doubleQuote", "skipInitialSpace":
      if value.boolean != nil { add(member) }
    case "nullSequence":
      if value.text != nil {
        add(member)
      } else if !value.isNull {
        leave(value, "`nullSequence` of \(resource): expected a text")
      }
    case "lineTerminator":
      if !value.isNull, !["\r\n", "\n", ""].contains(value.text ?? "?") {
        leave(
          value, "`lineTerminator` \(value.summary) of \(resource): lines end with LF or CRLF")
      }
    case "headerRows" where value.elements?.isEmpty == true: break
    case "headerRows", "commentRows":
      if dialect["header"]?.boolean != false || member.name == "commentRows" { add(member) }
    case "headerJoin": if dialect["header"]?.boolean != false { add(member) }
    case "header": translateHeader(value)
    case "caseSensitiveHeader":
      if value.boolean == false, dialect["header"]?.boolean != false {
        csv.add("headerCase", value)
      }
    default:
      if !Self.ignored.contains(member.name) {
        leave(value, "`\(member.name)` of the dialect of \(resource)")
      }
    }
  }

  private mutating func add(_ member: DocumentMember) {
    csv.add(member.name, member.value, at: member.nameOffset)
  }

  private mutating func translateHeader(_ value: DocumentNode) {
    guard value.boolean == false else { return }
    guard !names.isEmpty else {
      return leave(value, "`header` of \(resource): a table without header and fields")
    }
    csv.add("header", value)
    csv.add("columns", .texts(names, at: value.offset))
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument

/// Types of columns by the names that databases, data frames and Spark give them.
enum ForeignType: Hashable {
  /// A type of profiles.
  case json(String)
  case date
  case time
  case timestamp

  /// nil if the name is not known.
  ///
  /// - Parameter isDatabase: whether the names are those of databases. In pandas, `object` says
  ///   nothing.
  init?(_ name: String, isDatabase: Bool) {
    let lower = ForeignSQL.trimmed(name).lowercased()
    let base = lower.prefix { $0 != "(" && $0 != "<" && $0 != "[" }
    let word = ForeignSQL.trimmed(String(base))
    if word == "object" {
      guard isDatabase else { return nil }
      self = .json("object")
    } else if let known = ForeignType.names[word] {
      self = known
    } else {
      return nil
    }
  }

  private static let names: [String: ForeignType] = {
    let words: [(ForeignType, String)] = [
      (
        .json("string"),
        """
        str string text varchar char character nvarchar nchar bpchar clob stringtype chartype
        varchartype citext longtext mediumtext tinytext
        """
      ),
      (
        .json("integer"),
        """
        int integer bigint smallint tinyint mediumint hugeint byteint int2 int4 int8 int16 int32
        int64 uint8 uint16 uint32 uint64 long short byte serial bigserial integertype longtype
        shorttype bytetype int64dtype
        """
      ),
      (
        .json("number"),
        """
        float float4 float8 float16 float32 float64 double real numeric decimal number bignumeric
        double_precision doubletype floattype decimaltype
        """
      ),
      (.json("boolean"), "bool boolean booleantype bool_"),
      (.json("array"), "array list arraytype"),
      (.json("object"), "struct map record structtype maptype"),
      (.date, "date datetype"),
      (.time, "time"),
      (
        .timestamp,
        """
        timestamp timestamptz timestampltz timestampntz timestamp_ntz timestamp_ltz timestamp_tz
        timestamp_s timestamp_ms timestamptype timestampntztype datetime datetime2 datetime64
        datetimeoffset smalldatetime
        """
      ),
    ]
    var names: [String: ForeignType] = [:]
    for (type, text) in words {
      for word in text.split(whereSeparator: \.isWhitespace) { names[String(word)] = type }
    }
    names["double precision"] = .json("number")
    names["character varying"] = .json("string")
    names["timestamp without time zone"] = .timestamp
    names["timestamp with time zone"] = .timestamp
    return names
  }()
}

extension CheckDraft {
  /// Requires the values of a column to have one of some types of databases.
  mutating func requireType(_ column: String, _ names: [DocumentNode], isDatabase: Bool) {
    var types: [ForeignType] = []
    for name in names {
      guard let text = name.text, let type = ForeignType(text, isDatabase: isDatabase) else {
        return refuse("the type \(name.summary) has no counterpart", at: name.offset)
      }
      if !types.contains(type) { types.append(type) }
    }
    if types.contains(.json("number")) { types.removeAll { $0 == .json("integer") } }
    let offset = names.first?.offset ?? offset
    let words = types.compactMap { if case .json(let word) = $0 { word } else { nil } }
    if names.count == 1, words == ["string"], let length = Self.length(ofType: names[0]) {
      constrain(column, [("type", .text("string", at: offset)), ("maxLength", length)])
    } else if words.count == types.count, let first = words.first {
      constrain(
        column, "type", words.count == 1 ? .text(first, at: offset) : .texts(words, at: offset))
    } else if types == [.date] {
      constrain(column, "format", .text("date", at: offset))
    } else {
      constrain(column, "any", .list(types.flatMap { Self.forms(of: $0, at: offset) }, at: offset))
    }
  }

  /// The greatest length of texts of a type such as `varchar(3)`; nil if it has none.
  private static func length(ofType name: DocumentNode) -> DocumentNode? {
    guard let text = name.text, let open = text.firstIndex(of: "(") else { return nil }
    let digits = text[text.index(after: open)...].prefix { $0 != ")" }
    guard let length = Int(ForeignSQL.trimmed(String(digits))), length >= 0 else { return nil }
    return .number(length, at: name.offset)
  }

  /// The blocks of which one holds for values of a type.
  private static func forms(of type: ForeignType, at offset: Int) -> [DocumentNode] {
    switch type {
    case .json(let word): [.object(["type": .text(word, at: offset)], at: offset)]
    case .date: [.object(["format": .text("date", at: offset)], at: offset)]
    case .time: [.object(["format": .text("time", at: offset)], at: offset)]
    case .timestamp:
      [
        .object(["format": .text("date-time", at: offset)], at: offset),
        .object(["format": localTime(at: offset)], at: offset),
      ]
    }
  }

  /// Times as databases write them, without an offset.
  private static func localTime(at offset: Int) -> DocumentNode {
    .object(
      ["value": .text("date-time", at: offset), "as": .text("local", at: offset)], at: offset)
  }
}

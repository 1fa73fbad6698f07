internal import BulkcheckCore
internal import BulkcheckDocument
internal import PatternSyntax

/// The types of the standard.
enum LogicalType: String, CaseIterable {
  case string, date, timestamp, time, number, integer, object, array, boolean

  /// The options that become constraints of the same name.
  var constraints: [String] {
    switch self {
    case .string: ["minLength", "maxLength"]
    case .number, .integer:
      ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]
    case .array: ["minItems", "maxItems", "uniqueItems"]
    case .object: ["minProperties", "maxProperties"]
    case .date, .timestamp, .time, .boolean: []
    }
  }

  /// The options that are read in another way.
  var otherOptions: [String] {
    switch self {
    case .string: ["format", "pattern"]
    case .number, .integer: ["format"]
    case .object: ["required"]
    case .date: ["format"] + Self.limits
    case .timestamp, .time: ["format", "timezone", "defaultTimezone"] + Self.limits
    case .array, .boolean: []
    }
  }

  /// The limits of dates and times.
  static let limits = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]
}

/// `logicalType` and `logicalTypeOptions`.
extension ObjectReader {
  mutating func readType(
    of node: DocumentNode, at path: FieldPath, into block: inout ProfileObject
  ) {
    let type = logicalType(of: node)
    let options = node.members?.named("logicalTypeOptions").map {
      findings.object($0.value, "`logicalTypeOptions`").filter { !$0.value.isNull }
    }
    guard let type else {
      for option in options ?? [] {
        findings.leave(
          option.nameOffset,
          "the option \(Complaint.quoted(option.name)), as the property has no `logicalType`")
      }
      return
    }
    let offset = node["logicalType"]?.offset ?? node.offset
    switch type {
    case .date, .timestamp, .time: readTimes(type, offset, options ?? [], into: &block)
    default: block.add("type", .text(type.rawValue, at: offset))
    }
    for option in options ?? [] { readOption(option, of: type, into: &block) }
  }

  private mutating func logicalType(of node: DocumentNode) -> LogicalType? {
    guard let member = node.members?.named("logicalType"), !member.value.isNull else {
      return nil
    }
    if let type = member.value.text.flatMap(LogicalType.init) { return type }
    findings.complain(
      member.value.offset,
      .unknownWord(
        "`logicalType`", found: member.value, known: LogicalType.allCases.map(\.rawValue)))
    return nil
  }

  private mutating func readOption(
    _ option: DocumentMember, of type: LogicalType, into block: inout ProfileObject
  ) {
    if type.constraints.contains(option.name) {
      // What the limits of numbers and lengths may be, the reader of profiles knows.
      return block.add(option.name, option.value, at: option.nameOffset)
    }
    guard type.otherOptions.contains(option.name) else {
      let nearest = NearestWord.of(option.name, among: type.constraints + type.otherOptions)
      return findings.leave(
        option.nameOffset,
        "\(Complaint.quoted(option.name)) is not an option of the type \(type.rawValue)"
          + (nearest.map { "; did you mean \(Complaint.quoted($0))?" } ?? ""))
    }
    switch (type, option.name) {
    case (.string, "format"): readTextFormat(option, into: &block)
    case (.string, "pattern"):
      if let text = findings.text(option), let pattern = pattern(text, at: option.value.offset) {
        block.add("pattern", pattern, at: option.nameOffset)
      }
    case (.integer, "format"): readNumberFormat(option, Self.integerRanges, into: &block)
    case (.number, "format"): readNumberFormat(option, Self.floatRanges, into: &block)
    default: break
    }
  }

  // MARK: Texts

  /// The formats of strings by the names of the standard and of OpenAPI.
  private static let textFormats: [String: String] = [
    "email": "email", "idn-email": "idn-email", "uuid": "uuid", "uri": "uri",
    "hostname": "hostname", "ipv4": "ipv4", "ipv6": "ipv6", "date": "date",
    "duration": "duration", "json-pointer": "json-pointer", "byte": "base64",
  ]

  /// Formats that any string has.
  private static let openFormats: Set<String> = ["password", "binary"]

  private mutating func readTextFormat(_ option: DocumentMember, into block: inout ProfileObject) {
    guard let name = findings.text(option), !Self.openFormats.contains(name) else { return }
    let offset = option.value.offset
    if let format = Self.textFormats[name] {
      block.add("format", .text(format, at: offset), at: option.nameOffset)
    } else if name == "date-time" || name == "time" {
      block.add("format", TimeForm(name, as: "any-offset").node(at: offset), at: option.nameOffset)
    } else {
      let nearest = NearestWord.of(name, among: Self.textFormats.keys.sorted())
      findings.leave(
        offset,
        "the format \(Complaint.quoted(name)) is not known"
          + (nearest.map { "; did you mean \(Complaint.quoted($0))?" } ?? ""))
    }
  }

  /// A pattern of ECMA-262 as one of profiles; nil if there is no counterpart, which is left over,
  /// or if it is none, which is a mistake.
  mutating func pattern(_ text: String, at offset: Int) -> DocumentNode? {
    do throws(PatternError) {
      return .text(try PatternSource.ecma(text).source.pattern, at: offset)
    } catch {
      let shown = "the pattern \(Complaint.quoted(text))"
      if error.isUntranslatable {
        findings.leave(offset, "\(shown): \(error.message)")
      } else {
        findings.complain(
          offset, Complaint("\(shown) is not a pattern of ECMA-262: \(error.message)"))
      }
      return nil
    }
  }

  // MARK: Numbers

  /// The formats of integers, which are types of Rust, as ranges.
  private static let integerRanges: [String: (String, String)] = [
    "i8": ("-128", "127"), "u8": ("0", "255"), "i16": ("-32768", "32767"), "u16": ("0", "65535"),
    "i32": ("-2147483648", "2147483647"), "u32": ("0", "4294967295"),
    "i64": ("-9223372036854775808", "9223372036854775807"), "u64": ("0", "18446744073709551615"),
    "i128": (
      "-170141183460469231731687303715884105728", "170141183460469231731687303715884105727"
    ),
    "u128": ("0", "340282366920938463463374607431768211455"),
  ]

  /// The greatest numbers of binary floating point.
  private static let floatRanges: [String: (String, String)] = [
    "f32": ("-3.4028234663852886e38", "3.4028234663852886e38"),
    "f64": ("-1.7976931348623157e308", "1.7976931348623157e308"),
  ]

  private mutating func readNumberFormat(
    _ option: DocumentMember, _ ranges: [String: (String, String)],
    into block: inout ProfileObject
  ) {
    guard let name = findings.text(option) else { return }
    let offset = option.value.offset
    guard let (least, greatest) = ranges[name] else {
      return findings.leave(
        offset,
        "the format \(Complaint.quoted(name)) is not one of "
          + ranges.keys.sorted().joined(separator: ", "))
    }
    block.add(
      "range", .list([.number(least, at: offset), .number(greatest, at: offset)], at: offset),
      at: option.nameOffset)
  }
}

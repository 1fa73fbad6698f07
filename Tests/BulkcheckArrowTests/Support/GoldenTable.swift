import Foundation

/// Arrow's description of the values of an integration file, read without any code of the module.
///
/// Every column is a list of slots: `VALIDITY`, and by type `DATA`, `OFFSET`, `TYPE_ID` and
/// `children`. What a slot is in JSON is said by docs/reference/arrow.md, in other words than the
/// mapping has.
struct GoldenTable {
  typealias Object = [String: Any]

  private let document: Object
  let columnNames: [String]
  let rows: [JSONTree]

  init(_ json: Data, leaving left: Set<String> = []) throws {
    document = try JSONSerialization.jsonObject(with: json) as! Object
    let fields = GoldenTable.objects((document["schema"] as! Object)["fields"])
    columnNames = fields.map { $0["name"] as! String }
    var dictionaries: [Int: Object] = [:]
    for dictionary in GoldenTable.objects(document["dictionaries"]) {
      let data = dictionary["data"] as! Object
      dictionaries[dictionary["id"] as! Int] = GoldenTable.objects(data["columns"])[0]
    }
    var rows: [JSONTree] = []
    for batch in GoldenTable.objects(document["batches"]) {
      let columns = zip(fields, GoldenTable.objects(batch["columns"])).filter { field, _ in
        !left.contains(field["name"] as! String)
      }
      for row in 0..<(batch["count"] as! Int) {
        rows.append(
          .object(
            columns.map { field, column in
              JSONTree.Member(
                key: field["name"] as! String,
                value: GoldenSlots(field, column, dictionaries).value(row))
            }))
      }
    }
    self.rows = rows
  }

  static func objects(_ value: Any?) -> [Object] { value as? [Object] ?? [] }
}

/// The slots of a column.
private struct GoldenSlots {
  private let field: GoldenTable.Object
  private let column: GoldenTable.Object
  private let dictionaries: [Int: GoldenTable.Object]

  init(
    _ field: GoldenTable.Object, _ column: GoldenTable.Object,
    _ dictionaries: [Int: GoldenTable.Object]
  ) {
    self.field = field
    self.column = column
    self.dictionaries = dictionaries
  }

  private var type: GoldenTable.Object { field["type"] as! GoldenTable.Object }
  private var data: [Any] { column["DATA"] as! [Any] }
  private var unit: String { type["unit"] as! String }

  func value(_ row: Int) -> JSONTree {
    let name = type["name"] as! String
    if let validity = column["VALIDITY"] as? [Int], validity[row] == 0 { return .null }
    if let dictionary = field["dictionary"] as? GoldenTable.Object {
      var values = field
      values["dictionary"] = nil
      return GoldenSlots(values, dictionaries[dictionary["id"] as! Int]!, dictionaries)
        .value(integer(row))
    }
    switch name {
    case "null": return .null
    case "bool": return .bool(integer(row) != 0)
    case "int": return .number(PlainNumber(text(row)))
    case "floatingpoint": return .number(PlainNumber(float(row)))
    case "decimal": return .number(PlainNumber("\(text(row))e\(-(type["scale"] as! Int))"))
    case "utf8", "largeutf8": return .string(data[row] as! String)
    case "binary", "largebinary", "fixedsizebinary": return .string(binary(row))
    case "date":
      return .string(date(unit == "DAY" ? integer(row) : floor(integer(row), 86_400_000)))
    case "time": return .string(clock(integer(row)))
    case "timestamp": return .string(timestamp(integer(row)))
    case "duration": return .number(PlainNumber("\(text(row))e\(-digits)"))
    case "list", "largelist":
      let ends = (column["OFFSET"] as! [Any]).map { Int("\($0)")! }
      return .array((ends[row]..<ends[row + 1]).map(child(0).value))
    case "fixedsizelist":
      let count = type["listSize"] as! Int
      return .array((row * count..<(row + 1) * count).map(child(0).value))
    case "struct": return structure(row)
    case "map": return map(row)
    case "union": return union(row)
    default: fatalError("the type \(name) of a golden file")
    }
  }

  // MARK: Parts

  private func child(_ index: Int) -> GoldenSlots {
    GoldenSlots(
      GoldenTable.objects(field["children"])[index],
      GoldenTable.objects(column["children"])[index], dictionaries)
  }

  private func structure(_ row: Int) -> JSONTree {
    let fields = GoldenTable.objects(field["children"])
    return .object(
      fields.indices.map {
        JSONTree.Member(key: fields[$0]["name"] as! String, value: child($0).value(row))
      })
  }

  private func map(_ row: Int) -> JSONTree {
    let ends = column["OFFSET"] as! [Int]
    let entries = child(0)
    let pairs = (ends[row]..<ends[row + 1]).map {
      (entries.child(0).value($0), entries.child(1).value($0))
    }
    switch entries.child(0).type["name"] as! String {
    case "utf8", "int":
      return .object(
        pairs.map { key, value in
          if case .string(let text) = key { return JSONTree.Member(key: text, value: value) }
          return JSONTree.Member(key: "\(key)", value: value)
        })
    default:
      return .array(
        pairs.map {
          .object([
            JSONTree.Member(key: "key", value: $0), JSONTree.Member(key: "value", value: $1),
          ])
        })
    }
  }

  private func union(_ row: Int) -> JSONTree {
    let number = (column["TYPE_ID"] as? [Int] ?? column["TYPE"] as! [Int])[row]
    let part = (type["typeIds"] as! [Int]).firstIndex(of: number)!
    let place = (column["OFFSET"] as? [Any]).map { Int("\($0[row])")! } ?? row
    return child(part).value(place)
  }

  // MARK: Scalars

  private func text(_ row: Int) -> String {
    (data[row] as? String) ?? (data[row] as! NSNumber).stringValue
  }

  private func integer(_ row: Int) -> Int { Int(text(row)) ?? ((data[row] as! Bool) ? 1 : 0) }

  private func float(_ row: Int) -> String {
    let value = (data[row] as! NSNumber).doubleValue
    return switch type["precision"] as! String {
    case "SINGLE": Float(value).description
    #if arch(arm64) || os(Linux)
      case "HALF": Float16(value).description
    #endif
    default: value.description
    }
  }

  private func binary(_ row: Int) -> String {
    let digits = Array(data[row] as! String)
    let bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)!
    }
    if extensionName == "arrow.uuid" {
      return UUID(uuid: Data(bytes).withUnsafeBytes { $0.load(as: uuid_t.self) }).uuidString
        .lowercased()
    }
    return Data(bytes).base64EncodedString()
  }

  private var extensionName: String? {
    GoldenTable.objects(field["metadata"])
      .first { $0["key"] as? String == "ARROW:extension:name" }?["value"] as? String
  }

  // MARK: Times

  private var digits: Int {
    ["SECOND": 0, "MILLISECOND": 3, "MICROSECOND": 6, "NANOSECOND": 9][unit]!
  }

  private func floor(_ number: Int, _ divisor: Int) -> Int {
    (number - ((number % divisor) + divisor) % divisor) / divisor
  }

  /// Counts months and years, as slowly as can be: by whole cycles of 400 years, then one by one.
  private func date(_ days: Int) -> String {
    var year = 1970 + floor(days, 146_097) * 400
    var rest = days - floor(days, 146_097) * 146_097
    func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    while rest >= (isLeap(year) ? 366 : 365) {
      rest -= isLeap(year) ? 366 : 365
      year += 1
    }
    var month = 0
    let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    while rest >= lengths[month] {
      rest -= lengths[month]
      month += 1
    }
    return String(format: "%04d-%02d-%02d", year, month + 1, rest + 1)
  }

  private func clock(_ count: Int) -> String {
    let parts = Int(pow(10, Double(digits)))
    let seconds = count / parts
    let time = String(
      format: "%02d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
    var fraction = count % parts
    if fraction == 0 { return time }
    var width = digits
    while fraction % 1000 == 0 {
      fraction /= 1000
      width -= 3
    }
    let text = String(fraction)
    return time + "." + String(repeating: "0", count: width - text.count) + text
  }

  private func timestamp(_ count: Int) -> String {
    let day = 86_400 * Int(pow(10, Double(digits)))
    let days = floor(count, day)
    let zone = (type["timezone"] as? String).map { $0.isEmpty ? "" : "Z" } ?? ""
    return date(days) + "T" + clock(count - days * day) + zone
  }
}

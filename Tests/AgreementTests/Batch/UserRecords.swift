import Bulkcheck
import Foundation
import Twins

/// Records of users, most of them right, as JSON lines and as CSV of the same values.
struct UserRecords {
  var random: SeededGenerator

  init(seed: Int) { random = SeededGenerator(seed: seed) }

  private static let junk = [
    "null", "\"\"", "0", "-1", "17", "121", "34.0", "34.5", "1e400", "10000.01", "true", "false",
    "[]", "{}", "\"x\"", "\"ж\"", "\"é\\u00e9\\n\"", "\"a b@c\"", "[\"\"]", "[\"a\", null]",
    "[1, 2]", "[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\"]", "\"2024-02-30T00:00:00Z\"",
    "\"\(String(repeating: "long", count: 60))\"", "{\"city\": \"\", \"zip\": 7}",
    "{\"city\": null}", "\"US\"", "9223372036854775808",
  ]

  /// Members of a good record, in order.
  private mutating func good() -> [(name: String, value: String)] {
    let number = random.below(1_000_000)
    let country = random.pick(["US", "DE", "JP"])
    let zip = country == "US" ? "\"\(10_000 + number % 90_000)\"" : random.pick(["null", "\"K1\""])
    let hexadecimal = String(number, radix: 16)
    let digits = String(repeating: "0", count: 12 - hexadecimal.count) + hexadecimal
    return [
      ("id", "\"6f1c2a30-8d3e-4b7a-9a51-\(digits)\""), ("username", "\"user_\(number)\""),
      ("email", "\"user\(number)@example.com\""), ("age", "\(18 + number % 100)"),
      ("country", "\"\(country)\""), ("balance", "\(number % 10_000).\(number % 100)"),
      ("phone", random.pick(["null", "\"+12025550123\"", "\"0123456789\""])),
      ("created_at", "\"2024-02-29T10:00:00Z\""), ("agreed_to_terms", "true"),
      ("tags", random.pick(["[\"a\"]", "[\"b\", \"c\"]"])),
      ("address", "{\"city\": \"Oslo\", \"zip\": \(zip)}"), ("plan", "\"free\""),
      ("bio", random.pick(["\"\"", "null", "\"hello \\\"you\\\"\""])),
    ]
  }

  /// A record with a mistake once in three.
  mutating func line() -> String {
    var members = good()
    if random.oneIn(3) {
      for _ in 0...random.below(2) {
        let place = random.below(members.count)
        switch random.below(12) {
        case 0: members.remove(at: place)
        case 1: members.append(members[place])
        default: members[place].value = random.pick(UserRecords.junk)
        }
        if members.isEmpty { break }
      }
    }
    if random.oneIn(5) { members.shuffle(using: &random) }
    let text = "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
    return random.oneIn(40) ? random.pick([String(text.dropLast(9)), "[1]", "7", ""]) : text
  }

  mutating func lines(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<count {
      bytes += line().utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  // MARK: CSV

  static let header =
    "id,username,email,age,country,balance,phone,created_at,agreed_to_terms,tags,address.city,"
    + "address.zip,plan,bio\n"

  private static let cells = [
    "", "x", "0", "17", "34.0", "34.5", "true", "007", "10000.01", "\"a \"\"b\"\"\"", "a||b",
    "a|b|c|d|e|f", "ж", "US", "\"line\nbreak\"", String(repeating: "long", count: 60),
  ]

  mutating func rows(_ count: Int) -> [UInt8] {
    var bytes = Array(UserRecords.header.utf8)
    for _ in 0..<count { bytes += (row() + "\n").utf8 }
    return bytes
  }

  private mutating func row() -> String {
    let number = random.below(1_000_000)
    let country = random.pick(["US", "DE"])
    var cells = [
      "6f1c2a30-8d3e-4b7a-9a51-0c2f8f6f7b11", "user_\(number)", "user\(number)@example.com",
      "\(18 + number % 100)", country, "\(number % 10_000).5", random.pick(["", "+12025550123"]),
      "2024-02-29T10:00:00Z", "true", random.pick(["a", "b|c"]), "Oslo",
      country == "US" ? "\(10_000 + number % 90_000)" : "", "free",
      random.pick(["", "\"a, \"\"b\"\"\""]),
    ]
    if random.oneIn(3) { cells[random.below(cells.count)] = random.pick(UserRecords.cells) }
    if random.oneIn(50) { cells.removeLast() }
    return cells.joined(separator: ",")
  }
}

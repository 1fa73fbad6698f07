internal import Bulkcheck
internal import Foundation

/// The valid accounts as CSV.
struct AccountTable {
  private let file: FileHandle

  init(_ url: URL) throws {
    try Data().write(to: url)
    file = try FileHandle(forWritingTo: url)
    try write([["id", "username", "email", "age", "country", "plan", "city"]])
  }

  func append(_ users: [User]) throws {
    try write(
      users.map { user in
        [
          user.id, user.username, user.email, "\(user.age)", user.country, user.plan.rawValue,
          user.address.city,
        ]
      })
  }

  private func write(_ rows: [[String]]) throws {
    let lines = rows.map { $0.map(quoted).joined(separator: ",") + "\n" }
    try file.write(contentsOf: Data(lines.joined().utf8))
  }

  /// In quotes where RFC 4180 asks for them.
  private func quoted(_ cell: String) -> String {
    let isPlain = cell.utf8.allSatisfy { !"\",\r\n".utf8.contains($0) }
    return isPlain ? cell : "\"" + cell.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}

/// The accounts that were refused, as JSON lines with the reasons.
struct RejectedFile {
  private struct Line: Encodable {
    struct Failure: Encodable {
      var rule: String
      var field: String?
      var value: String?
      var message: String
    }
    var line: Int
    var record: String
    var failures: [Failure]
  }

  private let file: FileHandle
  private let encoder = JSONEncoder()

  init(_ url: URL) throws {
    try Data().write(to: url)
    file = try FileHandle(forWritingTo: url)
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  func append(_ records: [FailedRecord]) throws {
    var text = Data()
    for record in records {
      let failures = record.failures.map { failure in
        Line.Failure(
          rule: failure.rule, field: failure.field, value: failure.value,
          message: failure.message)
      }
      text += try encoder.encode(
        Line(line: record.record.line, record: record.record.text, failures: failures))
      text.append(UInt8(ascii: "\n"))
    }
    try file.write(contentsOf: text)
  }
}

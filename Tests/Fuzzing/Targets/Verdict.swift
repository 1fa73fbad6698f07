import BulkcheckCore
import Foundation
import Twins

/// The reading of a file, as one line of JSON, for `compare_python.py`.
package enum Verdict {
  package enum Format: String { case json, csv }

  package static func line(_ path: String, _ format: Format) -> String {
    guard let data = FileManager.default.contents(atPath: path) else { return "null" }
    let bytes = Array(data)
    switch format {
    case .json:
      // The whole file as one record.
      return JSONParserTarget.fault(of: bytes.map { $0 == 10 ? 32 : $0 }) == nil ? "true" : "false"
    case .csv:
      guard let reading = CSVReading(bytes, delimiter: 44, strayQuotes: true) else { return "null" }
      let rows = reading.rows.map(list).joined(separator: ",")
      return
        "{\"header\":\(list(reading.header)),\"rows\":[\(rows)],\"malformed\":\(reading.malformed.count)}"
    }
  }

  private static func list(_ texts: [String]) -> String {
    "[" + texts.map { JSONText.quoted($0) }.joined(separator: ",") + "]"
  }
}

import BulkcheckCore
import FuzzTargets
import Testing

extension InferredData {
  /// Whether a profile has no mistakes, and the data that it was made from passes.
  static func holds(
    _ text: String, _ bytes: [UInt8], _ format: InputFormat, _ comment: String
  ) -> Bool {
    let failure = failure(of: text, on: bytes, format)
    #expect(failure == nil, "\(comment)\n\(text)")
    return failure == nil
  }

  /// The profile with the rules that nearly hold, at the tolerance that they would need.
  static func withNearMisses(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let trimmed = line.drop { $0 == " " }
      let isMember =
        trimmed.hasPrefix("// \"") && trimmed.contains("\"tolerance\": ")
        && (trimmed.contains("},  //") || trimmed.hasSuffix("},"))
      let isOfEntry = ["// {", "//   \"", "// },"].contains { trimmed.hasPrefix($0) }
      return isMember || isOfEntry ? String(trimmed.dropFirst(3)) : String(line)
    }
    return lines.joined(separator: "\n")
  }
}

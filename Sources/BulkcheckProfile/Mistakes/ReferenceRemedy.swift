internal import BulkcheckCore

/// Makes sentences about inputs of a command fit a file of reference data: the profile says how it
/// is read.
enum ReferenceRemedy {
  /// The options of sentences, each with what stands around its value in a profile.
  private static let members = [
    (option: "--encoding", before: #""input": {"encoding": "#, after: "}"),
    (option: "--delimiter", before: #""input": {"csv": {"delimiter": "#, after: "}}"),
    (option: "--input-format", before: #""format": "#, after: ""),
    (option: "--records", before: #""input": {"records": "#, after: "}"),
  ]

  /// The place of members of the profile that are about the file.
  private static let place = " beside `file`"

  /// The sentence with what the profile says instead of an option.
  static func adapted(_ sentence: String) -> String {
    let sentence = sentence.replacing(" in the profile", with: place)
    for (option, before, after) in members {
      guard let found = sentence.firstRange(of: option) else { continue }
      let rest = sentence[found.upperBound...]
      let value = rest.dropFirst().prefix { $0 != " " }
      let text = value == "tab" ? "\t" : value.filter { $0 != "'" }
      return sentence[..<found.lowerBound] + before + (text.isEmpty ? "…" : JSONText.quoted(text))
        + after + place + rest.dropFirst(value.isEmpty ? 0 : value.count + 1)
    }
    return sentence
  }
}

/// What a file is that was given as a profile or a schema, and is none.
enum OtherFile: String {
  case lines = "JSON lines"
  case csv = "CSV"
  case tsv = "TSV"
  case yaml = "YAML"

  /// By its name, then by its beginning; nil if nothing is recognised, or the file may be a
  /// profile.
  init?(_ path: String) {
    guard let start = ProfileFile.start(path), !ProfileFile.looksLikeOne(start) else { return nil }
    let name = path.lowercased()
    let stem = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    let suffix = stem.split(separator: ".").last.map(String.init) ?? ""
    switch suffix {
    case "jsonl", "ndjson": self = .lines
    case "csv": self = .csv
    case "tsv": self = .tsv
    case "yaml", "yml": self = .yaml
    default:
      guard OtherFile.isObjects(start) else { return nil }
      self = .lines
    }
  }

  /// Whether the first two lines are objects, by their ends.
  private static func isObjects(_ start: [UInt8]) -> Bool {
    let lines = String(decoding: start, as: UTF8.self).split(whereSeparator: \.isNewline).prefix(2)
    return lines.count == 2 && lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") }
  }

  /// - Parameters:
  ///   - what: what the file should be.
  ///   - inputs: the profile may be among them.
  func sentence(_ path: String, _ what: String, inputs: [String]) -> String {
    if self == .yaml { return "\(path) looks like YAML; \(what) is JSON" }
    let sentence = "\(path) looks like data (\(rawValue)), not \(what)"
    guard let profile = inputs.first(where: ProfileFile.looksLikeOne(path:)) else {
      return sentence
    }
    return sentence + ". Did you mean: bulkcheck -p \(profile) \(path)?"
  }
}

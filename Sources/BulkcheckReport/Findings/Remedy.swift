internal import BulkcheckCore

/// The command at the end of a hint, as it can be copied.
///
/// A hint itself names no file, so that it is the same for many files and given once.
enum Remedy {
  /// What converts a file, and what the name of the result ends in; nil: in what it did, after
  /// `.utf8`.
  private static let commands: [(command: String, suffix: String?)] = [
    ("jq -c '.[]'", "jsonl"), ("jq -c .", "jsonl"), ("iconv -f UTF-16 -t UTF-8", nil),
    ("iconv -f WINDOWS-1252 -t UTF-8", nil),
  ]

  /// The hint with the names of its input and of a new file after the command that it ends in.
  static func completed(_ hint: String, _ input: Report.Input) -> String {
    guard input.path != "-", !input.path.hasPrefix("-"),
      let (command, suffix) = commands.first(where: { hint.hasSuffix(" " + $0.command) })
    else { return hint }
    let path = ShellWord.quoted(input.location)
    let result = ShellWord.quoted(name(after: input.location, suffix: suffix))
    let call =
      input.compression == "none" ? "\(command) \(path)" : "zcat \(path) | \(command)"
    return hint.dropLast(command.count) + "\(call) > \(result)"
  }

  /// `data.jsonl` for `data.json.gz`, `data.utf8.csv` for `data.csv`; never the name itself.
  private static func name(after path: String, suffix: String?) -> String {
    let plain = path.lowercased().hasSuffix(".gz") ? String(path.dropLast(3)) : path
    let file = plain.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let end = file.dropFirst().lastIndex(of: ".").map { file[file.index(after: $0)...] } ?? ""
    let stem = end.isEmpty ? plain : String(plain.dropLast(end.utf8.count + 1))
    guard let suffix else { return stem + ".utf8" + (end.isEmpty ? "" : ".\(end)") }
    return stem + (end == suffix ? ".lines." : ".") + suffix
  }
}

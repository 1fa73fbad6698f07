import Foundation

/// Compares the output that a document shows with what a command wrote.
///
/// A line `…` stands for any number of lines. Times and speeds are not compared.
enum ShownOutput {
  /// Nil if the output is as shown, or what is missing. A part may begin and end anywhere.
  static func difference(_ shown: [String], from output: String, isPart: Bool) -> String? {
    let shown = lines(shown.joined(separator: "\n"))
    var rest = lines(output)[...]
    var isAnywhere = isPart
    for piece in shown.split(separator: "…", omittingEmptySubsequences: false).map(Array.init) {
      guard let start = place(of: piece, in: rest, isAnywhere: isAnywhere) else {
        return (["not in the output:"] + piece + ["--- which goes on:"] + rest)
          .joined(separator: "\n")
      }
      rest = rest[(start + piece.count)...]
      isAnywhere = true
    }
    let mayGoOn = isPart || shown.last == "…"
    return rest.isEmpty || mayGoOn ? nil : "not shown:\n\(rest.joined(separator: "\n"))"
  }

  private static func place(
    of piece: [String], in lines: ArraySlice<String>, isAnywhere: Bool
  ) -> Int? {
    let last = lines.endIndex - piece.count
    guard last >= lines.startIndex else { return nil }
    let starts = isAnywhere ? lines.startIndex...last : lines.startIndex...lines.startIndex
    return starts.first { Array(lines[$0..<($0 + piece.count)]) == piece }
  }

  /// Without times, blanks at the ends of lines, and empty lines at the end.
  private static func lines(_ text: String) -> [String] {
    var lines = text.components(separatedBy: "\n").map { line -> String in
      let line = line.replacing(#/\d+\.\d+ s   [\d.,]+ .B/s/#, with: "TIME")
      let end = line.lastIndex { $0 != " " }
      let text = end.map { String(line[...$0]) } ?? ""
      return text.trimmingCharacters(in: .whitespaces) == "…" ? "…" : text
    }
    while lines.last == "" { lines.removeLast() }
    return lines
  }
}

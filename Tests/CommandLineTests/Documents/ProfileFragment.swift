import Foundation

/// Makes whole profiles of the fragments that documents show.
enum ProfileFragment {
  static func profiles(of block: MarkdownBlock) -> [String] {
    let texts = block.notes.contains(.eachLineAlone) ? block.lines : [block.text]
    return texts.map { whole($0, beside: block.notes) }
  }

  /// A profile is taken as it is. Members of the top level or of `fields`, and entries of `rules`,
  /// are put in their place.
  private static func whole(_ text: String, beside notes: [MarkdownBlock.Note]) -> String {
    if text.contains("\"bulkcheck\":") { return text }
    var members = ["\"bulkcheck\": 1"]
    for case .beside(let others) in notes { members.append(others) }
    let start = text.split(separator: "\n").first { !$0.hasPrefix("//") } ?? ""
    if start.hasPrefix("{") {
      members.append("\"rules\": [\n\(text)\n]")
    } else if ["\"rules\":", "\"input\":", "\"tests\":", "\"definitions\":"].contains(where: {
      start.hasPrefix($0)
    }) {
      members.append(text)
    } else {
      members.append("\"fields\": {\n\(text)\n}")
    }
    return "{" + members.joined(separator: ",\n") + "\n}"
  }
}

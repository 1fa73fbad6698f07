internal import BulkcheckCore

/// Finds out which of the words that may stand for missing values do so.
enum MissingWordSearch {
  /// Their numbers: words in columns whose other cells are numbers (nearly all of them), booleans
  /// or of one narrow format.
  static func words(in tree: borrowing SummaryTree) -> Set<Int> {
    var found: Set<Int> = []
    for node in tree.children(of: SummaryTree.root) {
      let summary = tree.fields[node]
      guard let words = summary.missingWords, isPlainlyTyped(summary) else { continue }
      for index in MissingWords.all.indices where words[index] > 0 { found.insert(index) }
    }
    return found
  }

  private static func isPlainlyTyped(_ summary: FieldSummary) -> Bool {
    let texts = summary.texts
    guard texts.count > 0 else { return false }
    let others = texts.count - summary.numbers.count
    if others * FieldAdvisor.nearMissShare <= texts.count { return true }
    if summary.true + summary.false == texts.count { return true }
    if texts.exceptionsToLocalDateTime == 0 { return true }
    return [Format.date, .dateTime, .time, .uuid, .ipv4, .email]
      .contains { texts.exceptions(to: $0) == 0 }
  }
}

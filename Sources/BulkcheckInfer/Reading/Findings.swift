package import BulkcheckCore

/// What was found in the inputs.
package final class Findings {
  package internal(set) var tree: SummaryTree
  package internal(set) var uniqueness: UniquenessSearch
  package internal(set) var counts = RecordCounts()
  /// As given; `-` is standard input.
  package internal(set) var inputs: [String] = []
  package internal(set) var format = InputFormat.jsonl
  /// CSV: columns that a header names twice, which a profile cannot speak about.
  package internal(set) var duplicateColumns: [String] = []
  /// CSV: words that stand for missing values.
  package internal(set) var missingWords: [String] = []
  /// A further record was there when the limit was reached.
  package internal(set) var limitReached = false
  package internal(set) var interrupted = false
  /// What the content of an input seems to be instead, if there was trouble with it.
  package internal(set) var hint: String?

  /// When the data was read.
  package let now: Instant

  init(options: InferenceOptions) {
    let text = options.now ?? Instant.nowText
    now = ByteView.withUTF8(of: text) { text in
      Instant(seconds: Instant(dateTime: text)?.seconds ?? 0)
    }
    tree = SummaryTree(pathsMaximum: options.pathsMaximum)
    uniqueness = UniquenessSearch(hashesMaximum: options.hashesMaximum)
  }

  package var isCSV: Bool { format != .jsonl }
  /// The well-formed records that are objects: those that rules judge.
  package var objects: Int { tree.fields[SummaryTree.root].present }
}

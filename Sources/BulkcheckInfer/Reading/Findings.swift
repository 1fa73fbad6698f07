package import BulkcheckCore
package import BulkcheckReport

/// The findings in the inputs.
package final class Findings {
  package internal(set) var tree: SummaryTree
  package internal(set) var uniqueness: UniquenessSearch
  package internal(set) var counts = RecordCounts()
  /// The paths as given; `-` is standard input.
  package internal(set) var inputs: [String] = []
  package internal(set) var format = InputFormat.jsonl
  /// How the text of the first input was encoded.
  package internal(set) var encoding = TextEncoding.utf8
  /// A byte-order mark told so.
  package internal(set) var encodingIsMarked = false
  /// JSON documents: where the records are, if that was given or found.
  package internal(set) var records: RecordPointer?
  /// They are the elements of the largest array.
  package internal(set) var recordsAreFound = false
  /// CSV: what separates cells, if it was given.
  package internal(set) var givenDelimiter: UInt8?
  /// CSV: the row of the header, if there are other lines above it.
  package internal(set) var headerRow: Int?
  /// CSV: the rows at the end of each input that are not records.
  package internal(set) var footerRows = 0
  /// CSV: columns that a header names twice, which a profile cannot speak about.
  package internal(set) var duplicateColumns: [String] = []
  /// CSV: words that stand for missing values.
  package internal(set) var missingWords: [String] = []
  /// Tables: the columns with their types, as far as those of all inputs are alike.
  package internal(set) var columns: [ColumnField] = []
  /// A further record was there when the limit was reached.
  package internal(set) var limitReached = false
  package internal(set) var interrupted = false
  /// The inputs as a report would list them.
  package internal(set) var sources: [Report.Input] = []
  /// An input seems to be of another format.
  package internal(set) var isOtherContent = false

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

  package var isCSV: Bool { !format.isJSON }
  /// The well-formed records that are objects: those that rules judge.
  package var objects: Int { tree.fields[SummaryTree.root].present }

  /// Records that no rule was drafted from: malformed ones, and JSON values that are not objects.
  var unread: Int { counts.malformedTotal + counts.otherValues }
  /// A draft of the others would say little about the data if more than one record in so many was
  /// not read.
  private static let unreadShare = 100

  /// Hints about the inputs, each with its name, in the words of `check`.
  package var hints: [String] { Report.hints(of: sources).map(Report.remarkText) }

  /// Why no draft can be made of what was read; nil if one can.
  package var refusal: String? {
    let total = counts.total
    let reason: String
    if total == 0 {
      reason = "no records found"
    } else if objects == 0 {
      reason =
        total == 1
        ? "the only record is \(counts.otherValues == 0 ? "malformed" : "not an object")"
        : "none of the \(Figures.grouped(total)) records is a well-formed object (\(unreadKinds))"
    } else if unread * Findings.unreadShare > total {
      let what =
        counts.otherValues == 0
        ? "malformed" : counts.malformed.isEmpty ? "not objects" : "malformed or not objects"
      reason =
        "\(Figures.grouped(unread)) of \(Figures.counted(total, "record")) are \(what) "
        + "(\(unreadKinds)): at least 99% must be readable"
    } else if isOtherContent {
      reason = "this looks like another format, so nothing was drafted"
    } else {
      return nil
    }
    return "\(namesOfTrouble): \(reason)"
  }

  /// `2 syntax, 1 depth`
  var malformedKinds: String {
    MalformedKind.allCases.compactMap { kind in
      counts.malformed[kind].map { "\(Figures.grouped($0)) \(kind.rawValue)" }
    }.joined(separator: ", ")
  }

  /// `2 syntax, 1 not an object`
  private var unreadKinds: String {
    let others =
      counts.otherValues > 0 ? "\(Figures.grouped(counts.otherValues)) not an object" : ""
    return [malformedKinds, others].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The tolerance of rules about values: among thousands of records there are a few that are
  /// different, and which ones is chance. Nil if each would hide an error.
  var valueTolerance: String? {
    guard objects >= FieldAdvisor.someRecords else { return nil }
    let tolerated = FieldAdvisor.fewRecords
    // One of fewer records has to be allowed in a file that is a sixth shorter, too.
    return objects < FieldAdvisor.manyRecords
      ? NeededTolerance.percent(6, of: 5 * objects)
      : NeededTolerance.percent(
        tolerated, of: max(objects, FieldAdvisor.fewRecordsShare * tolerated))
  }

  /// The first inputs that something is wrong with.
  private var namesOfTrouble: String {
    let wrong = sources.filter { $0.malformed > 0 || $0.hint != nil }
    let names = (wrong.isEmpty ? sources : wrong).map(\.name)
    let more = names.count - 3
    return names.prefix(3).joined(separator: ", ")
      + (more > 0 ? " and \(Figures.counted(more, "more file"))" : "")
  }
}

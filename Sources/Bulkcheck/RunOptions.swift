package import BulkcheckCore
package import BulkcheckInput
internal import CLibrary

/// How a check reads and what it keeps. None of this changes a count, apart from limits.
package struct RunOptions: Sendable {
  /// The thing that a schema describes.
  package enum SchemaSubject: String, CaseIterable, Sendable {
    /// A record, if the document is an array and the schema's `type` is not `array`; else the
    /// document.
    case auto
    case document, record
  }

  package var reading = ReadingOptions()
  /// The part that a schema describes of an input that is one JSON document.
  package var schemaSubject = SchemaSubject.auto
  package var samplesMaximum = 5
  /// The memory for keys of `unique` rules and for rules about the table, in bytes; the rest goes
  /// to files, or is estimated. nil: 1 GiB, or a quarter of the machine's memory.
  package var memoryBytes: Int?
  /// The folder for files without a name, which hold the keys beyond `memoryBytes`; nil: `TMPDIR`,
  /// else `/tmp`.
  package var temporaryFolder: String?
  /// The keys of the hashes of values. Only runs that will be merged have other keys than those of
  /// the process.
  var hashKeys = HashKeys.process
  /// Reports show what the profile masks: only to find out which value a failure is about.
  package var showsMasked = false
  /// Whether the values of other fields that failures come with are counted, for reports that show
  /// them.
  package var countsCompanions = false
  /// Whether samples have the text of their records, for reports that show it.
  package var keepsRecordTexts = false
  /// The input is one record of a whole that is not there: what it refers to may be elsewhere.
  package var isPartOfInput = false
  /// The record whose failures under rules that ask for other records are kept.
  package var watched: WatchedRecord?
  /// The date-time that rules take for now; nil: that of the clock when a run begins.
  package var now: String?
  package init() {}

  /// Returns the options for a run whose partial result is written.
  package func mergeable(profileSHA256: String, secret: String) -> RunOptions {
    var options = self
    // Results are merged only if all of their runs took the same time for now.
    options.now = now ?? Instant.nowText
    // Nobody knows yet whether the merged report will be a page.
    options.countsCompanions = true
    options.hashKeys = PartialKeys.keys(profileSHA256: profileSHA256, secret: secret)
    return options
  }

  var keyPlan: SeenKeys.Plan {
    SeenKeys.Plan(
      bytesMaximum: memoryBytes ?? MachineMemory.share,
      folder: temporaryFolder ?? TemporaryFolder.standard)
  }

  /// How inputs are read, with the share of the memory that is for names of records.
  var readingInMemory: ReadingOptions {
    var reading = reading
    if reading.names != nil {
      reading.names = SeenKeys.Plan(bytesMaximum: keyPlan.bytesMaximum / 4, folder: keyPlan.folder)
    }
    return reading
  }
}

/// How much memory a run may take by itself.
enum MachineMemory {
  /// The memory for keys of `unique` rules and for rules about the table, unless told otherwise: 1
  /// GiB, or a quarter of what there is if that is less.
  static let share = min(1 << 30, max(total / 4, 1 << 20))

  /// The memory of the machine, or the limit of the process's control group if that is less.
  private static var total: Int {
    let pages = Int(sysconf(Int32(_SC_PHYS_PAGES)))
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let (bytes, overflow) = pages.multipliedReportingOverflow(by: page)
    let machine = pages > 0 && page > 0 && !overflow ? bytes : 4 << 30
    return controlGroupFiles.compactMap(number).filter { $0 > 0 }.reduce(machine, min)
  }

  /// The files in which Linux names that limit, in the second and first version of control groups,
  /// as a container sees them. Elsewhere there are none.
  private static let controlGroupFiles = [
    "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes",
  ]

  /// nil where there is no limit (`max`) or no file.
  private static func number(inFile path: String) -> Int? {
    guard let source = try? FileSource(path: path), let bytes = try? InputBytes.all(of: source)
    else { return nil }
    return Int(String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber })
  }
}

/// The time of day, for people: what is measured is measured by a clock that is never set.
enum WallClock {
  /// Seconds since the beginning of 1970.
  static var seconds: Int { Int(time(nil)) }
}

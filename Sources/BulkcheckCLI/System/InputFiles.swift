internal import BulkcheckOutput
internal import BulkcheckReport

/// What is known of files by their names alone.
enum InputFiles {
  /// The size of all files together; nil if one of them is not a regular file.
  static func totalSize(_ paths: [String]) -> Int? {
    var total = 0
    for path in paths {
      guard let size = FileIdentity.size(ofRegular: path) else { return nil }
      let (sum, overflow) = total.addingReportingOverflow(size)
      if overflow { return nil }
      total = sum
    }
    return total
  }

  /// Says on standard error which files are given more than once: nothing else would show that
  /// their records count as often.
  static func noteRepeated(_ paths: [String]) {
    let repeated = FileIdentity.repeated(paths.filter { $0 != "-" })
    guard let (path, first) = repeated.first else { return }
    let count = repeated.count { $0.first == first } + 1
    let times = count == 2 ? "twice" : "\(Figures.grouped(count)) times"
    let others = Set(repeated.map(\.first)).count - 1
    Diagnostics.write(
      "\(first) is given \(times)" + (path == first ? "" : ", also as \(path)")
        + ": what is in it counts \(times)"
        + (others == 0
          ? ""
          : others == 1
            ? "; 1 more file is given repeatedly"
            : "; \(Figures.grouped(others)) more files are given repeatedly"))
  }
}

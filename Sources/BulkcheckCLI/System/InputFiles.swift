internal import BulkcheckOutput

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
}

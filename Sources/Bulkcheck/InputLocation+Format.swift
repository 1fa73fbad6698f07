internal import BulkcheckCore
internal import BulkcheckInput

extension InputLocation {
  /// The format by name alone, for an input that is not opened.
  var likelyFormat: InputFormat { FormatDetection.format(path: name, content: .empty) }
}

/// How an input is written, by the name that options and reports have for it.
package enum InputFormat: String, CaseIterable, Hashable, Sendable {
  case jsonl, json, csv, tsv, arrow

  /// Records are JSON values, not rows of cells: a row of an Arrow table is an object.
  package var isJSON: Bool { self == .jsonl || self == .json || self == .arrow }
}

/// How an input is compressed, by the name that reports have for it.
package enum InputCompression: String, Hashable, Sendable {
  case none, gzip, zstd
}

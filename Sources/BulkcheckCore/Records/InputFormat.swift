/// How an input is written, by the name that options and reports have for it.
package enum InputFormat: String, CaseIterable, Hashable, Sendable {
  case jsonl, json, csv, tsv

  /// Records are JSON values, not rows of cells.
  package var isJSON: Bool { self == .jsonl || self == .json }
}

/// How an input is compressed, by the name that reports have for it.
package enum InputCompression: String, Hashable, Sendable {
  case none, gzip, zstd
}

/// The position of the record at hand in its chunk.
package struct RecordPosition: BitwiseCopyable, Sendable {
  /// Its bytes, from the chunk's first.
  package var start = 0
  package var end = 0
  /// Line ends before it in the chunk.
  package var line = 0
  /// Records before it in the chunk, malformed ones included.
  package var ordinal = 0
  package init() {}
}

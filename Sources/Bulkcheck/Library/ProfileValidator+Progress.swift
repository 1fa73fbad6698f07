internal import BulkcheckInput

extension ProfileValidator {
  /// Says how far a run has come.
  public struct Progress: Hashable, Sendable {
    /// The input that is being read.
    public let inputName: String
    /// Stored (compressed) bytes of all inputs so far.
    public let bytesRead: Int
    /// The stored size of all inputs; nil if it is unknown.
    public let bytesTotal: Int?
    /// Records checked so far, malformed ones included.
    public let records: Int

    init(_ progress: ReadingProgress) {
      inputName = progress.inputPath
      bytesRead = progress.bytesRead
      bytesTotal = progress.bytesTotal
      records = progress.records
    }
  }
}

public import BulkcheckReport

/// Delivers checked records batch by batch while the run goes on.
///
/// ```swift
/// let batches = validator.batches(of: [.file("users.jsonl.gz")])
/// for try await batch in batches {
///   try await database.insert(batch.valid)
///   for record in batch.invalid { log(record.record.line, record.failures) }
/// }
/// print(await batches.report.records)
/// ```
///
/// The run begins when the first batch is requested. It reads ahead by a few batches. If they are
/// not taken, it waits, so memory stays bounded however slow the consumer is. It ends when
/// everything has been read, when the loop is left, or when its task is cancelled.
///
/// A value of this type is one run, for one loop. Two loops over it share the batches.
public struct RecordBatches<Valid: Sendable>: AsyncSequence, Sendable {
  /// One batch.
  public typealias Element = RecordBatch<Valid>
  /// Why the batches end early.
  public typealias Failure = RecordBatchesError

  let stream: BatchStream<Valid>

  /// The report of the run, the same one that ``ProfileValidator/validate(_:shouldStop:progress:)``
  /// gives.
  ///
  /// After the loop it is available at once. If you read it earlier, or after leaving the loop, it
  /// ends the run. The report then covers what was read until then, with `interrupted` set.
  public var report: Report {
    get async { await stream.finish() }
  }

  /// Begins to take batches.
  public func makeAsyncIterator() -> Iterator { Iterator(stream: stream) }

  /// Takes one batch after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private let stream: BatchStream<Valid>
    private let leaving: Leaving

    /// Ends the run when the loop is left.
    private final class Leaving: Sendable {
      let stream: BatchStream<Valid>
      init(_ stream: BatchStream<Valid>) { self.stream = stream }
      deinit { stream.stop() }
    }

    init(stream: BatchStream<Valid>) {
      self.stream = stream
      leaving = Leaving(stream)
    }

    /// The next batch; nil at the end.
    ///
    /// - Throws: ``RecordBatchesError``, after the last batch, if an input could not be read to its
    ///   end or the task was cancelled.
    public mutating func next() async throws(RecordBatchesError) -> RecordBatch<Valid>? {
      try await next(isolation: nil)
    }

    /// The next batch; nil at the end.
    ///
    /// - Throws: as ``next()``.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(RecordBatchesError) -> RecordBatch<Valid>? {
      if let batch = await stream.next() { return batch }
      if Task.isCancelled { throw RecordBatchesError.cancelled }
      if let error = RecordBatchesError(await stream.finish()) { throw error }
      return nil
    }
  }
}

/// Says why batches ended early. All batches before that have been delivered.
public struct RecordBatchesError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public let code: Code
  /// The message for people.
  public let description: String

  /// A kind of error. More may be added, so a `switch` needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// An input could not be opened or read to its end. The others were still checked.
    public static let unreadableInput = Code(description: "unreadableInput")
    /// The task was cancelled.
    public static let cancelled = Code(description: "cancelled")
  }

  static let cancelled = RecordBatchesError(
    code: .cancelled, description: "the run was cancelled")

  private init(code: Code, description: String) {
    self.code = code
    self.description = description
  }

  /// nil if every input was read to its end.
  init?(_ report: Report) {
    let failures = report.inputs.compactMap { input in
      input.failure.map { "\(input.path): \($0)" }
    }
    guard !failures.isEmpty else { return nil }
    self.init(code: .unreadableInput, description: failures.joined(separator: "; "))
  }
}

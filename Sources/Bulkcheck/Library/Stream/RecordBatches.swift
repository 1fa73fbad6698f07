public import BulkcheckReport
public import Requirements

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

/// Contains records of an input that were checked together: the valid ones, and the invalid ones
/// with the reasons.
public struct RecordBatch<Valid: Sendable>: Sendable {
  /// The input that they come from.
  public let inputName: String
  /// The valid records, in the order of the input.
  public let valid: [Valid]
  /// The line on which each valid record begins, from 1, in the decompressed input.
  public let validLines: [Int]
  /// The records that are malformed or fail a rule of severity error, in the order of the input.
  public let invalid: [FailedRecord]
  /// The valid records that fail rules of lower severity, if the options ask for them. Each is in
  /// ``valid`` too.
  public let warned: [FailedRecord]
}

/// A record as it is in the input.
public struct RawRecord: Hashable, Sendable {
  /// Its UTF-8 without the line end, whatever the encoding of the input. Of a record that is longer
  /// than allowed, only the part in one batch.
  public let bytes: [UInt8]
  /// The line on which it begins, from 1, in the decompressed input.
  public let line: Int
  /// Its number in the input, from 1; malformed records count.
  public let number: Int
  /// The position of its first byte, from 0, in the decompressed input, in bytes of its encoding.
  public let byteOffset: Int

  /// Makes a record, for tests of your own code.
  public init(bytes: [UInt8], line: Int, number: Int, byteOffset: Int) {
    self.bytes = bytes
    self.line = line
    self.number = number
    self.byteOffset = byteOffset
  }

  /// The bytes as text. Bytes that are not UTF-8 are replaced.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A record that fails rules.
public struct FailedRecord: Hashable, Sendable {
  /// The record as it is in the input.
  public let record: RawRecord
  /// Why: the built-in rules first, then the others in the order of the report. A rule that an
  /// earlier one on the same field blocks is left out.
  public let failures: [RuleFailure]
  /// Every reason why the decoded record fails the requirement of a ``BatchValidator``, as
  /// `failures(in:)` gives them, with the names that the data has for properties. Empty if the
  /// record cannot be decoded, for a profile, and for a requirement with a key path that would trap
  /// on a missing value (`\.nick!`, `\.items[0]`).
  public let reasons: [Reason]
  /// Whether it cannot be parsed.
  public let isMalformed: Bool

  /// Makes a failed record, for tests of your own code.
  public init(
    record: RawRecord, failures: [RuleFailure], reasons: [Reason] = [], isMalformed: Bool = false
  ) {
    self.record = record
    self.failures = failures
    self.reasons = reasons
    self.isMalformed = isMalformed
  }
}

/// Says why a record failed a rule, like a sample of the report.
public struct RuleFailure: Hashable, Sendable {
  /// The rule's id, as in the report.
  public let rule: String
  /// The path of its field; nil for built-in rules and for rules over several paths.
  public let field: String?
  /// How serious the failure is.
  public let severity: Report.Severity
  /// The code that was given to the rule or comes with the reason, for programs to read.
  public let code: String?
  /// The parameters of the code, by name: see `ReasonCode`. Empty for rules of a profile.
  public let parameters: [String: ReasonParameter]
  /// If no alternative of `any` held, the reasons of each branch. Their paths begin at the value at
  /// fault.
  public let alternatives: [Reason]
  /// The JSON Pointer of the value at fault, or of the place where it should be; nil if the record
  /// could not be parsed.
  public let instanceLocation: String?
  /// JSON text of the raw value; nil if it is absent. A long value is cut.
  public let value: String?
  /// The message for people.
  public let message: String
  /// The byte of the record at which a malformed one breaks off, from 1; otherwise nil.
  public let column: Int?

  /// Makes a failure, for tests of your own code.
  public init(
    rule: String, field: String? = nil, severity: Report.Severity = .error, code: String? = nil,
    parameters: [String: ReasonParameter] = [:], alternatives: [Reason] = [],
    instanceLocation: String? = nil, value: String? = nil, message: String, column: Int? = nil
  ) {
    self.rule = rule
    self.field = field
    self.severity = severity
    self.code = code
    self.parameters = parameters
    self.alternatives = alternatives
    self.instanceLocation = instanceLocation
    self.value = value
    self.message = message
    self.column = column
  }
}

/// Sets the size of batches, and how many may wait.
public struct BatchStreamOptions: Hashable, Sendable {
  /// The most records of a batch, invalid ones counted. A batch is also no longer than what the run
  /// reads at a time: 256 KiB, or 1 MiB of an inflated input.
  public var recordsMaximum = 10_000
  /// The most batches that can wait for the consumer. With more, the run waits.
  public var waitingMaximum = 2
  /// Whether batches also list valid records that fail rules of severity warning or info. That
  /// takes time if there are many.
  public var includesWarnings = false

  /// The defaults.
  public init() {}
}

extension ProfileValidator {
  /// Checks inputs and returns their records, batch after batch, for you to keep, repair or route.
  ///
  /// ```swift
  /// let batches = validator.batches(of: [.file("orders.csv.gz")])
  /// for try await batch in batches {
  ///   for record in batch.valid { output.write(record.bytes) }
  ///   for record in batch.invalid { rejects.write(record.record.text, record.failures) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - inputs: checked one after another.
  ///   - options: how batches are made.
  ///   - progress: called between batches, on a thread of the run.
  public func batches(
    of inputs: [Input], options: BatchStreamOptions = BatchStreamOptions(),
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) -> RecordBatches<RawRecord> {
    check.batches(of: inputs, options: options, progress: progress) { place, _ in place.record }
  }
}

extension Check {
  func batches<Valid: Sendable>(
    of inputs: [ProfileValidator.Input], explanations: RuleExplanations = RuleExplanations(),
    options: BatchStreamOptions,
    progress: @escaping @Sendable (ProfileValidator.Progress) -> Void,
    make: @escaping @Sendable (RecordAtHand, (any Sendable)?) -> Valid?
  ) -> RecordBatches<Valid> {
    RecordBatches(
      stream: BatchStream(capacity: options.waitingMaximum) { stream in
        let observer = BatchObserver(
          stream, ruleSet: ruleSet, explanations: explanations, options: options, make: make)
        return validate(
          inputs, observer: observer, shouldStop: { stream.isStopped }, progress: progress)
      })
  }
}

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

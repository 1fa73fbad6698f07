/// How batches are made.
public struct BatchStreamOptions: Hashable, Sendable {
  /// The most records of a batch, invalid ones counted. A batch is also no longer than what the run
  /// reads at a time: 256 KiB, or 1 MiB of an inflated input.
  public var recordsMaximum = 10_000
  /// The most batches that wait to be taken; then the run waits.
  public var waitingMaximum = 2
  /// Whether batches tell of valid records that fail rules of level warning or info. Costs time
  /// where many do.
  public var includesWarnings = false

  /// The defaults.
  public init() {}
}

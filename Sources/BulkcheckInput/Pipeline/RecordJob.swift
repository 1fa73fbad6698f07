package import BulkcheckCore

/// What a command does with the records of its inputs: every chunk is worked on by itself, on any
/// thread, and what came of it is merged in the order of the input. The rest is the same for all of
/// them: see ``RecordRun``.
package protocol RecordJob: AnyObject, SendableMetatype {
  /// What one thread works with.
  associatedtype Worker: AnyObject
  /// What came of one chunk. Used again for a later one.
  associatedtype Tally: AnyObject

  func makeWorker() -> Worker
  func makeTally() -> Tally

  /// Takes note of an input whose header, if it has one, could be read. No other call is going on.
  func begin(_ input: InputStart)

  /// Why an input of this header cannot be worked on; then it is not begun.
  func refusal(of input: InputStart) -> String?

  /// Works on a chunk; what the tally held before is forgotten. Several threads call it at once,
  /// each with a worker and a tally of its own.
  func work(on task: ChunkTask, _ worker: Worker, into tally: Tally) -> ChunkEnd

  /// Adds up what came of a chunk. Called by one thread at a time, in the order of the input.
  func merge(_ tally: Tally, of chunk: WorkedChunk, _ worker: Worker)

  /// It needs no more, or cannot go on: asked after each merge.
  var hasEnough: Bool { get }
}

extension RecordJob {
  package func refusal(of input: InputStart) -> String? { nil }
}

/// A chunk that has been worked on.
package struct WorkedChunk: Sendable {
  package var task: ChunkTask
  package var end: ChunkEnd
  /// Where its first byte lies in the input.
  package var offset: Int
}

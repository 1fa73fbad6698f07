internal import BulkcheckCore
internal import BulkcheckInput
package import BulkcheckOutput
internal import BulkcheckReport

/// The destination of a partial result's bytes.
package protocol PartialSink: AnyObject {
  func write(_ bytes: [UInt8]) throws(OutputError)
}

extension OutputStream: PartialSink {}

/// Keeps them in memory.
final class MemorySink: PartialSink {
  private(set) var bytes: [UInt8] = []

  func write(_ bytes: [UInt8]) throws(OutputError) { self.bytes.append(contentsOf: bytes) }
}

/// Writes the partial result of a run while it goes on; see ``PartialFormat``.
///
/// The first error is kept and ends the run. Whether the file appears under its name is up to the
/// owner of the sink.
package final class PartialWriter {
  /// Why the result is not whole.
  package private(set) var failure: OutputError?
  private let sink: any PartialSink
  private var checksum: UInt32 = 0

  /// Begins a result.
  ///
  /// - Parameters:
  ///   - profile: the bytes that the profile was read from.
  ///   - check: the run; its keys are to be those of `secret`
  ///     (``RunOptions/mergeable(profileSHA256:secret:)``).
  package convenience init(
    sink: any PartialSink, profile: [UInt8], _ check: Check, secret: String
  ) {
    let sha256 = check.profile.sha256
    let header = PartialHeader(
      toolVersion: bulkcheckVersion, profileSHA256: sha256, profileBytes: profile.count,
      referenceFiles: check.ruleSet.referenceFiles, rulesNotRun: check.ruleSet.rulesNotRun,
      samplesMaximum: check.options.samplesMaximum,
      recordBytesMaximum: check.options.reading.recordBytesMaximum,
      keyCheck: PartialKeys.check(profileSHA256: sha256, secret: secret),
      now: check.ruleSet.asksForNow ? check.options.now : nil)
    self.init(sink: sink, header: header, profile: profile)
  }

  /// Begins a result of runs that judged as `header` says.
  init(sink: any PartialSink, header: PartialHeader, profile: [UInt8]) {
    self.sink = sink
    let version = PartialFormat.version
    put(
      PartialFormat.magic
        + [UInt8(truncatingIfNeeded: version), UInt8(truncatingIfNeeded: version >> 8)])
    write(PartialBlock(.header, of: header))
    var rest = profile[...]
    while !rest.isEmpty {
      write(PartialBlock(.profile, Array(rest.prefix(PartialFormat.partBytes))))
      rest = rest.dropFirst(PartialFormat.partBytes)
    }
  }

  func begin(_ input: PartialInputStart) { write(PartialBlock(.input, of: input)) }

  func end(_ input: PartialInput) { write(PartialBlock(.inputEnd, of: input)) }

  /// Writes the sums of a run, and the end.
  func finish(_ accumulator: RunAccumulator, _ summary: RunSummary) {
    let failedBefore = accumulator.failure != nil
    accumulator.writeSums { self.write($0) }
    if !failedBefore, let lost = accumulator.failureText { fail(lost) }
    write(PartialBlock(.end, of: PartialEnd(summary)))
  }

  private func fail(_ reason: String) {
    failure =
      failure
      ?? OutputError(purpose: "the partial result", path: "", cause: .incompatible(reason))
  }

  func write(_ blocks: [PartialBlock]) { for block in blocks { write(block) } }

  private func write(_ block: PartialBlock) {
    guard block.bytes.count <= PartialFormat.blockBytesMaximum else {
      // Blocks are cut at a mebibyte; a single entry of this size would need a record with
      // thousands of shown values.
      fail("a record shows more than 64 MiB of values")
      return
    }
    put([block.kind.rawValue] + bytes(UInt32(block.bytes.count)))
    put(block.bytes)
    put(bytes(checksum))
  }

  private func bytes(_ word: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) }
  }

  private func put(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    checksum = CRC32.update(checksum, bytes)
    do throws(OutputError) {
      try sink.write(bytes)
    } catch {
      failure = error
    }
  }
}

/// Writes what a merge found as a partial result itself, so that merging can be done as a tree.
///
/// What is bound to its place in the data goes through while the parts are read: inputs, keys,
/// failing records, values that no table holds. Sums, examples and tables are those of the merge,
/// and come at the end. So it costs no memory.
final class MergedPartialWriter {
  private let writer: PartialWriter
  /// The inputs are pieces of one, and the result describes only the whole.
  private let isOfPieces: Bool
  /// How the whole begins; nil once that is written, and before the first piece.
  private var startOfWhole: PartialInputStart?
  private var hasBegunWhole = false
  /// Inputs that their run did not read to the end. The reason is at the end of its partial result.
  private var ends: [PartialInput] = []

  init(_ writer: PartialWriter, isOfPieces: Bool) {
    self.writer = writer
    self.isOfPieces = isOfPieces
  }

  /// Why the result is not whole.
  var failure: OutputError? { writer.failure }

  /// An input, or a piece of the only one, begins.
  func begin(_ start: PartialInputStart) {
    if isOfPieces {
      // The first piece with anything in it begins the whole; whether this one has is not known
      // yet.
      if !hasBegunWhole { startOfWhole = start }
      return
    }
    writeEnds(ends)
    writer.begin(start)
  }

  /// A block of what begins at `place`, as it is in the partial result.
  func add(_ block: PartialBlock, at place: ChunkStart) throws(PartialDamage) {
    guard isOfPieces else { return writer.write([block]) }
    beginWhole()
    writer.write([try block.moved(to: place)])
  }

  /// Writes on the values that the merge could not add to a table.
  func add(_ log: [PartialBlock]) { writer.write(log) }

  /// An input, or a piece of the only one, has ended.
  func end(_ input: PartialInput) {
    if isOfPieces {
      if input.extent.bytes > 0 { beginWhole() }
    } else if !ends.isEmpty || !input.summary.complete && input.summary.failure == nil {
      ends.append(input)
    } else {
      writer.end(input)
    }
  }

  /// A partial result has ended.
  ///
  /// - Parameter inputs: its inputs, each with the reason if it was not read to its end.
  func endResult(_ inputs: [PartialInput]) { writeEnds(inputs.suffix(ends.count)) }

  /// Writes what the merge found in all.
  ///
  /// - Parameter whole: what the pieces are of.
  func finish(_ accumulator: RunAccumulator, _ summary: RunSummary, whole: PartialInput?) {
    if let whole {
      beginWhole()
      writer.end(whole)
    }
    writer.finish(accumulator, summary)
  }

  private func beginWhole() {
    if let start = startOfWhole {
      writer.begin(start)
      hasBegunWhole = true
    }
    startOfWhole = nil
  }

  private func writeEnds(_ inputs: some Sequence<PartialInput>) {
    for input in inputs { writer.end(input) }
    ends = []
  }
}

internal import BulkcheckCore
package import BulkcheckInput
internal import Dispatch
internal import Synchronization

/// Reads inputs and finds out what their records have in common.
///
/// Each thread takes the next chunk, summarizes it, and merges what is finished in the order of the input; so reading,
/// which one thread does at a time, goes on while others summarize. All that is merged is a sum, a limit or a table that
/// does not depend on where the input was cut, or is added record by record; hence the same findings at any number of
/// threads and any size of chunks. Memory: a ring of chunks, a summary of each path, and what ``UniquenessSearch`` keeps.
package final class InferenceRun: @unchecked Sendable {
  // Sendable: the reader is used under `reading`, all else under `merging`, by one thread at a time.
  private let options: InferenceOptions
  private let findings: Findings
  private let threads: Int
  private let shouldStop: @Sendable () -> Bool
  private let progress: @Sendable (InferenceProgress) -> Void

  private let reading = Mutex<Void>(())
  private var reader: ChunkReader?
  private var hasEnded = false
  private var chunkCount = 0

  private let merging = Mutex<Void>(())
  private var free: [SummarySlot]
  private var finished: [Int: SummarySlot] = [:]
  private var mergedCount = 0
  /// Bytes from the start of a record on whose end was not seen yet.
  private let pending = ChunkBuffer()
  private var pendingTried = 0
  private var isInsideLongLine = false
  private var blankBytes = 0
  private var isStopped = false
  /// Stored bytes of the inputs before this one.
  private var bytesBefore = 0

  private static let chunkBytesDefault = 1 << 20
  /// Each has memory of its own.
  private static let threadsMaximum = 256

  private init(
    options: InferenceOptions, shouldStop: @escaping @Sendable () -> Bool,
    progress: @escaping @Sendable (InferenceProgress) -> Void
  ) {
    self.options = options
    self.shouldStop = shouldStop
    self.progress = progress
    findings = Findings(options: options)
    threads = min(max(1, options.threads ?? ProcessorCount.online), InferenceRun.threadsMaximum)
    free = (0..<(threads == 1 ? 1 : threads + 2)).map { _ in SummarySlot(options: options) }
  }

  /// Reads the inputs one after another.
  ///
  /// - Parameters:
  ///   - shouldStop: asked after each chunk; true ends the run, marked as interrupted.
  ///   - progress: told after each chunk, by one thread at a time.
  /// - Throws: ``InferenceError`` if an input cannot be read to its end, or is of another format than the first.
  package static func findings(
    in inputs: [InputLocation], options: InferenceOptions,
    shouldStop: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (InferenceProgress) -> Void = { _ in }
  ) throws(InferenceError) -> Findings {
    let run = InferenceRun(options: options, shouldStop: shouldStop, progress: progress)
    for (number, input) in inputs.enumerated() where !run.isStopped {
      try run.read(input, isFirst: number == 0)
    }
    run.findings.tree.describeValues()
    let missing = MissingWordSearch.words(in: run.findings.tree)
    run.findings.tree.settleMissingWords(missing)
    run.findings.missingWords = missing.sorted().map { MissingWords.all[$0] }
    return run.findings
  }

  // MARK: One input

  private func read(_ location: InputLocation, isFirst: Bool) throws(InferenceError) {
    let opened: OpenedInput
    do throws(InputError) {
      opened = try OpenedInput(location, shouldStop: shouldStop)
    } catch {
      throw InferenceError(description: error.description)
    }
    let format = options.format ?? opened.detectFormat()
    findings.inputs.append(opened.name)
    if isFirst { findings.format = format }
    guard format == findings.format else {
      throw InferenceError(
        description: "\(location.name) is \(format.rawValue), but \(findings.inputs[0]) is "
          + "\(findings.format.rawValue): infer a profile from inputs of one format, or say "
          + "--input-format")
    }
    let peek = opened.peek()
    let hint = ContentHint.hint(content: peek, format: format)
    let before = findings.objects
    let delimiter =
      format == .tsv ? Ascii.tab : DelimiterDetection.delimiter(firstLine: peek)
    let skipped = peek.hasByteOrderMark ? 3 : 0
    let reader = ChunkReader(
      source: opened.source, hasQuotes: format != .jsonl,
      chunkBytes: options.chunkBytes ?? InferenceRun.chunkBytesDefault,
      recordBytesMaximum: options.recordBytesMaximum, splitsMembers: false)
    try begin(reader, format, delimiter, skipped, location.name)
    if !hasEnded { summarizeAll() }
    bytesBefore += reader.storedBytesRead
    if let failure = reader.failure {
      guard failure.isInterruption else { throw InferenceError(description: failure.description) }
      stop()
    }
    if findings.objects == before { findings.hint = findings.hint ?? hint }
  }

  /// Reads what stands before the first record; bytes of records that came with it are pending or summarized.
  private func begin(
    _ reader: ChunkReader, _ format: InputFormat, _ delimiter: UInt8, _ skipped: Int, _ name: String
  ) throws(InferenceError) {
    self.reader = reader
    hasEnded = false
    chunkCount = 0
    mergedCount = 0
    isInsideLongLine = false
    blankBytes = 0
    pending.reset(capacity: 0)
    pendingTried = 0
    if format == .jsonl {
      for slot in free { slot.summarizer.prepare(.jsonl, columns: []) }
      if skipped == 0 { return }
    }
    let buffer = ChunkBuffer()
    while let chunk = reader.next(into: buffer) {
      pending.append(buffer.bytes)
      if chunk.isFinal { hasEnded = true }
      let consumed =
        format == .jsonl ? skipped : try readHeader(delimiter, chunk.isFinal, name)
      guard let consumed else {
        if hasEnded { pending.reset(capacity: 0) }
        continue
      }
      pending.dropFirst(consumed)
      mergePending(free[0], isFinal: chunk.isFinal)
      return
    }
    hasEnded = true
  }

  /// Reads the header of CSV from what is pending and returns its length; nil if it is not complete.
  private func readHeader(
    _ delimiter: UInt8, _ isFinal: Bool, _ name: String
  ) throws(InferenceError) -> Int? {
    let result = CSVHeader.read(
      pending.bytes, isFinal: isFinal, delimiter: delimiter, strayQuotesAreText: false,
      recordBytesMaximum: options.recordBytesMaximum)
    switch result {
    case .incomplete, .empty: return nil
    case .unreadable(let fault):
      throw InferenceError(
        description: "\(name): the header cannot be read: \(fault.detail) (byte \(fault.column) "
          + "of the line)")
    case .header(let header):
      prepare(header.names, delimiter)
      return header.consumed
    }
  }

  private func prepare(_ header: [String], _ delimiter: UInt8) {
    var seen: Set<[UInt8]> = []
    var twice: Set<[UInt8]> = []
    for name in header where !seen.insert(Array(name.utf8)).inserted {
      twice.insert(Array(name.utf8))
    }
    for name in header where twice.contains(Array(name.utf8)) {
      if !findings.duplicateColumns.contains(name) { findings.duplicateColumns.append(name) }
    }
    // States of a table are few; a further column could not become a path anyway.
    let columns = header.filter { !twice.contains(Array($0.utf8)) }
      .prefix(min(options.pathsMaximum, FieldTree.statesMaximum - 1))
    if columns.count + twice.count < seen.count { findings.tree.turnAway() }
    let layout = CSVLayout(
      header: header,
      readers: columns.enumerated().map { (name: $1, state: Int32($0)) }, knownNames: [],
      delimiter: delimiter, strayQuotesAreText: false,
      recordBytesMaximum: options.recordBytesMaximum)
    for slot in free { slot.summarizer.prepare(.csv(layout), columns: Array(columns)) }
  }

  // MARK: Chunks

  private func summarizeAll() {
    let slotsFree = DispatchSemaphore(value: free.count)
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      while let (number, slot) = nextChunk(slotsFree) {
        slot.end = slot.summarizer.summarize(
          ChunkTask(bytes: slot.buffer.bytes, isFinal: slot.chunk.isFinal))
        finish(number, slot, slotsFree)
      }
    }
  }

  /// Waits for a slot and fills it; nil at the end.
  private func nextChunk(_ slotsFree: DispatchSemaphore) -> (Int, SummarySlot)? {
    slotsFree.wait()
    let slot = merging.withLock { _ in free.removeLast() }
    let number: Int? = reading.withLock { _ in
      guard !hasEnded, let chunk = reader?.next(into: slot.buffer) else {
        hasEnded = true
        return nil
      }
      slot.chunk = chunk
      slot.storedBytesRead = reader?.storedBytesRead ?? 0
      if chunk.isFinal { hasEnded = true }
      chunkCount += 1
      return chunkCount - 1
    }
    guard let number else {
      release(slot, slotsFree)
      return nil
    }
    return (number, slot)
  }

  private func release(_ slot: SummarySlot, _ slotsFree: DispatchSemaphore) {
    merging.withLock { _ in free.append(slot) }
    slotsFree.signal()
  }

  /// Merges the chunk and those that waited for it, or lets it wait for those before.
  private func finish(_ number: Int, _ slot: SummarySlot, _ slotsFree: DispatchSemaphore) {
    let stops = merging.withLock { _ in
      finished[number] = slot
      while let next = finished.removeValue(forKey: mergedCount) {
        merge(next)
        mergedCount += 1
        next.buffer.releaseIfLarge()
        free.append(next)
        slotsFree.signal()
      }
      return isStopped
    }
    if stops { reading.withLock { _ in hasEnded = true } }
  }

  // MARK: Merging

  private func merge(_ slot: SummarySlot) {
    if isStopped { return }
    if pending.count > 0 || isInsideLongLine || blankBytes > 0 {
      // The chunk does not begin where a record does: the tail of the one before belongs to it.
      pending.append(slot.buffer.bytes)
      mergePending(slot, isFinal: slot.chunk.isFinal)
    } else {
      let task = ChunkTask(bytes: slot.buffer.bytes, isFinal: slot.chunk.isFinal)
      if slot.isCut { slot.summarizeAgain(task, knowing: findings.tree) }
      take(slot, task)
      if !isStopped, slot.end.consumed < task.bytes.count {
        pending.append(task.bytes[slot.end.consumed..<task.bytes.count])
        pendingTried = pending.count
      }
    }
    slot.renew(knowing: findings.tree)
    progress(
      InferenceProgress(
        bytesRead: bytesBefore + slot.storedBytesRead, records: findings.counts.total))
    if shouldStop() { stop() }
  }

  private func stop() {
    findings.interrupted = true
    isStopped = true
  }

  /// Summarizes what is pending, once there is reason to hope that it holds a whole record.
  private func mergePending(_ slot: SummarySlot, isFinal: Bool) {
    let isWorthIt =
      isFinal || isInsideLongLine || blankBytes > 0 || pending.count >= 2 * pendingTried
      || pending.count > options.recordBytesMaximum
    guard isWorthIt else { return }
    var task = ChunkTask(bytes: pending.bytes, isFinal: isFinal)
    task.beginsInsideLongLine = isInsideLongLine
    task.blankBytesBefore = blankBytes
    slot.summarizeAgain(task, knowing: findings.tree)
    take(slot, task)
    if isStopped { return }
    if slot.end.consumed == pending.count {
      pending.reset(capacity: 0)
    } else {
      pending.dropFirst(slot.end.consumed)
    }
    pendingTried = pending.count
  }

  /// Adds what a slot has found to the findings, up to the limit.
  private func take(_ slot: SummarySlot, _ task: ChunkTask) {
    if let limit = options.limit {
      let room = limit - findings.counts.total
      if slot.summarizer.counts.total > room {
        findings.limitReached = true
        isStopped = true
        if room <= 0 { return }
        var task = task
        task.recordsMaximum = room
        slot.summarizeAgain(task, knowing: findings.tree)
      }
    }
    findings.tree.merge(slot.summarizer.tree, &slot.places)
    findings.uniqueness.take(slot.summarizer.values, slot.places) { node in
      findings.tree.stopTracking(node)
    }
    findings.counts.add(slot.summarizer.counts)
    isInsideLongLine = slot.end.isInsideLongLine
    blankBytes = slot.end.blankBytes
  }
}

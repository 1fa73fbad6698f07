package import BulkcheckCore
internal import BulkcheckDocument
package import BulkcheckInput
package import BulkcheckOutput
internal import BulkcheckProfile
internal import BulkcheckReport

/// Merges partial results, in their order, to what one run over all of their inputs would have
/// found.
///
/// A run with `--partial` writes what a merge needs to continue from it (``PartialWriter``;
/// docs/merge.md has the format). ``RunAccumulator`` is the state of both, so a merge goes through
/// results as a run goes through chunks. Nearly all of it is sums and first-N lists, which are
/// added in the order of the runs. Four things need more:
///
/// - *Keys of `unique`*. Whether a record repeats another is known only when both runs are there.
///   So the keys that records claim are logged in input order, each with what a report would show
///   of its record (``KeyDetail``), and sums are written without what duplicates changed. Of a.bcp
///   with the key 7 on line 3 and b.bcp with the key 7 on line 1, the merge finds the duplicate in
///   b, by the same table and in the same memory as a run (``SeenKeys``). Merging sorted
///   fingerprints would take less space, but it would have no value to show, lose the order, and
///   need as many open files as there are runs.
/// - *Top values*. A table has the first 1000 different values of a run. A value may be too late
///   for it and still be in that of an earlier run. So workers note all values, and those that do
///   not fit are logged with hash and count.
/// - *Where failures are*. A piece of an input does not know which record of the whole is its
///   first. So failing records are logged as runs of successive ones.
/// - *Keys of hashes*. They are derived from the profile and, if there is one, a secret
///   (``HashKeys``). In all other runs they are random for each process.
///
/// Places are stored relative to the input that they are in, and messages in parts, cut where the
/// line number belongs: the merge knows where each input, or piece of one, begins. A file is a
/// sequence of blocks with checksums (``PartialBlock``). It is written during the run and read
/// once, so neither side needs more memory for a larger file. A merge can write a partial result,
/// too (``MergedPartialWriter``): it copies logs and inputs while it reads them, turns places in
/// pieces into places in the whole, and appends its own sums.
package struct PartialMerge {
  /// Failing examples kept for each rule; nil: as many as the runs kept.
  package var samplesMaximum: Int?
  /// The inputs are successive pieces of one input with this name.
  package var inputName: String?
  /// The options of the merge: memory and folder for keys of `unique` rules and for rules about the
  /// table.
  package var options = RunOptions()

  package init() {}

  /// The findings of the merged runs, and the check that makes their report.
  package struct Result {
    package var summary: RunSummary
    package var check: Check
    /// Why the merge could not be written as a partial result; the other properties then mean
    /// nothing.
    package var outputFailure: OutputError?
  }

  /// Reads each of the partial results once, from front to end.
  ///
  /// - Parameters:
  ///   - partials: at least one.
  ///   - sink: takes the merge as a partial result, which can be merged further. Whether its file
  ///     appears under its name is
  ///     up to the owner.
  ///   - shouldStop: asked before each block; true ends the merge with nil.
  package func merge(
    _ partials: [InputLocation], to sink: (any PartialSink)? = nil,
    shouldStop: () -> Bool = { false }
  ) throws(PartialError) -> Result? {
    var state: MergeState?
    for location in partials {
      let reader = try PartialReader(location)
      let contents = try PartialContents(reader)
      let merge: MergeState
      if let state {
        merge = state
      } else {
        merge = try MergeState(contents, self, sink: sink)
        state = merge
      }
      try merge.begin(contents)
      while let block = try reader.next() {
        if shouldStop() { return nil }
        try merge.take(block, reader)
        if merge.outputFailure != nil { return try merge.result() }
      }
    }
    return try state?.result()
  }
}

/// How a partial result begins.
struct PartialContents {
  let name: String
  let header: PartialHeader
  let profile: [UInt8]

  /// Reads the header and the profile.
  init(_ reader: PartialReader) throws(PartialError) {
    name = reader.name
    guard let first = try reader.next(), first.kind == .header else { throw reader.impossible }
    do throws(PartialDamage) {
      header = try first.content()
    } catch {
      throw reader.impossible
    }
    var profile: [UInt8] = []
    while profile.count < header.profileBytes {
      guard let block = try reader.next(), block.kind == .profile, !block.bytes.isEmpty,
        profile.count + block.bytes.count <= PartialFormat.profileBytesMaximum
      else { throw reader.impossible }
      profile.append(contentsOf: block.bytes)
    }
    guard KeptProfile.sha256(ofKept: profile) == header.profileSHA256 else {
      throw reader.impossible
    }
    self.profile = profile
  }
}

/// A merge on its way: the sums so far, and where the next input begins.
///
/// If the merge is to be a partial result itself, what it reads is written on at once.
final class MergeState {
  private let first: PartialContents
  private let check: Check
  private let accumulator: RunAccumulator
  private var pieces: MergedPieces?
  private let output: MergedPartialWriter?
  private var summary = RunSummary()

  // Of the partial result being read.
  private var name = ""
  private var start: PartialInputStart?
  /// The position in the merged input at which the current one begins.
  private var place = ChunkStart(input: 0)
  private var places: [ChunkStart] = []
  private var inputs: [PartialInput] = []
  private var hasTotals = false

  /// - Parameters:
  ///   - first: what the others have to agree with.
  ///   - sink: takes the merge as a partial result.
  init(
    _ first: PartialContents, _ options: PartialMerge, sink: (any PartialSink)?
  ) throws(PartialError) {
    self.first = first
    var ruleSet: RuleSet
    do {
      let profile = try RuleSource(
        partial: first.profile, fileName: first.name, loadReference: first.header.loadReference)
      ruleSet = profile.ruleSet.running(allBut: first.header.rulesNotRun)
      ruleSet.referenceFiles = first.header.referenceFiles
    } catch {
      throw PartialError(
        .otherVersion,
        "the profile in \(first.name) cannot be read by this version of bulkcheck:\n\(error)")
    }
    var runOptions = options.options
    runOptions.now = first.header.now
    runOptions.samplesMaximum = options.samplesMaximum ?? first.header.samplesMaximum
    do throws(RunSetupError) {
      check = try Check(
        ruleSet: ruleSet, options: runOptions,
        profile: Report.Profile(name: ruleSet.name, sha256: first.header.profileSHA256))
    } catch {
      throw PartialError(.otherVersion, "the profile in \(first.name): \(error.description)")
    }
    if let name = options.inputName, ruleSet.csv.footerRows + ruleSet.csv.commentRows.count > 0 {
      throw PartialError(
        .notSuccessive,
        "the inputs cannot be pieces of \(name): the profile has `footerRows` or `commentRows`, "
          + "which are those of each piece; merge without --as")
    }
    pieces = options.inputName.map { MergedPieces(name: $0) }
    accumulator = check.makeAccumulator(
      notes: sink == nil ? .companions : [.companions, .partial])
    var header = first.header
    header.samplesMaximum = runOptions.samplesMaximum
    output = sink.map {
      MergedPartialWriter(
        PartialWriter(sink: $0, header: header, profile: first.profile),
        isOfPieces: options.inputName != nil)
    }
  }

  /// Why the merge cannot be written as a partial result.
  var outputFailure: OutputError? { output?.failure }

  // MARK: One partial result

  /// Begins the next one, if it agrees with the first.
  func begin(_ contents: PartialContents) throws(PartialError) {
    try PartialAgreement(first: first, samplesMaximum: check.options.samplesMaximum)
      .check(contents)
    name = contents.name
    start = nil
    places = []
    inputs = []
    hasTotals = false
  }

  func take(_ block: PartialBlock, _ reader: PartialReader) throws(PartialError) {
    do throws(PartialDamage) {
      try take(block)
    } catch {
      throw reader.impossible
    }
    // Apart from the others: it may refuse what is not damaged.
    if block.kind == .input, let start {
      place = try pieces?.begin(start, of: name) ?? nextPlace
      place.hasLines = start.hasLines
      accumulator.begin(at: place, format: start.format)
      output?.begin(start)
    }
    output?.add(accumulator.takePartialLog())
    if let failure = accumulator.failureText { throw PartialError(.unwritable, failure) }
  }

  private func take(_ block: PartialBlock) throws(PartialDamage) {
    guard isExpected(block.kind) else { throw PartialDamage() }
    switch block.kind {
    case .header, .profile: break
    case .input: start = try block.content() as PartialInputStart
    case .inputEnd: try end(block.content())
    case .end:
      try accumulator.endReplay()
      try finish(block.content())
    case .keys, .failures, .values, .measuredKeys, .pairs, .totals, .samples, .tables, .measures,
      .companions:
      try accumulator.replay(block, Replay(place: place, places: places))
      if block.kind == .totals { hasTotals = true }
      if block.kind.isOfInput { try output?.add(block, at: place) }
    }
  }

  /// Whether a block may come here: a result has its inputs, then its totals, then other sums.
  private func isExpected(_ kind: PartialBlock.Kind) -> Bool {
    switch kind {
    case .header, .profile: false
    case .input, .totals: start == nil && !hasTotals
    case .keys, .failures: start != nil
    // A merge has some of its own at the end of each part, behind the inputs.
    case .values, .measuredKeys, .pairs, .inputEnd: !hasTotals
    case .samples, .tables, .measures, .companions, .end: hasTotals
    }
  }

  /// The start of an input by itself.
  private var nextPlace: ChunkStart {
    let input = pieces == nil ? summary.inputs.count + inputs.count : 0
    return ChunkStart(input: input)
  }

  private func end(_ input: PartialInput) throws(PartialDamage) {
    if start != nil {
      accumulator.endReplay(
        lines: try PartialDecoder.total(place.lines, input.extent.lines),
        records: try PartialDecoder.total(place.records, input.summary.records))
      places.append(place)
    } else {
      // Never opened, or without a header: no sample is from it.
      places.append(nextPlace)
    }
    try pieces?.end(input, start, of: name)
    inputs.append(input)
    output?.end(input)
    start = nil
  }

  private func finish(_ end: PartialEnd) throws(PartialDamage) {
    for index in inputs.indices
    where !inputs[index].summary.complete && inputs[index].summary.failure == nil {
      inputs[index].summary.failure = "\(end.reason) (\(name))"
    }
    output?.endResult(inputs)
    summary.seconds = min(summary.seconds + end.seconds, PartialEnd.secondsMaximum)
    summary.threads = max(summary.threads, end.threads)
    summary.bytesJudged = try PartialDecoder.total(summary.bytesJudged, end.bytesJudged)
    if pieces == nil {
      summary.inputs += inputs.map(\.summary)
    } else {
      try pieces?.finish(inputs.map(\.summary))
      guard summary.bytesJudged >= pieces?.headerBytesRepeated ?? 0 else { throw PartialDamage() }
    }
  }

  // MARK: The result

  /// The result of all parts; it also ends the partial result of the merge.
  func result() throws(PartialError) -> PartialMerge.Result {
    var result = accumulator.summary()
    result.take(pieces.map { [$0.whole] } ?? summary.inputs)
    result.seconds = summary.seconds
    result.ended = WallClock.seconds
    result.threads = summary.threads
    result.bytesJudged = summary.bytesJudged - (pieces?.headerBytesRepeated ?? 0)
    if let failure = accumulator.failureText { throw PartialError(.unwritable, failure) }
    output?.finish(accumulator, result, whole: pieces?.input)
    return PartialMerge.Result(
      summary: result, check: check, outputFailure: outputFailure)
  }
}

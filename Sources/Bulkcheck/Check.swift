package import BulkcheckCore
package import BulkcheckInput
package import BulkcheckProfile
package import BulkcheckReport

/// Why a run cannot start.
package struct RunSetupError: Error, Sendable, CustomStringConvertible {
  package var description: String
}

/// The description of a run: compiled rules, how inputs are read, what is kept of the findings, and
/// how the report judges them. Commands and the library make one, and use it as often as they need:
/// to check inputs or a single record, to explain one, to merge results.
///
/// A value that may be used any number of times and from any thread; each
/// ``run(_:observer:partial:shouldStop:progress:)`` is independent.
package struct Check: Sendable {
  package private(set) var program: Program
  /// The program for documents that a schema splits; nil if none is split.
  private(set) var documentProgram: Program?
  /// The one for pieces of their records. It knows more places, so it is slower on whole records.
  private(set) var piecesProgram: Program?
  package private(set) var options: RunOptions
  /// The profile, as the report names it.
  package let profile: Report.Profile
  package var verdict: VerdictOptions

  /// Compiles the rules.
  ///
  /// - Parameter closures: those that rules ask by number; profiles have none.
  /// - Throws: ``RunSetupError`` if a rule cannot be compiled, which the linter would have found.
  package init(
    ruleSet: RuleSet, closures: [ClosureCheck] = [], options: RunOptions = RunOptions(),
    profile: Report.Profile = Report.Profile(name: nil, sha256: ""),
    verdict: VerdictOptions = VerdictOptions()
  ) throws(RunSetupError) {
    let split = Check.splitRules(ruleSet, options)
    do throws(ProgramError) {
      program = try Program(
        ruleSet, closures: closures, hashKeys: options.hashKeys, now: options.now)
      if let split {
        if split.schema?.sets.contains(where: { !$0.inner.isEmpty }) == true {
          piecesProgram = try Program(split, hashKeys: options.hashKeys, now: options.now)
        }
        var held = split
        held.schema = split.schema?.withoutPieces
        documentProgram = try Program(held, hashKeys: options.hashKeys, now: options.now)
      }
    } catch {
      throw RunSetupError(description: error.description)
    }
    self.options = options
    self.options.reading.csv = ruleSet.csv
    self.options.reading.places.pointer = options.reading.places.pointer ?? ruleSet.records
    self.options.reading.places.ofSections = ruleSet.sectionRecords
    self.options.reading.places.ofSchema = split?.schema?.sets ?? []
    self.options.reading.places.hidesKeys = ruleSet.maskedPaths.contains(where: \.isRecordKey)
    self.options.reading.encoding = options.reading.encoding ?? ruleSet.encoding
    self.options.reading.nanIsNull = ruleSet.nan == .null
    self.options.reading.knownColumns = program.lists.knownColumns
    self.options.reading.columnSpellings = program.columnSpellings
    self.profile = profile
    self.verdict = verdict
    self.options.reading.places.areOfDocument = areOfDocument(options)
  }

  package var ruleSet: RuleSet { program.ruleSet }

  /// The rules for documents that the schema splits; nil if it splits none.
  private static func splitRules(_ ruleSet: RuleSet, _ options: RunOptions) -> RuleSet? {
    let format = options.reading.format ?? .json
    guard format == .json, options.reading.places.pointer ?? ruleSet.records == nil,
      options.schemaSubject != .record
    else { return nil }
    return ruleSet.ofDocuments
  }

  /// Returns the check of one record of a document that the schema splits.
  package func alone(_ part: DocumentPart) -> Check {
    guard let schema = documentProgram?.ruleSet.schema, part.set < schema.sets.count else {
      return self
    }
    var ruleSet = ruleSet
    ruleSet.schema = schema.alone(part.set, name: part.name)
    ruleSet.documentSchema = nil
    do throws(RunSetupError) {
      return try Check(ruleSet: ruleSet, options: options, profile: profile, verdict: verdict)
    } catch {
      preconditionFailure("rules that were compiled before can be compiled again: \(error)")
    }
  }

  /// Returns the check whose rules say another message.
  package func saying(_ message: MessageTemplate) -> Check {
    var ruleSet = ruleSet
    for index in ruleSet.rules.indices { ruleSet.rules[index].attributes.message = message }
    do throws(RunSetupError) {
      return try Check(ruleSet: ruleSet, options: options, profile: profile, verdict: verdict)
    } catch {
      preconditionFailure("rules that were compiled before can be compiled again: \(error)")
    }
  }

  func makeWorker(_ program: Program) -> ChunkWorker {
    ChunkWorker(
      program: program, recordBytesMaximum: options.reading.recordBytesMaximum,
      showsMasked: options.showsMasked)
  }

  /// Whether a root array is the record, not its elements.
  private func areOfDocument(_ options: RunOptions) -> Bool {
    guard let schema = ruleSet.schema else { return false }
    switch options.schemaSubject {
    case .auto: return schema.describesArray
    case .document: return true
    case .record: return false
    }
  }

  /// Returns the check with other options. The keys of hashes stay: rules are compiled for them.
  package func with(_ change: (inout RunOptions) -> Void) -> Check {
    var check = self
    change(&check.options)
    check.options.hashKeys = options.hashKeys
    return check
  }

  /// Returns the check with the clock read, if the rules ask for it.
  package func atItsTime() -> Check {
    guard ruleSet.asksForNow else { return self }
    var check = self
    let now = options.now ?? Instant.nowText
    check.options.now = now
    guard now != program.now else { return check }
    do throws(ProgramError) {
      check.program = try program.at(now)
      check.documentProgram = try documentProgram?.at(now)
      check.piecesProgram = try piecesProgram?.at(now)
    } catch {
      preconditionFailure("rules that were compiled before can be compiled again: \(error)")
    }
    return check
  }

  /// Returns the check with its rules compiled for a run whose partial result is written. Closures
  /// are left out: no profile has any.
  func mergeable(secret: String) -> Check {
    do throws(RunSetupError) {
      return try Check(
        ruleSet: ruleSet,
        options: options.mergeable(profileSHA256: profile.sha256, secret: secret),
        profile: profile, verdict: verdict)
    } catch {
      preconditionFailure("rules that were compiled before can be compiled again: \(error)")
    }
  }

  // MARK: Judging

  /// Judges the inputs one after another. An input that cannot be read to its end has a `failure`
  /// in the summary; the others are judged all the same.
  ///
  /// - Parameters:
  ///   - observer: receives the records with their verdicts, in input order.
  ///   - partial: takes what is needed to merge the run with others; the options are
  ///     ``RunOptions/mergeable(profileSHA256:secret:)``.
  ///   - shouldStop: asked before each batch; true ends the run, marked as interrupted.
  ///   - progress: told after each batch, on the calling thread.
  package func run(
    _ inputs: [InputLocation], observer: (any RecordObserver)? = nil,
    partial: PartialWriter? = nil,
    shouldStop: @Sendable () -> Bool = { false }, progress: (ReadingProgress) -> Void = { _ in }
  ) -> RunSummary {
    let clock = ContinuousClock()
    let start = clock.now
    let job = JudgingJob(atItsTime(), observer: observer, partial: partial)
    var reading = options.readingInMemory
    // Whoever takes records takes them whole.
    if observer != nil || partial != nil { reading.places.heldBytesMaximum = nil }
    // Whoever takes records takes them with all their members.
    reading.fieldsRead = observer?.takesWholeRecords == true ? nil : program.fieldsRead
    reading.keepsRows = observer?.takesRows == true
    reading.tableBytesMaximum = options.memoryBytes ?? MachineMemory.share
    let run = RecordRun(job, reading)
    var summaries = run.read(inputs, shouldStop: shouldStop) { state in
      var state = state
      if inputs.count > 1 { state.bytesTotal = nil }
      progress(state)
    }
    // Inputs that the run did not come to are listed all the same.
    for location in inputs.dropFirst(summaries.count) {
      var unread = InputSummary(
        path: location.name, format: options.reading.format ?? location.likelyFormat,
        compression: .none)
      unread.complete = false
      summaries.append(unread)
      partial?.end(PartialInput(summary: unread, extent: PartialExtent()))
    }
    let isWhole = run.interrupted || job.finish(shouldStop: shouldStop)
    var summary = job.accumulator.summary()
    if let failure = job.accumulator.failureText, let last = summaries.indices.last,
      summaries[last].failure == nil
    {
      // The last references are looked up, and groups in files read, when all inputs have been
      // read.
      summaries[last].failure = failure
      summaries[last].complete = false
    }
    summary.limitReached = run.limitReached
    summary.interrupted = run.interrupted || !isWhole
    summary.threads = run.threads
    summary.bytesJudged = run.bytesConsumed
    summary.take(summaries)
    summary.seconds = seconds(clock.now - start)
    summary.ended = WallClock.seconds
    partial?.finish(job.accumulator, summary)
    return summary
  }

  func makeAccumulator(notes: RecordNotes) -> RunAccumulator {
    let accumulator = RunAccumulator(
      program: program, splitProgram: piecesProgram ?? documentProgram,
      samplesMaximum: options.samplesMaximum, notes: notes, keys: options.keyPlan)
    accumulator.watched = options.watched
    accumulator.endsWithInput = !options.isPartOfInput
    accumulator.now = ruleSet.asksForNow ? options.now ?? program.now : nil
    return accumulator
  }

  private func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  /// The ids of the rules, built-in ones included, that fail on one record judged alone as a JSONL
  /// line.
  package func failures(ofRecord text: [UInt8]) -> [String] {
    atItsTime().judgedFailures(ofRecord: text)
  }

  private func judgedFailures(ofRecord text: [UInt8]) -> [String] {
    var worker = ChunkWorker(
      program: program, recordBytesMaximum: options.reading.recordBytesMaximum)
    let record = OwnedBytes(text + [Ascii.lineFeed])
    return withExtendedLifetime(record) {
      worker.failures(ofOnlyRecord: record.view).map { note in
        note.builtIn?.id ?? ruleSet.rules[Int(note.rule)].id
      }
    }
  }

  /// The ids of the rules that fail on a fixture: of a table those that count a failure in a run
  /// over its records.
  package func failures(of fixture: Fixture) -> [String] {
    switch fixture.subject {
    // Whether there is what a rule refers to is known at the end of the input.
    case .record(let text) where program.hasInputReferences || set(of: fixture) != nil:
      let tableIDs = Set(ruleSet.tableRules.map { ExactText($0.id) })
      return failures(summary(of: fixture, text)).filter { !tableIDs.contains(ExactText($0)) }
    case .record(let text): return failures(ofRecord: Array(text.utf8))
    case .table(let records):
      return failures(summary(of: fixture, records.joined(separator: "\n")))
    case .document(let text): return failures(summary(of: fixture, text))
    }
  }

  /// The section to which a fixture has to belong, if it does not.
  package func sectionMissed(by fixture: Fixture) -> String? {
    guard let section = fixture.section, case .record(let text) = fixture.subject else {
      return nil
    }
    return summary(of: fixture, text).sections[section.value] == 0
      ? ruleSet.sections[section.value].id : nil
  }

  /// The set of records to which a fixture belongs; nil if it is part of no document.
  private func set(of fixture: Fixture) -> Int? {
    let records = fixture.section.flatMap { ruleSet.sections[$0.value].records }
    return records.flatMap { ruleSet.sectionRecords.firstIndex(of: $0) }
  }

  /// The ids of the rules that count a failure in a run.
  private func failures(_ summary: RunSummary) -> [String] {
    report(summary).rules.filter { $0.failed > 0 }.map(\.id)
  }

  /// The outcome of a run over the text of a fixture.
  private func summary(of fixture: Fixture, _ text: String) -> RunSummary {
    let alone = with { options in
      options.reading.threads = 1
      options.reading.format = .json
      if case .document = fixture.subject { return }
      if let set = set(of: fixture) {
        options.reading.places = .document(inSet: set)
      } else {
        options.reading.format = .jsonl
      }
    }
    return alone.run([.bytes(Array((text + "\n").utf8), name: "test")])
  }

  // MARK: Reporting

  package func report(_ summary: RunSummary) -> Report {
    Report(
      summary: summary, ruleSet: ruleSet, profile: profile, options: verdict,
      samplesMaximum: options.samplesMaximum)
  }
}

extension RunAccumulator {
  /// Why the run cannot go on, with the remedy.
  var failureText: String? { failure?.description }
}

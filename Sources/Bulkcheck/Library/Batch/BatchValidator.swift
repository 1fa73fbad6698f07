internal import BulkcheckCore
internal import BulkcheckProfile
public import BulkcheckReport
public import Requirements
@_exported public import RequirementsPatterns

/// Checks data against a requirement for Swift values: files, bytes in memory, records one after
/// another.
///
/// ```swift
/// struct User: Decodable, Sendable {
///   var email: String
///   var age: Int
///   var phone: String?
/// }
///
/// let validator = try BatchValidator(
///   Requirement<User>.all {
///     Requirement.on(\.email, .email())
///     Requirement.on(\.age, .inRange(18...120)).rule("age-adult")
///     Requirement.on(\.phone, .ifPresent(.phone()))
///   })
/// print(validator.validate([.file("users.jsonl.gz")]).records.invalid)
/// ```
///
/// The requirement becomes rules like those of a profile. They run as fast, on bytes, without
/// decoding values. The names of fields are those that `User` decodes itself from. The record type
/// adds rules too: a property that is not optional is required, and each must have a value that its
/// type accepts. A closure in the requirement receives the value that it asks for, and only that is
/// decoded; see ``rules``.
///
/// A record fails exactly if `Requirement.failures(in:)` has a reason for the decoded value, and
/// with that reason. If the bytes are not enough to decide, values are decoded: of properties that
/// their type changes (trims, folds case, makes positive), of fractions near a limit, and of
/// records with a reason that depends on the value.
///
/// You can use a validator any number of times and from any thread, like ``ProfileValidator``.
public struct BatchValidator<Record: Decodable & Sendable>: Sendable {
  /// The rules about records, in the order of the report, which lists those about the table after
  /// them.
  public let rules: [BatchRule]
  /// How records are read, and what the report keeps.
  public let options: BatchOptions
  let requirement: Requirement<Record>
  let lowered: LoweredRules
  let check: Check
  let keyPathPlaces: KeyPathPlaces<Record>

  /// Turns a requirement into rules.
  ///
  /// - Parameters:
  ///   - requirement: for each record.
  ///   - table: for all of them together.
  ///   - options: how records are read, and what the report keeps.
  ///   - strategies: how values are decoded, as set in `JSONDecoder`.
  /// - Throws: ``BatchError`` if a part of it cannot be checked in a batch, the names of the
  ///   record's properties cannot be found, or an option cannot be read.
  public init(
    _ requirement: Requirement<Record>, table: [TableRequirement<Record>] = [],
    options: BatchOptions = BatchOptions(),
    decoding strategies: DecodingStrategies = DecodingStrategies()
  ) throws(BatchError) {
    var options = options
    options.name = options.name ?? "\(Record.self)"
    self.options = options
    lowered = try RuleLowering.rules(
      requirement.outline, table: table.map(\.form), record: Record.self,
      mistakes: requirement.mistakes, options: options, plan: DecodingPlan(strategies))
    self.requirement = requirement
    let judged = try lowered.decoding(Record.self, handsOver: false)
    check = try judged.check(options)
    rules = judged.ruleSet.rules.map(BatchRule.init)
    keyPathPlaces = KeyPathPlaces(plan: lowered.plan)
  }

  /// The id of the rule that fails a record which passes all others and still cannot be decoded,
  /// because a number is too large for its property or an initialiser throws. It is the last rule
  /// about records. It is left out if the other rules cover it.
  public static var decodableRule: String { LoweredRules.decodableRule }

  /// Checks inputs one after another, and returns one report about all of them.
  ///
  /// - Parameters:
  ///   - inputs: checked one after another.
  ///   - shouldStop: asked between batches of chunks. True ends the run: the report then covers
  ///     what was read so far, with `interrupted` set.
  ///   - progress: called between batches, on the calling thread.
  public func validate(
    _ inputs: [ProfileValidator.Input], shouldStop: @Sendable () -> Bool = { false },
    progress: (ProfileValidator.Progress) -> Void = { _ in }
  ) -> Report {
    check.validate(inputs, shouldStop: shouldStop, progress: progress)
  }

  /// Checks a plain or gzip file. The format is decided by the suffix, otherwise by the content.
  public func validate(file path: String) -> Report { validate([.file(path)]) }

  /// Checks inputs without blocking a thread of the caller's executor. Cancelling the task ends the
  /// run at the next batch.
  ///
  /// - Parameters:
  ///   - inputs: checked one after another.
  ///   - progress: called between batches, on a thread of the run.
  public func validate(
    _ inputs: [ProfileValidator.Input],
    progress: @escaping @Sendable (ProfileValidator.Progress) -> Void = { _ in }
  ) async -> Report {
    await check.validate(inputs, progress: progress)
  }

  /// Checks JSON records one after another, as ``ProfileValidator/validate(records:name:)`` does.
  public func validate<Records: Sequence & SendableMetatype>(
    records: Records, name: String = "records"
  ) -> Report
  where Records.Element: StringProtocol & SendableMetatype, Records.Iterator: SendableMetatype {
    check.validate(records: records, name: name)
  }
}

extension LoweredRules {
  func check(_ options: BatchOptions) throws(BatchError) -> Check {
    let run: RunOptions
    do throws(OptionFault) {
      run = try options.run.runOptions()
    } catch {
      throw BatchError(
        code: .invalidOption, place: "run.\(error.option)", description: error.description)
    }
    do throws(RunSetupError) {
      return try Check(
        ruleSet: ruleSet, closures: closures, options: run,
        profile: Report.Profile(name: options.name, sha256: digest), verdict: options.run.verdict)
    } catch {
      throw BatchError(code: .cannotCompile, place: nil, description: error.description)
    }
  }

  /// SHA-256 of the rules as a listing shows them: two validators with the same rules have the
  /// same.
  var digest: String { SHA256.hexadecimal(Array(RuleListing.text(ruleSet).utf8)) }
}

extension BatchValidator {
  /// Checks inputs, and returns the valid records as Swift values, batch after batch, with the
  /// reasons why the others are invalid.
  ///
  /// ```swift
  /// let batches = try validator.batches(of: [.file("users.jsonl.gz")])
  /// for try await batch in batches {
  ///   try await store.insert(batch.valid)           // [User]
  ///   for record in batch.invalid { reject(record.record.bytes, record.failures) }
  /// }
  /// print(await batches.report.records.invalid)
  /// ```
  ///
  /// Records are decoded in parallel: the valid ones to hand them over, the invalid ones for their
  /// reasons. A record that breaks no rule of severity error, and still cannot be decoded, fails
  /// the rule ``decodableRule``, as in `validate`.
  ///
  /// - Parameters:
  ///   - inputs: checked one after another.
  ///   - options: how batches are made.
  ///   - progress: called between batches, on a thread of the run.
  /// - Throws: ``BatchError`` with ``BatchError/Code/cannotCompile`` if there are too many rules,
  ///   and with ``BatchError/Code/unsupported`` if the requirement has `references(_:in:)`.
  public func batches(
    of inputs: [ProfileValidator.Input], options: BatchStreamOptions = BatchStreamOptions(),
    progress: @escaping @Sendable (ProfileValidator.Progress) -> Void = { _ in }
  ) throws(BatchError) -> RecordBatches<Record> {
    // Such records wait for the end of the input as bytes, not as values.
    if let rule = lowered.ruleSet.inputReference {
      throw BatchError.unsupported(
        rule.id, "which records are valid is not known before all were read",
        remedy: "Use validate, or write a profile() for the command, which has --valid")
    }
    let check = try lowered.decoding(Record.self, handsOver: true).check(self.options)
    let outline = lowered.outline
    let mayTrap = outline.mayTrap
    let explanations = RuleExplanations(
      reasons: lowered.reasons, reasonsOfRecord: { mayTrap ? [] : outline.reasons(of: $0) ?? [] })
    return check.batches(
      of: inputs, explanations: explanations, options: options, progress: progress
    ) { _, attachment in
      attachment as? Record
    }
  }
}

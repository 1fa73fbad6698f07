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
  let lowered: LoweredRules
  let check: Check

  /// Turns a requirement into rules.
  ///
  /// - Parameters:
  ///   - requirement: for each record.
  ///   - table: for all of them together.
  ///   - options: how records are read, and what the report keeps.
  /// - Throws: ``BatchError`` if a part of it cannot be checked in a batch, or the names of the
  ///   record's properties cannot be found.
  public init(
    _ requirement: Requirement<Record>, table: [TableRequirement<Record>] = [],
    options: BatchOptions = BatchOptions()
  ) throws(BatchError) {
    var options = options
    options.name = options.name ?? "\(Record.self)"
    self.options = options
    lowered = try RuleLowering.rules(
      requirement.outline, table: table.map(\.form), record: Record.self,
      mistakes: requirement.mistakes, options: options)
    let judged = try lowered.decoding(Record.self, handsOver: false)
    check = try judged.check(options)
    rules = judged.ruleSet.rules.map(BatchRule.init)
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

/// A rule that was made from a requirement.
public struct BatchRule: Hashable, Sendable {
  /// The id in reports.
  public let id: String
  /// The path of its field; nil for rules over several fields or the whole record.
  public let field: String?
  /// The keyword that a profile has for it; `closure` for a closure.
  public let constraint: String
  /// Whether values are decoded for it, because it contains a closure or needs Swift to decide.
  public let decodesValues: Bool

  init(_ rule: EngineRule) {
    id = rule.id
    field = rule.field
    constraint = rule.constraint
    decodesValues = rule.expression.asksClosure
  }
}

extension LoweredRules {
  func check(_ options: BatchOptions) throws(BatchError) -> Check {
    do throws(RunSetupError) {
      return try Check(
        ruleSet: ruleSet, closures: closures, options: options.run.runOptions,
        profile: Report.Profile(name: options.name, sha256: digest), verdict: options.run.verdict)
    } catch {
      throw BatchError(code: .cannotCompile, place: nil, description: error.description)
    }
  }

  /// SHA-256 of the rules as a listing shows them: two validators with the same rules have the
  /// same.
  var digest: String { SHA256.hexadecimal(Array(RuleListing.text(ruleSet).utf8)) }
}

/// How a ``BatchValidator`` reads records, and what its report keeps.
public struct BatchOptions: Hashable, Sendable {
  /// The unit of a string's length.
  public enum LengthUnit: Hashable, Sendable {
    /// Characters as Swift counts them: "é" and "🇳🇴" are one each.
    case characters
    /// Code points, the default of profiles. The same for most strings, and faster if they are not
    /// ASCII.
    case codePoints
  }

  /// The name that the report gives the rules; nil: that of the record type.
  public var name: String?
  /// Format, threads, samples and limits.
  public var run = ProfileValidator.Options()
  /// The unit of `minLength`, `maxLength` and `length`.
  public var lengthUnit = LengthUnit.characters
  /// CSV: the character between the elements of a cell that is read as an array. Without it no cell
  /// is read as an array.
  public var listSeparator: Character?
  /// Strings that mean a missing value; nil: the empty cell of CSV.
  public var missingValues: [String]?
  /// CSV: an ASCII character between cells; nil: found in the first line.
  public var csvDelimiter: Character?
  /// CSV: the names of the columns, if the first line does not give them.
  public var csvColumns: [String]?
  /// Whether each record is decoded, and all that the requirement says is asked of the value.
  ///
  /// Needed only for a type with an `init(from:)` written by hand that refuses or changes single
  /// values, such as one number, or a text of a certain form. A validator tries the type with
  /// made-up values, and finds out by itself if the type trims, clamps, fills in, sorts or chooses.
  public var decodesEveryRecord = false
  /// Fewer well-formed records than this fail the run.
  public var recordsMinimum = 1

  /// The defaults.
  public init() {}
}

/// Says why a requirement cannot become a ``BatchValidator``: what is wrong, where, and what to do.
public struct BatchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public let code: Code
  /// The property, or the place in the requirement, that causes the error; nil for the record
  /// itself.
  public let place: String?
  /// The message for people, with what to do.
  public let description: String

  /// A kind of error. More may be added, so a `switch` needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// The requirement has `mistakes` of its own.
    public static let mistake = Code(description: "mistake")
    /// A property's type accepts none of the values that were made up to learn its name.
    public static let cannotMakeUp = Code(description: "cannotMakeUp")
    /// The record's type cannot be decoded from made-up values at all.
    public static let cannotProbe = Code(description: "cannotProbe")
    /// A part of the requirement cannot be checked in a batch.
    public static let unsupported = Code(description: "unsupported")
    /// An id, a message or a tolerance is not valid.
    public static let badRule = Code(description: "badRule")
    /// The rules cannot be compiled, for instance because there are too many.
    public static let cannotCompile = Code(description: "cannotCompile")
  }

  static func mistakes(_ texts: [String]) -> BatchError {
    BatchError(
      code: .mistake, place: nil,
      description: "the requirement has mistakes: " + texts.joined(separator: "; "))
  }

  static func cannotMakeUp(
    property: String, of record: String, type: String, reason: String
  ) -> BatchError {
    let place = property.isEmpty ? record : "the property \(property) of \(record)"
    return BatchError(
      code: .cannotMakeUp, place: property.isEmpty ? nil : property,
      description: "\(place): cannot make up a value of \(type) to find its name in the data (last "
        + "attempt: \(reason)). Make \(type) CaseIterable if it is an enum, or ExampleProviding")
  }

  static func cannotProbe(_ record: String, reason: String) -> BatchError {
    BatchError(
      code: .cannotProbe, place: nil,
      description:
        "\(record) cannot be decoded from made-up values, so the names of its properties "
        + "are unknown (\(reason)). Write its init(from:) so that it decodes each property with "
        + "its own key")
  }

  static func unsupported(_ place: String, _ what: String, remedy: String) -> BatchError {
    BatchError(
      code: .unsupported, place: place.isEmpty ? nil : place,
      description: (place.isEmpty ? "" : "\(place): ") + "\(what). \(remedy)")
  }

  static func badRule(_ place: String, _ what: String) -> BatchError {
    BatchError(
      code: .badRule, place: place, description: "the rule \(place): \(what)")
  }
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
  /// Records are decoded in parallel, and only those that pass every rule of severity error. A
  /// record that still cannot be decoded fails the rule ``decodableRule``, as in `validate`.
  ///
  /// - Parameters:
  ///   - inputs: checked one after another.
  ///   - options: how batches are made.
  ///   - progress: called between batches, on a thread of the run.
  /// - Throws: ``BatchError`` with ``BatchError/Code/cannotCompile`` if there are too many rules.
  public func batches(
    of inputs: [ProfileValidator.Input], options: BatchStreamOptions = BatchStreamOptions(),
    progress: @escaping @Sendable (ProfileValidator.Progress) -> Void = { _ in }
  ) throws(BatchError) -> RecordBatches<Record> {
    let check = try lowered.decoding(Record.self, handsOver: true).check(self.options)
    let outline = lowered.outline
    let explanations = RuleExplanations(
      reasons: lowered.reasons, reasonsOfRecord: { outline.reasons(of: $0) ?? [] })
    return check.batches(
      of: inputs, explanations: explanations, options: options, progress: progress
    ) { _, attachment in
      attachment as? Record
    }
  }
}

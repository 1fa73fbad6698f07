public import BulkcheckReport

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
  /// The bytes without the line end. Of a record that is longer than allowed, only the part in one
  /// batch.
  public let bytes: [UInt8]
  /// The line on which it begins, from 1, in the decompressed input.
  public let line: Int
  /// Its number in the input, from 1; malformed records count.
  public let number: Int
  /// Where it begins, from 0, in the decompressed input.
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
  /// Why: the built-in rules first, then the others in the order of the report.
  public let failures: [RuleFailure]
  /// Whether it cannot be parsed.
  public let isMalformed: Bool

  /// Makes a failed record, for tests of your own code.
  public init(record: RawRecord, failures: [RuleFailure], isMalformed: Bool = false) {
    self.record = record
    self.failures = failures
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
  /// The code that was given to the rule, for programs to read.
  public let code: String?
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
    instanceLocation: String? = nil, value: String? = nil, message: String, column: Int? = nil
  ) {
    self.rule = rule
    self.field = field
    self.severity = severity
    self.code = code
    self.instanceLocation = instanceLocation
    self.value = value
    self.message = message
    self.column = column
  }
}

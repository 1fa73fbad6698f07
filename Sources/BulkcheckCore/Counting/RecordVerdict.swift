/// The notes that workers make about every record if the records themselves are wanted, not only
/// counts.
package struct RecordNotes: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The position of each record, and its verdict.
  package static let verdicts = RecordNotes(rawValue: 1)
  /// The faults of malformed records, as far as they cannot be found again.
  package static let faults = RecordNotes(rawValue: 2)
  /// The notes for a partial result beyond counts: keys with what reports show of them, and every
  /// failing value.
  package static let partial = RecordNotes(rawValue: 4)
  /// Which values of a few fields each record has, to tell what failures come with.
  package static let companions = RecordNotes(rawValue: 8)
  /// The text of the records of samples.
  package static let texts = RecordNotes(rawValue: 16)
}

/// The position of a record in its chunk, and its verdict.
package struct RecordVerdict: BitwiseCopyable, Sendable {
  package struct Flags: OptionSet, BitwiseCopyable, Sendable {
    package let rawValue: UInt8
    @inlinable
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Cannot be parsed.
    package static let malformed = Flags(rawValue: 1)
    /// Fails a rule of severity error.
    package static let invalid = Flags(rawValue: 2)
    /// Fails a rule of any severity.
    package static let failed = Flags(rawValue: 4)
  }

  /// Its first byte, counted from the chunk's first. Negative if it lies in an earlier chunk, which
  /// a line that is too long and begins with blanks may.
  package var start: Int
  /// Behind its last byte, without its line end. Of a line that is too long: at most the chunk's
  /// end.
  package var end: Int
  /// Line ends before it in the chunk.
  package var line: Int
  package var flags: Flags

  init(_ position: RecordPosition, _ flags: Flags) {
    start = position.start
    end = position.end
    line = position.line
    self.flags = flags
  }

  /// The record has turned out to fail a rule.
  mutating func noteFailure(isError: Bool) {
    flags.insert(.failed)
    if isError { flags.insert(.invalid) }
  }

  /// Well-formed, and fails no rule of severity error
  /// (docs/reference/outcomes.md#valid-invalid-malformed).
  ///
  /// Bits, not sets: those of a list literal are made by a loop that is not specialised in other
  /// modules.
  @inlinable
  package var isValid: Bool { flags.rawValue & 3 == 0 }

  /// It has failures that may be told.
  @inlinable
  package var hasFailures: Bool { flags.rawValue & 5 != 0 }
}

/// The fault of a malformed record: the one with this number in its chunk, from 0.
package struct NotedFault: Sendable {
  package var ordinal: Int
  package var fault: RecordFault
}

/// The value that a closure has made of a record: the one with this number in its chunk, from 0.
package struct RecordAttachment: Sendable {
  package var ordinal: Int
  package var value: any Sendable
}

/// A record whose key an earlier one has, or that asks for a key which none has: the number of the
/// record in its chunk, the rule, and where the earlier one is.
package struct NotedDuplicate: Sendable {
  package var ordinal: Int
  package var rule: RuleNumber
  package var first: FirstOccurrence?
  /// The numbers of the first values at fault, where several of the record ask, and how many there
  /// are.
  var parts: [Int] = []
  var partCount = 0
  /// The failure in words, where the record alone does not tell it.
  var sample: Sample?
}

package import BulkcheckCore

/// The outcomes of a check on one record, rule by rule, with reasons.
package struct Explanation: Sendable {
  package var inputName: String
  package var record: FoundRecord
  /// Set if the record cannot be parsed: no rule is judged then.
  package var fault: Fault?
  /// The sections to which the record belongs; nil if the profile has none.
  package var sections: [String]?
  /// Failing built-in rules, then the rules of the profile in its order.
  package var rules: [RuleExplanation] = []
  /// Whether it is well-formed and breaks no rule of severity error.
  package var isValid = true
  /// Bytes of the record that are not to be shown.
  package var maskedRanges: [Range<Int>] = []
  /// False where it is not known which bytes are not to be shown.
  package var mayShowText = true

  /// Why a record cannot be parsed.
  package struct Fault: Sendable {
    package var kind: MalformedKind
    /// Counts bytes from 1.
    package var column: Int
    package var message: String
  }
}

/// A rule and the record.
package struct RuleExplanation: Sendable {
  /// The outcome of the rule on the record, or why it has none.
  package enum Standing: String, Sendable {
    case passed, failed, missing, blocked, notApplicable, overridden
    /// Not run: off, or not selected.
    case off
    /// It asks for other records, and not all could be read.
    case undecided

    init(_ outcome: Outcome) {
      self =
        switch outcome {
        case .passed: .passed
        case .failed, .limited, .unreadable: .failed
        case .missing: .missing
        case .blocked: .blocked
        case .notApplicable: .notApplicable
        case .overridden: .overridden
        }
    }
  }

  package var id: String
  /// The section of the rule.
  package var section: String?
  package var severity: Severity
  package var standing: Standing
  /// The rule's message on this record, if it failed.
  package var message: String?
  /// The positions of the values that made it fail.
  package var ranges: [Range<Int>] = []
  /// The record with which it fails, if two of them do.
  package var other: Other?
  /// It has the cause of another rule, whose entry counts it.
  package var isFolded = false
  /// Further facts, each with a word for what it is.
  package var notes: [Note] = []

  /// Another record.
  package struct Other: Sendable {
    /// `first`, `previous`
    package var label: String
    /// nil if it is in the same input.
    package var inputName: String?
    package var record: FoundRecord
    package var maskedRanges: [Range<Int>]
  }

  mutating func note(_ label: String, _ text: String) {
    notes.append(Note(label: label, text: text))
  }

  package struct Note: Hashable, Sendable {
    package var label: String
    package var text: String
  }
}

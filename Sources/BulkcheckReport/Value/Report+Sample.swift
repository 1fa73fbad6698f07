extension Report {
  /// A failing example of a rule.
  public struct Sample: Hashable, Sendable {
    /// The position of the input in ``Report/inputs``.
    public let input: Int
    /// The line on which the record begins, from 1, in the decompressed input.
    public let line: Int
    /// From 1; malformed records count, blank lines and a header do not.
    public let record: Int
    /// Of the record's first byte, from 0, in the decompressed input.
    public let byteOffset: Int
    /// The JSON Pointer of the value at fault, or of the place where it should be (in CSV
    /// `/column`); nil where the record could not be parsed.
    public let instanceLocation: String?
    /// The JSON Pointer of the failing keyword from the root of the schema, through references; nil
    /// for rules of a profile.
    public let keywordLocation: String?
    /// The first places at fault, if there are several: five at most.
    public let places: [Place]
    /// How many places at fault there are beyond ``places``.
    public let morePlaces: Int
    /// Whether the location says more than the rule's own path.
    let showsLocation: Bool
    /// JSON text of the raw value; nil when it is absent.
    public let value: String?
    /// Whether the value was longer than a report shows.
    public let valueTruncated: Bool
    /// The rule's message, with its placeholders filled.
    public let message: String
    /// Why the record could not be parsed; only of malformed records.
    public let kind: String?
    /// The byte of the fault, from 1, within the record; only of malformed records.
    public let column: Int?
    /// A word for programs, if the rule alone does not say why: `pattern-limit`, if matching was
    /// given up.
    public let reason: String?
    /// The record whose value this one repeats; only of `unique` rules.
    public let first: First?

    /// A value at fault.
    public struct Place: Hashable, Sendable {
      /// The JSON Pointer of the value, or of the place where it should be.
      public let instanceLocation: String
      /// JSON text of the raw value; nil when it is absent.
      public let value: String?
    }

    /// Where a value occurred first.
    public struct First: Hashable, Sendable {
      /// The position of the input in ``Report/inputs``.
      public let input: Int
      /// The line on which the record begins, from 1, in the decompressed input.
      public let line: Int
    }
  }

  /// A failing value and how often it occurred.
  public struct TopValue: Hashable, Sendable {
    /// JSON text.
    public let value: String
    public let count: Int
    /// False if there were more different values than a run keeps: others may be as frequent.
    public let exact: Bool
  }
}

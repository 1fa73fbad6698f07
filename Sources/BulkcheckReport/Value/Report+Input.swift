extension Report {
  /// One input of a run.
  public struct Input: Hashable, Sendable {
    /// As given; `-` is standard input. Bytes of a name that are not UTF-8 are shown as `\xE9`.
    public let path: String
    /// The same as the system knows it: see ``PathText``.
    let location: String
    /// `jsonl`, `csv` or `tsv`.
    public let format: String
    /// `none` or `gzip`.
    public let compression: String
    /// How CSV was read; nil for JSON lines, and if the input could not be opened.
    public let dialect: Dialect?
    /// Stored (compressed) bytes read.
    public let bytesRead: Int
    /// Stored size, nil where it is unknown.
    public let bytes: Int?
    /// Well-formed and malformed records.
    public let records: Int
    public let malformed: Int
    /// Well-formed records in which a rule of severity error failed.
    public let invalid: Int
    /// Whether the input was read to its end.
    public let complete: Bool
    /// Why the input could not be read to its end.
    public let failure: String?
    /// What to do about an input with trouble whose content seems to be something else, or whose
    /// header names columns a little differently than the profile.
    public let hint: String?
  }

  /// How CSV was read.
  public struct Dialect: Hashable, Sendable {
    /// What separates cells; nil if the input was read as one column.
    public let delimiter: String?
  }

  /// How often the value at a path was absent, null, empty or present, over the object records.
  public struct Field: Hashable, Sendable {
    /// In dotted form.
    public let path: String
    public let absent: Int
    /// Null, or a missing value that is not empty.
    public let null: Int
    /// `""`, `[]` or `{}`.
    public let empty: Int
    public let present: Int
  }
}

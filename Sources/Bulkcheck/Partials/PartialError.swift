internal import BulkcheckOutput

/// Why partial results cannot be read or merged.
public struct PartialError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of trouble it is. More may be added: a `switch` needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// The file cannot be opened or read.
    public static let unreadable = Code(description: "unreadable")
    /// It is no partial result.
    public static let notAPartial = Code(description: "notAPartial")
    /// It is one of another version of the format or of the tool.
    public static let otherVersion = Code(description: "otherVersion")
    /// It is not what was written: cut off, or changed.
    public static let damaged = Code(description: "damaged")
    /// Its run judged otherwise than that of the first one: by another profile, other rules, other
    /// limits.
    public static let different = Code(description: "different")
    /// It cannot be a piece of the same input as those before.
    public static let notSuccessive = Code(description: "notSuccessive")
    /// A file could not be written: the result itself, or a temporary one for the keys of `unique`
    /// rules.
    public static let unwritable = Code(description: "unwritable")
  }

  public let code: Code
  /// The sentence for people: the file, what is wrong, the remedy.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}

extension PartialError {
  /// The result itself cannot be written.
  init(_ failure: OutputError) { self.init(.unwritable, failure.description) }

  static func damaged(_ name: String, _ what: String) -> PartialError {
    PartialError(
      .damaged, "\(name) is a damaged partial result: \(what); write it again with --partial")
  }
}

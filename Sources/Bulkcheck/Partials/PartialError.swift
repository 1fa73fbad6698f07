internal import BulkcheckOutput

/// Says why partial results cannot be read or merged.
public struct PartialError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public let code: Code
  /// The message for people: the file, what is wrong, and what to do.
  public let description: String

  /// A kind of error. More may be added, so a `switch` needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// The file cannot be opened or read.
    public static let unreadable = Code(description: "unreadable")
    /// The file is not a partial result.
    public static let notAPartial = Code(description: "notAPartial")
    /// The file was written by another version of the tool or in another version of the format.
    public static let otherVersion = Code(description: "otherVersion")
    /// The file was cut off or changed after it was written.
    public static let damaged = Code(description: "damaged")
    /// Its run used another profile, other rules or other limits than the first one.
    public static let different = Code(description: "different")
    /// It cannot be the next piece of the same input.
    public static let notSuccessive = Code(description: "notSuccessive")
    /// A file could not be written: the result itself, or a temporary one for the keys of `unique`
    /// rules.
    public static let unwritable = Code(description: "unwritable")
  }

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

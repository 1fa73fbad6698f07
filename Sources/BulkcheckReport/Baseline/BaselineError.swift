/// Says why a file cannot serve as a baseline.
public struct BaselineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public let code: Code
  /// The message for people: the file, what is wrong, and what to do.
  public let description: String

  /// A kind of error. More may be added, so a `switch` needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// The file is not a JSON report of this tool.
    public static let notAReport = Code(description: "notAReport")
    /// The report is of another version of the format.
    public static let otherVersion = Code(description: "otherVersion")
    /// The run of the report did not read everything, or checked no record.
    public static let notWhole = Code(description: "notWhole")
  }

  init(_ code: Code, _ name: String, _ reason: String) {
    self.code = code
    description = "\(name) cannot be used as a baseline: \(reason)"
  }
}

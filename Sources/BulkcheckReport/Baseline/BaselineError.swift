/// Why a file cannot serve as a baseline.
public struct BaselineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of trouble it is.
  public let code: Code
  /// The message for people: the file, what is wrong, the remedy.
  public let description: String

  /// A kind of trouble. More may be added: a `switch` needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The word.
    public let description: String

    /// The file is not a JSON report of this tool.
    public static let notAReport = Code(description: "notAReport")
    /// The report is of another version of the format.
    public static let otherVersion = Code(description: "otherVersion")
    /// The report is of a run that did not read everything, or that judged no record.
    public static let notWhole = Code(description: "notWhole")
  }

  init(_ code: Code, _ name: String, _ reason: String) {
    self.code = code
    description = "\(name) cannot be a baseline: \(reason)"
  }
}

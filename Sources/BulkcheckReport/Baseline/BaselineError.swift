/// Why a file cannot serve as a baseline.
public struct BaselineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of trouble it is. More may be added: a `switch` needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// It is no JSON report of this tool.
    public static let notAReport = Code(description: "notAReport")
    /// It is a report of another version of the format.
    public static let otherVersion = Code(description: "otherVersion")
    /// It is about a run that did not read everything, or judged no record.
    public static let notWhole = Code(description: "notWhole")
  }

  public let code: Code
  /// The sentence for people: the file, what is wrong, the remedy.
  public let description: String

  init(_ code: Code, _ name: String, _ reason: String) {
    self.code = code
    description = "\(name) cannot be a baseline: \(reason)"
  }
}

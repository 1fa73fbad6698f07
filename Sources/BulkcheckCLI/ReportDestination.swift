internal import ArgumentParser
internal import BulkcheckOutput

/// The value of `--report`: what to write and where to.
struct ReportDestination {
  enum Format: String {
    case text, json
  }

  var format: Format
  /// nil: standard output.
  var path: String?

  init(format: Format, path: String? = nil) {
    self.format = format
    self.path = path
  }

  /// Reads `FORMAT[=PATH]`; `-` as the path is standard output.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let format = Format(rawValue: String(parts[0])) else {
      throw ValidationError("not a report format: \(parts[0]), expected text or json")
    }
    self.format = format
    guard parts.count == 2 else { return }
    guard !parts[1].isEmpty else {
      throw ValidationError("a path is missing after \(format.rawValue)=")
    }
    path = parts[1] == "-" ? nil : String(parts[1])
  }

  /// Throws if the destinations collide with one another or with a file that the run reads.
  static func check(
    _ destinations: [ReportDestination], inputs: [String], profile: String
  ) throws {
    if destinations.count(where: { $0.path == nil }) > 1 {
      throw ValidationError("Only one report can go to standard output: give the others a path.")
    }
    var seen: [String] = []
    for path in destinations.compactMap(\.path) {
      if let input = inputs.first(where: { $0 != "-" && FileIdentity.same($0, path) }) {
        throw ValidationError("The report \(path) would replace the input \(input).")
      }
      if FileIdentity.same(profile, path) {
        throw ValidationError("The report \(path) would replace the profile.")
      }
      if seen.contains(where: { FileIdentity.same($0, path) }) {
        throw ValidationError("Two reports would be written to \(path).")
      }
      seen.append(path)
    }
  }
}

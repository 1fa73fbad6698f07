import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import Twins

/// Runs over suite files by the engine that the command uses.
extension Judging {
  static let noRules = #"{"bulkcheck": 1, "name": "none"}"#

  static func run(
    _ input: InputLocation, format: InputFormat, profile: String = noRules,
    delimiter: UInt8? = nil
  ) throws -> RunSummary {
    var options = RunOptions()
    options.reading.format = format
    options.reading.delimiter = delimiter
    options.reading.threads = 1
    let profile = try ParsedProfile.read(Array(profile.utf8), fileName: "profile")
    return try Check(ruleSet: profile.ruleSet, options: options).run([input])
  }

  static func lines(_ bytes: [UInt8], profile: String = noRules) throws -> RunSummary {
    try run(.bytes(bytes, name: "lines"), format: .jsonl, profile: profile)
  }
}

extension RunSummary {
  /// How many records are malformed in which way, kinds that do not occur left out.
  var malformedKinds: [MalformedKind: Int] {
    (builtIns[.malformed]?.kinds ?? [:]).filter { $0.value > 0 }
  }
}

internal import ArgumentParser
internal import BulkcheckOutput

/// The files that a run reads: no output may replace one.
struct ReadFiles {
  var inputs: [String]
  /// The profile and the schema, each under its name in messages.
  var rules: [(name: String, path: String)] = []

  /// Throws if a file to be written is one of them.
  ///
  /// - Parameter what: what is written, at the start of a sentence.
  func keep(from path: String, _ what: String) throws {
    let input = inputs.first {
      $0 == "-" ? FileIdentity.isStandardInput(path) : FileIdentity.same($0, path)
    }
    if let input {
      let name = input == "-" ? path : input
      throw ValidationError("\(what) would replace the input \(name): write to another file.")
    }
    if let file = rules.first(where: { FileIdentity.same($0.path, path) }) {
      throw ValidationError("\(what) would replace the \(file.name): write to another file.")
    }
  }
}

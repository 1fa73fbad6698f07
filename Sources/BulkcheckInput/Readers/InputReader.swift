internal import BulkcheckCore

/// A program that makes records of files which are not read here: its standard output is read
/// instead of the file.
///
/// It is called as `COMMAND PATH --columns NAMES`. The path is that of the file from the root. The
/// names are a JSON array of the fields that are needed: `["id","plan"]`. Both words are left out
/// if all are.
package struct InputReader: Hashable, Sendable {
  /// A name or a path, as the command line gives it.
  package let command: String
  /// The path of the program.
  package let program: String

  /// The program of a name in the folders of `PATH`, or at a path; nil if there is none.
  package init?(command: String) {
    self.command = command
    if command.contains("/") {
      guard FileIdentity.isProgram(command) else { return nil }
      program = command
    } else {
      guard let found = InputReader.find(command) else { return nil }
      program = found
    }
  }

  /// The program of a name in the folder of this one, where `pip` puts both, whether `PATH` has the
  /// folder or not.
  init?(besideThisProgram name: String) {
    #if os(Linux)
      let own = FileIdentity.resolved("/proc/self/exe")
      let path = own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + name
      guard own.hasPrefix("/"), own != "/proc/self/exe", FileIdentity.isProgram(path) else {
        return nil
      }
      (command, program) = (name, path)
    #else
      return nil
    #endif
  }

  /// Looks a name up in the folders of `PATH`. Relative folders and empty entries, which are the
  /// current folder, are passed over: whoever can write data there could name a program.
  private static func find(_ name: String) -> String? {
    guard !name.isEmpty, let path = Environment.value("PATH") else { return nil }
    return path.split(separator: ":").lazy.filter { $0.hasPrefix("/") }
      .map { "\($0)/\(name)" }.first(where: FileIdentity.isProgram)
  }

  /// More bytes of names than a program may be given: it is asked for all.
  private static let nameBytesMaximum = 100_000

  /// The arguments of a call, its name first.
  ///
  /// - Parameter fields: those that are needed; nil: all.
  func arguments(path: String, fields: [String]?) -> [String] {
    let call = [command, FileIdentity.absolute(path)]
    guard let fields else { return call }
    let names = "[\(fields.map { JSONText.quoted($0) }.joined(separator: ","))]"
    return names.utf8.count > InputReader.nameBytesMaximum ? call : call + ["--columns", names]
  }
}

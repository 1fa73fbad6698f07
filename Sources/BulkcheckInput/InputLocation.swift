/// Where an input comes from.
package enum InputLocation: Sendable {
  case file(String)
  case standardInput
  /// Bytes in memory with the name that reports show.
  case bytes([UInt8], name: String)
  /// A stream that is made again for each run, with the name that reports show.
  case source(name: String, make: @Sendable () -> any ByteSource)

  /// The name that reports show; standard input is `-`.
  package var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "-"
    case .bytes(_, let name), .source(let name, _): name
    }
  }

  /// The name in messages.
  package var nameForPeople: String { name == "-" ? "standard input" : name }
}

/// Where an input comes from.
package enum InputLocation: Sendable {
  case file(String)
  case standardInput
  /// Bytes in memory with the name that reports show.
  case bytes([UInt8], name: String)

  /// The name that reports show; standard input is `-`.
  package var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "-"
    case .bytes(_, let name): name
    }
  }
}

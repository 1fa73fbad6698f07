internal import BulkcheckInput

extension ProfileValidator {
  /// Names something to check: a file, standard input, or bytes. Gzip is recognised by content,
  /// whatever the name.
  public struct Input: Sendable {
    let location: InputLocation

    /// A file, given by its path.
    public static func file(_ path: String) -> Input { Input(location: .file(path)) }

    /// Standard input; reports call it `-`. Can be read once in a process.
    public static var standardInput: Input { Input(location: .standardInput) }

    /// Bytes in memory. Copies them unless they are an array.
    ///
    /// - Parameters:
    ///   - bytes: JSON lines or CSV, plain or gzip.
    ///   - name: what reports call them; its suffix decides the format, as a file's would.
    public static func bytes(_ bytes: some Sequence<UInt8>, name: String = "bytes") -> Input {
      Input(location: .bytes(Array(bytes), name: name))
    }

    /// What reports call it.
    public var name: String { location.name }
  }
}

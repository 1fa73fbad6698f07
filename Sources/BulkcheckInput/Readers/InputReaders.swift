internal import BulkcheckCore

/// The programs that read some of the inputs.
///
/// They are named on the command line only. A profile, a schema or a variable names none, as they
/// may come from others.
package struct InputReaders: Sendable {
  /// The reader of files whose names end in this way.
  package struct Named: Hashable, Sendable {
    /// In lower case, with its dot.
    package let suffix: String
    package let reader: InputReader

    package init(suffix: String, _ reader: InputReader) {
      let suffix = suffix.lowercased()
      self.suffix = suffix.hasPrefix(".") ? suffix : "." + suffix
      self.reader = reader
    }
  }

  package let named: [Named]
  /// No program is called, whatever an input is.
  package let areOff: Bool

  package init(_ named: [Named], areOff: Bool = false) {
    self.named = areOff ? [] : named
    self.areOff = areOff
  }

  /// The reader of the longest suffix that a path has.
  package func reader(ofSuffix path: String) -> InputReader? {
    if named.isEmpty { return nil }
    let path = path.lowercased()
    return named.filter { path.hasSuffix($0.suffix) }
      .max { $0.suffix.utf8.count < $1.suffix.utf8.count }?.reader
  }

  /// Whether a program is called for a file of this name, if it is what its name says.
  package func mayRead(_ path: String) -> Bool {
    ParquetFile.hasSuffix(path) || reader(ofSuffix: path) != nil
  }

  /// The output of the reader of a file; nil if the file has none.
  ///
  /// - Parameters:
  ///   - fields: those of records that are needed; nil: all.
  ///   - shouldStop: as of ``ReaderSource``.
  func output(
    ofReading path: String, fields: [String]?, shouldStop: @escaping @Sendable () -> Bool
  ) throws(InputError) -> ReaderSource? {
    guard !areOff else { return nil }
    if let reader = reader(ofSuffix: path) {
      // It opens the file by its name, and a pipe could not be opened twice.
      _ = try FileSource(path: path, mustBeRegular: true)
      return try ReaderSource(reader, path: path, fields: fields, shouldStop: shouldStop)
    }
    guard FileIdentity.size(ofRegular: path) != nil, try isParquet(path),
      let reader = InputReader(command: ParquetFile.command)
        ?? InputReader(besideThisProgram: ParquetFile.command)
    else { return nil }
    return try ReaderSource(reader, path: path, fields: fields, shouldStop: shouldStop)
  }

  private func isParquet(_ path: String) throws(InputError) -> Bool {
    let source = PeekableSource(try FileSource(path: path))
    return withExtendedLifetime(source) {
      ParquetFile.begins(source.peek(ParquetFile.peekBytes), path: path)
    }
  }
}

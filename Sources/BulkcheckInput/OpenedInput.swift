package import BulkcheckCore

/// An input that is open: its compression and its encoding are known, and the beginning of its text
/// can be looked at.
package struct OpenedInput {
  /// How much of the content is looked at to detect format and delimiter.
  package static let peekBytesMaximum = 64 << 10
  /// The largest window of Zstandard that is usually allowed, in bytes: 128 MiB, as `zstd` has it.
  /// Only what was compressed for larger ones needs more.
  package static let windowBytesDefault = 128 << 20

  /// The name that reports show; standard input is `-`.
  package let name: String
  package let compression: InputCompression
  package let encoding: TextEncoding
  /// It is the output of a reader: its name tells nothing of its content.
  private let isOfReader: Bool
  private let peekable: PeekableSource
  /// The content is the rows of a table, which are written as lines.
  package let isArrow: Bool
  /// The columns of that table.
  let columnTypes: [ColumnField]?
  /// That table, if it is written again.
  let table: InputTable?

  /// Opens the input and looks whether it is compressed, by its first bytes, whatever its name. A
  /// byte-order mark tells the encoding, whatever was named.
  ///
  /// Throws when it cannot be opened. A fault in its content is thrown by ``source`` when it is
  /// read.
  ///
  /// - Parameters:
  ///   - encoding: the one of input without a byte-order mark; nil: UTF-8.
  ///   - readers: the programs that read some files; nil: none are called.
  ///   - windowBytesMaximum: the largest window that a frame of Zstandard may need.
  ///   - shouldStop: asked while a pipe or a device keeps us waiting; true makes the reading fail
  ///     with ``InputError/Cause/interrupted``.
  package init(
    _ location: InputLocation, encoding: EncodingChoice? = nil, readers: InputReaders? = nil,
    engine: InflateEngine = .preferred, windowBytesMaximum: Int = windowBytesDefault,
    tables: TableOptions = TableOptions(),
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws(InputError) {
    let stored: any ByteSource
    var isOfReader = false
    switch location {
    case .file(let path):
      if let output = try readers?.output(
        ofReading: path, fields: tables.fields?.names, shouldStop: shouldStop)
      {
        stored = output
        isOfReader = true
      } else {
        stored = try FileSource(path: path, shouldStop: shouldStop)
      }
    case .standardInput: stored = try FileSource.standardInput(shouldStop: shouldStop)
    case .bytes(let bytes, _): stored = MemorySource(bytes)
    case .source(_, let make): stored = make()
    case .failed(let error): throw error
    }
    try self.init(
      stored, name: location.name, isOfReader: isOfReader, encoding: encoding, engine: engine,
      windowBytesMaximum: windowBytesMaximum, tables: tables, isOfReader ? nil : location)
  }

  /// Takes over a source of stored bytes.
  package init(
    _ stored: any ByteSource, name: String, isOfReader: Bool = false,
    encoding choice: EncodingChoice? = nil,
    engine: InflateEngine = .preferred, windowBytesMaximum: Int = windowBytesDefault,
    tables: TableOptions = TableOptions(), _ location: InputLocation? = nil
  ) throws(InputError) {
    self.name = name
    self.isOfReader = isOfReader
    let plain = PeekableSource(stored)
    compression = InputCompression(magic: plain.peek(ZstdFrame.magic.count))
    let content: PeekableSource
    switch compression {
    case .none: content = plain
    case .gzip: content = PeekableSource(try GzipSource(plain, name: name, engine: engine))
    case .zstd:
      #if Zstd && canImport(CZstd)
        content = PeekableSource(
          try ZstdSource(plain, name: name, windowBytesMaximum: windowBytesMaximum))
      #else
        throw InputError(path: name, cause: .zstd(.notBuiltIn, offset: 0))
      #endif
    }
    isArrow = tables.isArrow(path: isOfReader ? "" : name, content: content)
    if isArrow {
      encoding = .utf8
      let origin: any ArrowOrigin
      if compression == .none, case .file(let path)? = location,
        let file = try ArrowFile(path: path)
      {
        origin = file
      } else {
        origin = ArrowStream(content)
      }
      let source = try ArrowSource(
        origin, content, name: name, reads: tables.fields, tables.limits)
      columnTypes = source.columnTypes
      table = source.table
      peekable = PeekableSource(source)
      return
    }
    columnTypes = nil
    table = nil
    encoding = EncodingDetection.encoding(
      of: content.peek(EncodingDetection.peekBytes), named: choice)
    guard encoding != .utf8 else {
      peekable = content
      return
    }
    guard let codec = TextCodec(encoding) else {
      throw InputError(path: name, cause: .noEncoding(encoding))
    }
    peekable = PeekableSource(EncodedSource(content, codec))
  }

  /// Its records are told by line and offset: see ``ChunkStart/hasLines``.
  var hasLines: Bool { !isOfReader && !isArrow }

  /// The decompressed text in UTF-8, from its first byte on, whatever was peeked at.
  package var source: any ByteSource { peekable }

  /// Up to ``peekBytesMaximum`` of the first bytes of ``source``; fewer only if the input ends (or
  /// turns out damaged) before. Only before the first `read`; the view is valid until then.
  package func peek(_ count: Int = peekBytesMaximum) -> ByteView {
    peekable.peek(min(count, Self.peekBytesMaximum))
  }

  /// The format by name, then by content. Only before the first `read`. The name of a file says
  /// nothing of what its reader writes.
  ///
  /// - Parameter isDocument: there is a record pointer, so what is JSON by name or content is a
  ///   document.
  package func detectFormat(_ places: RecordPlaces = RecordPlaces()) -> InputFormat {
    isArrow
      ? .arrow : FormatDetection.format(path: isOfReader ? "" : name, content: peek(), places)
  }

  /// The run was to stop before all was there that had to be looked at; what came is still to be
  /// read.
  package var isInterrupted: Bool { peekable.isInterrupted }

  package var storedBytesRead: Int { peekable.storedBytesRead }
  package var storedBytes: Int? { peekable.storedBytes }
}

/// How tables are read.
package struct TableOptions: Sendable {
  /// The format of all inputs; nil: decided for each.
  package var format: InputFormat?
  /// The columns that are read, and how; nil: all of them.
  package var fields: FieldsRead?
  package var recordBytesMaximum = 64 << 20
  /// The most memory that a batch may take, or all dictionaries.
  package var bytesMaximum = 1 << 30
  /// NaN in columns of floats is null, not a text.
  package var nanIsNull = false
  /// See ``ReadingOptions/keepsRows``.
  package var keepsRows = false

  package init() {}

  var limits: ArrowLimits {
    ArrowLimits(
      recordBytesMaximum: recordBytesMaximum, bytesMaximum: bytesMaximum, nanIsNull: nanIsNull,
      keepsRows: keepsRows)
  }

  func isArrow(path: String, content: PeekableSource) -> Bool {
    if let format { return format == .arrow }
    return FormatDetection.isArrow(path: path, content: content.peek(8))
  }
}

/// The source of an input.
package enum InputLocation: Sendable {
  case file(String)
  case standardInput
  /// Bytes in memory with the name that reports show.
  case bytes([UInt8], name: String)
  /// A stream that is made again for each run, with the name that reports show.
  case source(name: String, make: @Sendable () -> any ByteSource)
  /// Something that cannot be read, as is known already: a folder without an input.
  case failed(InputError)

  /// The name that reports show; standard input is `-`.
  package var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "-"
    case .bytes(_, let name), .source(let name, _): name
    case .failed(let error): error.path
    }
  }

  /// The name in messages.
  package var nameForPeople: String { name == "-" ? "standard input" : name }
}

extension InputCompression {
  /// The compression of an input that begins with these bytes.
  init(magic bytes: ByteView) {
    if bytes.count >= 2, bytes[0] == 0x1f, bytes[1] == 0x8b {
      self = .gzip
    } else {
      self = ZstdFrame.begins(bytes) ? .zstd : .none
    }
  }
}

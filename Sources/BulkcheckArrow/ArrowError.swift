internal import BulkcheckCore

/// Why an Arrow input cannot be read, or cannot be read to its end, and at which place.
package struct ArrowError: Error, Hashable, Sendable {
  package let cause: Cause
  /// A byte of the input, from 0: the start of the message or the part at fault.
  package var offset: Int?
  /// The number of the message in the input, from 1.
  package var message: Int?
  /// The name of the column.
  package var column: String?

  package init(
    _ cause: Cause, offset: Int? = nil, message: Int? = nil, column: String? = nil
  ) {
    self.cause = cause
    self.offset = offset
    self.message = message
    self.column = column
  }

  /// The error with the places that are not known yet.
  func at(offset: Int? = nil, message: Int? = nil, column: String? = nil) -> ArrowError {
    var error = self
    if error.offset == nil { error.offset = offset }
    if error.message == nil { error.message = message }
    if error.column == nil { error.column = column }
    return error
  }

  /// The reason in data. Sizes and offsets are bytes.
  package enum Cause: Hashable, Sendable {
    /// The bytes begin neither with `ARROW1` nor with a message.
    case notArrow
    case featherV1
    /// The metadata are of a version before V4 or behind V5.
    case version(Int)
    /// The bytes end inside a message, a block or the footer.
    case endsEarly
    case noEndMarker
    case bytesBehindEnd
    /// The end of a file is not the magic `ARROW1`.
    case noMagicAtEnd
    case footerLength(Int)
    /// A block of the footer lies outside the messages, or two lie over one another.
    case block(BlockFault)
    case flatbuffer(FlatFault)
    /// A message of another kind than may stand there.
    case unexpectedMessage(MessageKind)
    case metadataLength(Int)
    case bodyLength(Int)
    /// A type, or a parameter of one, that the format does not have.
    case type(TypeFault)
    /// The name is not UTF-8.
    case nameEncoding
    /// The column has lists or objects, and is to be written as CSV.
    case notFlat
    /// The first message of a file has another schema than its footer.
    case schemasDiffer
    case compression(CompressionFault)
    case buffer(BufferFault)
    case batch(BatchFault)
    case dictionary(DictionaryFault)
    /// A value that a rule or an output reads, and that has no JSON text.
    case value(ValueFault)
    /// So many bytes are needed at once, and so many are allowed.
    case tooLarge(bytes: Int, maximum: Int)
    /// Reading the bytes failed; their source knows why.
    case unreadable
  }

  package enum BlockFault: Hashable, Sendable {
    case outside, alignment, overlap, lengths
    /// There are more or fewer messages than blocks.
    case count
  }

  package enum FlatFault: Hashable, Sendable {
    case outside, alignment, overlap, depth
    /// No zero follows a string, so its length is wrong.
    case string
    /// A part is missing without which the others mean nothing.
    case missing(FlatPart)
  }

  package enum FlatPart: String, Hashable, Sendable {
    case root, header, schema, type, fields, nodes, buffers, data, indexType
  }

  package enum MessageKind: Hashable, Sendable {
    case schema, dictionary, batch
    case tensor, sparseTensor
    case unknown(Int)
  }

  package enum TypeFault: Hashable, Sendable {
    case unknown(Int)
    case parameter(String)
    case children(expected: Int, found: Int)
    case layout(String)
    case endianness(Int)
  }

  package enum CompressionFault: Hashable, Sendable {
    case unknown(Int)
    /// The command was built without the library.
    case notBuiltIn(String)
    case damaged(String)
    /// The decompressed bytes are not as many as is stated.
    case size(stated: Int)
    case outOfMemory
  }

  package enum BufferFault: Hashable, Sendable {
    case outside, alignment, overlap
    case tooShort(needed: Int, has: Int)
    /// The offsets before a row decrease, or lead outside.
    case offsets(row: Int)
    /// The entry of a row leads outside what it is an entry of.
    case entry(row: Int)
    case typeID(Int, row: Int)
    /// A key of a map is null.
    case nullKey(row: Int)
  }

  package enum BatchFault: Hashable, Sendable {
    case nodes(expected: Int, found: Int)
    case buffers(expected: Int, found: Int)
    case variadics(expected: Int, found: Int)
    case length(Int)
    case nullCount(Int)
    /// The metadata say that there are no nulls.
    case hiddenNulls
    /// A column has fewer values than its batch, or than its parent needs.
    case tooFewValues(needed: Int, has: Int)
  }

  package enum DictionaryFault: Hashable, Sendable {
    case unknown(Int)
    /// No batch has brought the dictionary of this number.
    case missing(Int)
    /// A file may not replace a dictionary, since its batches have no order.
    case replacedInFile(Int)
    /// Fields with values of several types share the dictionary.
    case shared(Int)
    case index(Int, count: Int)
  }

  package enum ValueFault: Hashable, Sendable {
    case interval
    case year
  }
}

extension ArrowError: CustomStringConvertible {
  /// The sentence for people: place, reason, remedy.
  package var description: String {
    var place: [String] = []
    if let message { place.append("message \(DigitText.grouped(message))") }
    if let offset { place.append("byte \(DigitText.grouped(offset))") }
    if let column { place.append("column \(JSONText.quoted(column))") }
    let text = place.joined(separator: ", ")
    return text.isEmpty ? cause.text : "\(cause.text) (\(text))"
  }
}

extension ArrowError.Cause {
  fileprivate static let refetch = "write or fetch the file again"

  /// The reason without the place.
  fileprivate var text: String {
    switch self {
    case .notArrow: "this is not an Arrow IPC stream or file: name its format with --input-format"
    case .featherV1:
      "this is a Feather V1 file, which is not supported: write it as Feather V2 (Arrow IPC)"
    case .version(let number):
      "Arrow metadata of version V\(number + 1) are not supported, only V4 and V5: "
        + "write the file with a newer library"
    case .endsEarly:
      "the Arrow data end inside a message or footer; they were probably cut off: \(Self.refetch)"
    case .noEndMarker:
      "the Arrow stream has no end marker, so batches may be missing: \(Self.refetch)"
    case .bytesBehindEnd:
      "there are bytes behind the end of the Arrow data; cut them off, or \(Self.refetch)"
    case .noMagicAtEnd:
      "the Arrow file does not end with ARROW1; it was probably cut off: \(Self.refetch)"
    case .footerLength(let length):
      "the Arrow file says that its footer has \(DigitText.grouped(length)) bytes, which cannot be"
    case .block(let fault): "a block of the Arrow footer \(fault.text)"
    case .flatbuffer(let fault): "the Arrow metadata are damaged: \(fault.text)"
    case .unexpectedMessage(let kind): "\(kind.text) is not expected here in Arrow data"
    case .metadataLength(let length):
      "an Arrow message says that its metadata have \(DigitText.grouped(length)) bytes, "
        + "which cannot be"
    case .bodyLength(let length):
      "an Arrow message says that its body has \(DigitText.grouped(length)) bytes, which cannot be"
    case .type(let fault): fault.text
    case .nameEncoding: "the name of the column is not UTF-8; rename it"
    case .notFlat:
      "the column has lists or objects, which no cell of CSV can hold: write .jsonl or .arrow"
    case .schemasDiffer:
      "the Arrow file begins with another schema than its footer has: \(Self.refetch)"
    case .compression(let fault): fault.text
    case .buffer(let fault): "a buffer of the Arrow data is damaged: \(fault.text)"
    case .batch(let fault): "a batch of the Arrow data is damaged: \(fault.text)"
    case .dictionary(let fault): fault.text
    case .value(let fault): fault.text
    case .tooLarge(let bytes, let maximum):
      "the Arrow batch needs \(DigitText.grouped(bytes)) bytes at once, but only "
        + "\(DigitText.grouped(maximum)) are allowed: use --memory, or write smaller batches"
    case .unreadable: "the Arrow data cannot be read to their end"
    }
  }
}

extension ArrowError.BlockFault {
  fileprivate var text: String {
    switch self {
    case .outside: "leads outside the messages of the file"
    case .alignment: "does not begin or end at a multiple of 8 bytes"
    case .overlap: "lies over another one"
    case .lengths: "has other lengths than its message"
    case .count: "is missing, or leads to a message that is"
    }
  }
}

extension ArrowError.FlatFault {
  fileprivate var text: String {
    switch self {
    case .outside: "an offset leads outside them"
    case .alignment: "a part is not aligned"
    case .overlap: "two parts lie over one another"
    case .depth: "types are nested more than \(ArrowSchema.depthMaximum) deep"
    case .string: "the length of a text is wrong"
    case .missing(let part): "a part is missing (\(part.rawValue))"
    }
  }
}

extension ArrowError.MessageKind {
  fileprivate var text: String {
    switch self {
    case .schema: "a schema"
    case .dictionary: "a dictionary"
    case .batch: "a record batch"
    case .tensor: "a tensor"
    case .sparseTensor: "a sparse tensor"
    case .unknown(let number): "a message of the unknown kind \(number)"
    }
  }
}

extension ArrowError.TypeFault {
  fileprivate var text: String {
    switch self {
    case .unknown(let number): "the Arrow type number \(number) is unknown"
    case .parameter(let detail): "the Arrow type has no such parameter: \(detail)"
    case .children(let expected, let found):
      "the Arrow type has \(found) parts instead of \(expected)"
    case .layout(let detail): "the Arrow type cannot be: \(detail)"
    case .endianness(let number): "the byte order number \(number) is unknown in Arrow"
    }
  }
}

extension ArrowError.CompressionFault {
  fileprivate var text: String {
    switch self {
    case .unknown(let number): "the Arrow compression number \(number) is unknown"
    case .notBuiltIn(let name):
      "the Arrow buffers are compressed with \(name), but this bulkcheck was built without it: "
        + "write the file without compression"
    case .damaged(let detail): "a compressed Arrow buffer is damaged (\(detail))"
    case .size(let stated):
      "a compressed Arrow buffer does not hold the \(DigitText.grouped(stated)) bytes that it says"
    case .outOfMemory: "not enough memory to decompress an Arrow buffer"
    }
  }
}

extension ArrowError.BufferFault {
  fileprivate var text: String {
    switch self {
    case .outside: "it leads outside its message"
    case .alignment: "it does not begin at a multiple of 8 bytes"
    case .overlap: "it lies over another one"
    case .tooShort(let needed, let has):
      "\(DigitText.grouped(needed)) bytes are needed, but it has \(DigitText.grouped(has))"
    case .offsets(let row):
      "an offset of value \(DigitText.grouped(row + 1)) decreases or leads outside"
    case .entry(let row): "value \(DigitText.grouped(row + 1)) leads outside"
    case .typeID(let number, let row):
      "value \(DigitText.grouped(row + 1)) is of the type number \(number), which its union lacks"
    case .nullKey(let row): "the map of value \(DigitText.grouped(row + 1)) has a key that is null"
    }
  }
}

extension ArrowError.BatchFault {
  fileprivate var text: String {
    switch self {
    case .nodes(let expected, let found):
      "it has \(found) columns and parts of columns instead of \(expected)"
    case .buffers(let expected, let found): "it has \(found) buffers instead of \(expected)"
    case .variadics(let expected, let found):
      "it counts the buffers of \(found) columns of views instead of \(expected)"
    case .length(let length): "a length of \(DigitText.grouped(length)) cannot be"
    case .nullCount(let count): "\(DigitText.grouped(count)) nulls cannot be"
    case .hiddenNulls: "values are null, but there are said to be no nulls"
    case .tooFewValues(let needed, let has):
      "\(DigitText.grouped(needed)) values are needed, but there are \(DigitText.grouped(has))"
    }
  }
}

extension ArrowError.DictionaryFault {
  fileprivate var text: String {
    switch self {
    case .unknown(let id): "no column has the Arrow dictionary \(id)"
    case .missing(let id): "the Arrow dictionary \(id) is missing before the batch that needs it"
    case .replacedInFile(let id):
      "the Arrow dictionary \(id) occurs twice, which a file may not: write it as a stream"
    case .shared(let id): "columns of several types share the Arrow dictionary \(id)"
    case .index(let index, let count):
      "an index into an Arrow dictionary of \(DigitText.grouped(count)) values is "
        + "\(DigitText.grouped(index))"
    }
  }
}

extension ArrowError.ValueFault {
  fileprivate var text: String {
    switch self {
    case .interval:
      "intervals have no JSON form: leave the column out, or convert it to a duration"
    case .year: "a date or time outside the years 0000 to 9999 has no JSON form"
    }
  }
}

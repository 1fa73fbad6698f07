internal import BulkcheckCore

/// A list of names, one a line or with zero bytes between them.
package enum InputList {
  /// Why a list names no files.
  package enum Fault: Error, Hashable, Sendable {
    case unreadable(InputError)
    case empty
    /// A name is longer than the system allows any, which is what other data looks like.
    case longName(number: Int)
    /// A name holds a zero byte, which none can: the list was made with zero bytes between names.
    case zeroByte
    /// There are line ends and no zero byte, though that should be between names.
    case noZeroByte
  }

  /// A name that is longer is none on any system.
  package static let nameBytesMaximum = 4096

  /// Reads the names of a list. Blank lines are none; a carriage return before a line end belongs
  /// to the line end.
  ///
  /// - Parameter isNullSeparated: a zero byte is between names, which are taken as they are.
  package static func names(
    in source: any ByteSource, isNullSeparated: Bool
  ) throws(Fault) -> [String] {
    var reader = Reader(isNullSeparated: isNullSeparated)
    do throws(InputError) {
      var block = ByteBlock(capacity: 64 << 10)
      while reader.fault == nil {
        let count = try source.read(into: block.room)
        if count == 0 { break }
        reader.take(block.view(from: 0, to: count))
      }
    } catch {
      throw .unreadable(error)
    }
    reader.endName()
    if let fault = reader.fault { throw fault }
    if isNullSeparated, !reader.sawSeparator,
      reader.names.first?.utf8.contains(Ascii.lineFeed) ?? false
    {
      throw .noZeroByte
    }
    if reader.names.isEmpty { throw .empty }
    return reader.names
  }

  private struct Reader {
    let separator: UInt8
    private(set) var names: [String] = []
    private(set) var sawSeparator = false
    private(set) var fault: Fault?
    private var name: [UInt8] = []
    private var number = 1

    init(isNullSeparated: Bool) { separator = isNullSeparated ? 0 : Ascii.lineFeed }

    mutating func take(_ bytes: ByteView) {
      for position in 0..<bytes.count where fault == nil {
        let byte = bytes[position]
        if byte == separator {
          sawSeparator = true
          endName()
          number += 1
        } else if byte == 0 {
          fault = .zeroByte
        } else {
          name.append(byte)
          if name.count > nameBytesMaximum + 1 { fault = .longName(number: number) }
        }
      }
    }

    mutating func endName() {
      if separator == Ascii.lineFeed, name.last == Ascii.carriageReturn { name.removeLast() }
      if name.count > nameBytesMaximum { fault = fault ?? .longName(number: number) }
      if !name.isEmpty { names.append(PathText.text(name)) }
      name.removeAll(keepingCapacity: true)
    }
  }
}

extension InputList.Fault {
  /// The sentence for people, about a list of this name.
  package func sentence(_ list: String) -> String {
    switch self {
    case .unreadable(let error): "cannot read the list of files: \(error)"
    case .empty: "\(list) names no file"
    case .longName(let number):
      "name \(DigitText.grouped(number)) of \(list) is longer than that of any file: is this a "
        + "list of files, one per line?"
    case .zeroByte:
      "\(list) has zero bytes: if they separate the names, give --null"
    case .noZeroByte:
      "\(list) has line ends, but no zero byte between names: leave out --null"
    }
  }
}

internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckOutput

/// Reads the blocks of a partial result one after another, each only when its checksum is right.
final class PartialReader {
  let name: String
  private let source: any ByteSource
  private var block = ByteBlock(capacity: PartialReader.readBytes)
  private var checksum: UInt32 = 0
  private var offset = 0
  private var hasEnded = false

  /// As much is asked for at a time, so that memory grows only with what is there.
  private static let readBytes = 1 << 16

  init(_ location: InputLocation) throws(PartialError) {
    name = location.name
    do throws(InputError) {
      source = try OpenedInput(location).source
    } catch {
      throw PartialError(
        .unreadable, "cannot read the partial result \(location.name): \(error.reason)")
    }
    let start = try take(PartialFormat.magic.count + 2)
    guard start.starts(with: PartialFormat.magic) else {
      throw PartialError(
        .notAPartial,
        "\(name) is not a partial result of bulkcheck; create one with check --partial")
    }
    guard start.count == PartialFormat.magic.count + 2 else { throw cutOff }
    let version = UInt16(start[8]) | UInt16(start[9]) << 8
    guard version == PartialFormat.version else {
      throw PartialError(
        .otherVersion,
        "\(name) has the format \(version) of partial results, and this version of bulkcheck "
          + "reads \(PartialFormat.version): merge it with the version that wrote it")
    }
  }

  /// The next block; nil behind the last one.
  func next() throws(PartialError) -> PartialBlock? {
    if hasEnded {
      guard try take(1).isEmpty else {
        throw PartialError.damaged(name, "it continues after its end")
      }
      return nil
    }
    let place = offset
    let head = try take(5)
    guard head.count == 5 else { throw cutOff }
    let length = Int(PartialReader.word(head[1...]))
    guard length <= PartialFormat.blockBytesMaximum,
      let kind = PartialBlock.Kind(rawValue: head[0])
    else { throw damaged(at: place) }
    let bytes = try take(length)
    let expected = checksum
    let stored = try take(4)
    guard stored.count == 4 else { throw cutOff }
    guard PartialReader.word(stored[...]) == expected else { throw damaged(at: place) }
    hasEnded = kind == .end
    return PartialBlock(kind, bytes)
  }

  func damaged(at place: Int) -> PartialError {
    .damaged(name, "the checksum of the block at byte \(place) is wrong")
  }

  /// What a block says cannot be, although its checksum is right.
  var impossible: PartialError { .damaged(name, "the block before byte \(offset) makes no sense") }

  private var cutOff: PartialError { .damaged(name, "it ends too early, at byte \(offset)") }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The next bytes; fewer only at the end of the file.
  private func take(_ count: Int) throws(PartialError) -> [UInt8] {
    var taken: [UInt8] = []
    while taken.count < count {
      let wanted = min(PartialReader.readBytes, count - taken.count)
      let read: Int
      do throws(InputError) {
        read = try source.read(into: block.room(from: 0, to: wanted))
      } catch {
        throw PartialError(.unreadable, "cannot read the partial result \(name): \(error.reason)")
      }
      if read == 0 { break }
      taken.append(block.view(from: 0, to: read))
    }
    offset += taken.count
    checksum = CRC32.update(checksum, taken)
    return taken
  }
}

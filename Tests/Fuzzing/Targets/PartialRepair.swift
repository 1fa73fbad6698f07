import Bulkcheck
import BulkcheckCore
import BulkcheckOutput
import BulkcheckProfile
import BulkcheckReport

/// Makes a partial result of a fuzzer's bytes, so that what lies behind its checksums is tried.
///
/// The bytes hold blocks, each behind a mark of two bytes that UTF-8 never has: one byte for the
/// kind, then the content. A byte more or less leaves the other blocks as they are, which lengths
/// would not. `make_partial_seeds.py` writes real partial results in this form.
package enum PartialRepair {
  /// Lengths, checksums, and what the header says of the version and the profile: its content is
  /// what stands behind that.
  case everything
  /// Lengths and checksums.
  case checksums
  /// The bytes are a file.
  case nothing

  func apply(to bytes: [UInt8]) -> [UInt8] {
    if self == .nothing { return bytes }
    var blocks = PartialRepair.blocks(bytes)
    if self == .everything, let first = blocks.indices.first, blocks[first].kind == Kind.header {
      let profile = blocks.filter { $0.kind == Kind.profile }.flatMap(\.content)
      var header = PartialEncoder()
      header.add(bulkcheckVersion)
      header.add(SHA256.hexadecimal(profile))
      header.add(profile.count)
      header.add(raw: blocks[first].content)
      blocks[first].content = header.take()
    }
    return PartialRepair.sealed(blocks)
  }

  private enum Kind {
    static let header = PartialBlock.Kind.header.rawValue
    static let profile = PartialBlock.Kind.profile.rawValue
  }

  private static let mark: (UInt8, UInt8) = (0xFE, 0xFF)

  private static func blocks(_ bytes: [UInt8]) -> [(kind: UInt8, content: [UInt8])] {
    var blocks: [(kind: UInt8, content: [UInt8])] = []
    var position = 0
    var start: Int?
    func end(_ place: Int) {
      guard let start, start < place else { return }
      blocks.append((bytes[start], Array(bytes[start + 1..<place])))
    }
    while position < bytes.count {
      if position + 1 < bytes.count, (bytes[position], bytes[position + 1]) == mark {
        end(position)
        position += 2
        start = position
      } else {
        position += 1
      }
    }
    end(bytes.count)
    return blocks
  }

  /// A file of the blocks.
  package static func sealed(_ blocks: [(kind: UInt8, content: [UInt8])]) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x42, 0x43, 0x50, 0x0D, 0x0A, 0x1A, 0x0A, 10, 0]
    var checksum = CRC32.update(0, bytes)
    func word(_ value: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
    }
    func put(_ more: [UInt8]) {
      bytes += more
      checksum = CRC32.update(checksum, more)
    }
    for block in blocks {
      put([block.kind] + word(UInt32(truncatingIfNeeded: block.content.count)) + block.content)
      put(word(checksum))
    }
    return bytes
  }
}

/// One block of a partial result: what it holds, and its bytes.
package struct PartialBlock: Sendable {
  package enum Kind: UInt8, Sendable {
    /// Who wrote it, and how the run judged.
    case header = 0x48  // H
    /// The profile, or a part of it.
    case profile = 0x50  // P
    /// An input that could be opened begins.
    case input = 0x49  // I
    /// Keys that records of this input claim under `unique`, in order.
    case keys = 0x4B  // K
    /// Failing values beyond those of the tables.
    case values = 0x56  // V
    /// Which records of this input rules failed on, beyond what keys say.
    case failures = 0x57  // W
    /// The last record of each group under rules about pairs, behind the inputs of a run.
    case pairs = 0x42  // B
    /// An input has ended.
    case inputEnd = 0x65  // e
    /// The sums of the run.
    case totals = 0x54  // T
    /// The first failing examples.
    case samples = 0x53  // S
    /// The first failing values, with their counts.
    case tables = 0x46  // F
    /// The values that failures come with.
    case companions = 0x43  // C
    /// Different values that rules about the table count.
    case measuredKeys = 0x44  // D
    /// The sums, extremes and groups that rules about the table have measured.
    case measures = 0x4D  // M
    /// The run has ended; nothing follows.
    case end = 0x45  // E

    /// It belongs to a place in an input.
    package var isOfInput: Bool { self == .keys || self == .failures }
  }

  package var kind: Kind
  package var bytes: [UInt8]

  package init(_ kind: Kind, _ bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }

  package init(_ kind: Kind, of content: some PartialCodable) {
    var encoder = PartialEncoder()
    encoder.add(content)
    self.init(kind, encoder.take())
  }

  /// Reads what fills the block.
  package func content<Content: PartialCodable>() throws(PartialDamage) -> Content {
    var decoder = PartialDecoder(bytes)
    let content: Content = try decoder.read()
    try decoder.check(decoder.isAtEnd)
    return content
  }
}

/// Entries of one kind on their way into blocks: each block that is full is handed over.
final class PartialEntries {
  private let kind: PartialBlock.Kind
  private let write: (PartialBlock) -> Void
  private var encoder = PartialEncoder()

  init(_ kind: PartialBlock.Kind, _ write: @escaping (PartialBlock) -> Void) {
    self.kind = kind
    self.write = write
  }

  /// Writes an entry.
  ///
  /// - Parameter entry: is given an empty encoder at the start of a block.
  func add(_ entry: (inout PartialEncoder) -> Void) {
    if encoder.isFull { finish() }
    entry(&encoder)
  }

  /// Hands over what is left.
  func finish() {
    if !encoder.isEmpty { write(PartialBlock(kind, encoder.take())) }
  }
}

/// The log that a partial result needs beyond sums, in input order: the claims of keys, the failing
/// values that were not taken in, and the failing records. Gathered by the merge, and taken
/// away after each chunk.
final class PartialLog {
  private final class Full {
    var blocks: [PartialBlock] = []
  }

  private let full = Full()
  let keys, values, measuredKeys, failures, pairs: PartialEntries

  init() {
    let write = { [full] in full.blocks.append($0) }
    keys = PartialEntries(.keys, write)
    values = PartialEntries(.values, write)
    measuredKeys = PartialEntries(.measuredKeys, write)
    failures = PartialEntries(.failures, write)
    pairs = PartialEntries(.pairs, write)
  }

  /// Everything so far. Nothing is small enough to wait: a block holds one chunk, or what is left
  /// of it.
  func take() -> [PartialBlock] {
    for entries in [keys, values, measuredKeys, failures, pairs] { entries.finish() }
    defer { full.blocks = [] }
    return full.blocks
  }
}

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
  }

  package var kind: Kind
  package var bytes: [UInt8]

  package init(_ kind: Kind, _ bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }
}

/// A fixed set of combinations of values, by the equality of `enum` part by part: those of several
/// columns of a reference file.
///
/// A combination is kept as its fingerprint, which is keyed at random: 128 bits tell combinations
/// apart as they do the keys of `unique`.
package final class CombinationSet: Sendable {
  /// The most parts of a combination: a cell can mean several values, so there are up to as many
  /// keys as this power of two.
  package static let partsMaximum = 8

  /// Different combinations, as they are written.
  package let count: Int
  /// The parts whose values are cells without a declared type; see ``ValueSet``.
  private let cellParts: UInt64
  private let keys: HashTable<Fingerprint>

  package static let none = CombinationSet(HashTable(room: 1), count: 0, cellParts: 0)

  /// Takes over the table.
  init(_ keys: HashTable<Fingerprint>, count: Int, cellParts: UInt64) {
    self.count = count
    self.cellParts = cellParts
    self.keys = keys
  }

  deinit { keys.deallocate() }

  /// Whether a part of the reference is a cell that is only the text that it is.
  func holdsCells(in part: Int) -> Bool { cellParts >> UInt64(part) & 1 != 0 }

  func contains(_ key: Fingerprint) -> Bool {
    !keys[keys.place(key.low) { $0 == key }].isFree
  }
}

/// No fingerprint has only zeros: one in 2^128 is taken for a free slot.
extension Fingerprint: HashSlot {
  static let free = Fingerprint(high: 0, low: 0)

  @inline(__always)
  var isFree: Bool { self == .free }

  @inline(__always)
  var hash: UInt64 { low }
}

// By identity, as a ``ValueSet``.
extension CombinationSet: Hashable {
  package static func == (left: CombinationSet, right: CombinationSet) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The values for which one part of a combination may be taken: a cell without a declared type is a
/// text, and perhaps a number or a boolean.
struct CombinationPart: BitwiseCopyable {
  var text: Fingerprint
  /// The fingerprint as a number or a boolean, or `text` again where there is only one form.
  var other: Fingerprint

  /// Nil for a value that no reference holds.
  ///
  /// - Parameter isOnlyText: a cell means only its text.
  init?(_ kind: ValueKind, _ bytes: ByteView, isOnlyText: Bool) {
    switch kind {
    case .string: text = Fingerprint(text: bytes)
    case .number:
      guard let number = Decimal.parse(bytes) else { return nil }
      text = Fingerprint(number: number)
    case .true: text = Fingerprint(boolean: true)
    case .false: text = Fingerprint(boolean: false)
    case .cell:
      text = Fingerprint(text: bytes)
      other = text
      if isOnlyText { return }
      if bytes.isWord("true") {
        other = Fingerprint(boolean: true)
      } else if bytes.isWord("false") {
        other = Fingerprint(boolean: false)
      } else if let number = Decimal.parse(bytes) {
        other = Fingerprint(number: number)
      }
      return
    case .array, .object, .absent, .null: return nil
    }
    other = text
  }

  var hasTwoForms: Bool { text != other }

  /// Calls for each combination of forms until one is accepted; the first one has all the texts.
  static func forms(
    of parts: [CombinationPart], accepts: (Fingerprint) -> Bool
  ) -> Bool {
    var open: UInt64 = 0
    for (number, part) in parts.enumerated() where part.hasTwoForms { open |= 1 << UInt64(number) }
    // Each choice among the parts with two forms is a subset of their bits. Counting through these
    // bits alone begins with none of them and ends with none again.
    var chosen: UInt64 = 0
    repeat {
      var key = FingerprintBuilder(.parts)
      for (number, part) in parts.enumerated() {
        key.append(chosen >> UInt64(number) & 1 != 0 ? part.other : part.text)
      }
      if accepts(key.finish()) { return true }
      chosen = (chosen &- open) & open
    } while chosen != 0
    return false
  }
}

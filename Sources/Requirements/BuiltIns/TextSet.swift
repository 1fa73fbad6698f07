/// A fixed set of texts, compared code point by code point. Lookups do not allocate.
///
/// The hash needs no secret, since the program chooses the texts of the set, not the data.
package struct TextSet: Sendable {
  /// The range of a text in `bytes`; the start is below 0 if the slot is free.
  private struct Slot {
    var start = -1
    var end = -1
  }

  /// The texts, one after the other.
  private var bytes: ContiguousArray<UInt8> = []
  /// A power of two, at least twice the number of texts, so a free one is always found.
  private var slots: ContiguousArray<Slot>

  package init(_ texts: [String]) {
    var room = 2
    while room < 2 * texts.count { room *= 2 }
    slots = ContiguousArray(repeating: Slot(), count: room)
    for text in texts {
      let place = text.withBytes { self.place(of: $0) }
      if slots[place].start >= 0 { continue }
      let start = bytes.count
      bytes += text.utf8
      slots[place] = Slot(start: start, end: bytes.count)
    }
  }

  /// Whether the text is in the set.
  package func contains(_ text: String) -> Bool {
    text.withBytes { slots[place(of: $0)].start >= 0 }
  }

  /// The slot that has the text, or the free one that it would take.
  private func place(of text: Span<UInt8>) -> Int {
    let last = slots.count - 1
    var place = Int(truncatingIfNeeded: text.hash) & last
    while slots[place].start >= 0 {
      let slot = slots[place]
      if bytes.span.extracting(slot.start..<slot.end).equals(text) { break }
      place = (place + 1) & last
    }
    return place
  }
}

extension Span<UInt8> {
  /// A hash of all bytes, eight at a time.
  @inline(__always)
  fileprivate var hash: UInt64 {
    var hash = UInt64(count)
    var position = 0
    while position + 8 < count {
      hash = mixed(hash ^ word(at: position))
      position += 8
    }
    return mixed(hash ^ lastWord)
  }

  @inline(__always)
  private func mixed(_ value: UInt64) -> UInt64 {
    // Low bits of a product depend on low bits alone. Those of its upper half depend on all.
    let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}

internal import BulkcheckCore

/// A fixed set of texts, compared by code point; looked up without making anything.
struct TextChoices: Sendable {
  /// Where the table's text is in `texts`; -1 for a free place. At least half of them are free.
  private let slots: [Int32]
  private let texts: [OwnedBytes]

  init(_ values: [String]) {
    var capacity = 4
    while capacity < values.count * 2 { capacity *= 2 }
    var slots = [Int32](repeating: -1, count: capacity)
    var texts: [OwnedBytes] = []
    for value in values {
      let bytes = OwnedBytes(value)
      var slot = TextChoices.slot(bytes.view, capacity)
      while slots[slot] >= 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = Int32(texts.count)
      texts.append(bytes)
    }
    self.slots = slots
    self.texts = texts
  }

  func contains(_ text: String) -> Bool {
    ByteView.withUTF8(of: text) { bytes in
      var slot = TextChoices.slot(bytes, slots.count)
      while slots[slot] >= 0 {
        let choice = texts[Int(slots[slot])]
        if withExtendedLifetime(choice, { choice.view.equals(bytes) }) { return true }
        slot = (slot + 1) & (slots.count - 1)
      }
      return false
    }
  }

  private static func slot(_ bytes: ByteView, _ capacity: Int) -> Int {
    let hash = ByteHash.hash(bytes, seed: ByteHash.processSeed)
    return Int(truncatingIfNeeded: hash) & (capacity - 1)
  }
}

/// A fixed set of texts, compared by code point; looked up without making anything.
package final class TextChoices: Sendable {
  /// The numbers of the texts.
  private let numbers: HashTable<NumberSlot>
  private let texts: [OwnedBytes]

  package init(_ values: [String]) {
    var numbers = HashTable<NumberSlot>(room: values.count)
    texts = values.map { OwnedBytes($0) }
    for (number, text) in texts.enumerated() {
      numbers.insert(NumberSlot(ByteHash.hash(text.view, seed: ByteHash.processSeed), number))
    }
    self.numbers = numbers
  }

  deinit { numbers.deallocate() }

  package func contains(_ text: String) -> Bool {
    ByteView.withUTF8(of: text) { bytes in
      let hash = ByteHash.hash(bytes, seed: ByteHash.processSeed)
      return !numbers[numbers.place(hash) { texts[$0].view.equals(bytes) }].isFree
    }
  }
}

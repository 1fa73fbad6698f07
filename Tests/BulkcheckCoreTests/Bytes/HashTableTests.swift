import Testing
import Twins

@testable import BulkcheckCore

@Suite("The hash table")
struct HashTableTests {
  private struct Entry: HashSlot {
    var hash: UInt64
    var key: Int32
    var value = 0

    static let free = Entry(hash: 0, key: -1)
    var isFree: Bool { key < 0 }
  }

  @Test("finds what a dictionary finds, whatever the hashes", arguments: [1, 3, 64, .max])
  func dictionary(hashes: UInt64) {
    var random = SeededGenerator(seed: 11)
    var table = HashTable<Entry>(room: 1)
    defer { table.deallocate() }
    for _ in 0..<4 {
      var known: [Int32: Int] = [:]
      for _ in 0..<500 {
        let key = Int32(random.below(300))
        let hash = UInt64(key) &* 0x9E37_79B9_7F4A_7C15 % hashes
        let place = table.place(hash) { $0.key == key }
        #expect(table[place].isFree == (known[key] == nil))
        if table[place].isFree { table.insert(Entry(hash: hash, key: key), at: place) }
        table.slots[table.place(hash) { $0.key == key }].value += 1
        known[key, default: 0] += 1
        #expect(table.count == known.count && table.count * 2 <= table.capacity)
      }
      var found: [Int32: Int] = [:]
      table.each { found[$0.key] = $0.value }
      #expect(found == known)
      table.removeAll()
      #expect(table.count == 0)
    }
  }

  @Test("numbers are told apart by their owner if their hashes are the same")
  func numbers() {
    var table = HashTable<NumberSlot>()
    defer { table.deallocate() }
    for number in 0..<100 {
      #expect(table[table.place(7) { $0 == number }].number == -1)
      // The upper half of the hash is not kept.
      table.insert(NumberSlot(7 | UInt64(number) << 32, number))
    }
    for number in 0..<100 { #expect(table[table.place(7) { $0 == number }].number == number) }
    #expect(table[table.place(8) { (_: Int) in true }].isFree)
  }

  @Test("room that is made once is kept")
  func room() {
    var table = HashTable<UInt64>(room: 1000)
    defer { table.deallocate() }
    let capacity = table.capacity
    for room in [10, 1000, 1, 500] {
      table.removeAll(room: room)
      #expect(table.count == 0 && table.capacity <= capacity && table.capacity >= 2 * room)
      for hash in 1...UInt64(room) { table.insert(hash) }
      #expect(table.slots.capacity == capacity)
      for hash in 1...UInt64(room) { #expect(table[table.place(hash) { $0 == hash }] == hash) }
    }
  }
}

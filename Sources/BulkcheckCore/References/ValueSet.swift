/// A fixed set of texts, numbers and booleans of any size, by the equality of `enum`
/// (docs/reference/values.md#equality): the values of a reference file, or of a long list of
/// choices.
///
/// Exact: what the hash finds is compared. Compact: the values lie one behind the other in one
/// pool, and a hash table has eight bytes for each slot; `ZÜRICH` and 7 take
///
///     pool   6 Z Ü R I C H 1 7        a length (LEB128, seven bits a byte), the bytes as written
///     slot   hash 31 bits · is a number 1 bit · place in the pool + 1: 32 bits; 0 is free
///
/// A slot's own place is told by the low bits of its hash, so that the table grows without reading
/// the pool. The hash is keyed SipHash (``Fingerprint``): data cannot be made to collide.
package final class ValueSet: Sendable {
  /// The table that lookups read. Trivial; valid as long as its set.
  let table: Table
  /// Different values; a cell that reads as a text and a number is one.
  package let count: Int

  /// Takes over what a builder has gathered.
  init(_ table: Table, count: Int) {
    self.table = table
    self.count = count
  }

  deinit {
    table.places.deallocate()
    table.pool.deallocate()
  }
}

extension ValueSet {
  /// The table of a set, for any number of threads: a lookup allocates nothing.
  struct Table: BitwiseCopyable, Sendable {
    /// The place of a value in the pool.
    struct Slot: HashSlot {
      private let bits: UInt64

      private init(bits: UInt64) { self.bits = bits }

      init(_ hash: UInt64, isNumber: Bool, at place: Int) {
        bits = hash << 33 | (isNumber ? 1 << 32 : 0) | UInt64(place + 1)
      }

      static let free = Slot(bits: 0)
      static let quartersMaximum = 3

      @inline(__always)
      var isFree: Bool { bits == 0 }

      @inline(__always)
      var hash: UInt64 { bits >> 33 }

      @inline(__always)
      var isNumber: Bool { bits >> 32 & 1 != 0 }

      /// The place in the pool; -1 in a free slot.
      @inline(__always)
      var place: Int { Int(bits & 0xFFFF_FFFF) &- 1 }
    }

    var places: HashTable<Slot>
    /// Behind its end eight bytes are readable.
    var pool: Storage<UInt8>
    var textCount = 0
    var numberCount = 0
    var hasTrue = false
    var hasFalse = false
    /// The values are cells without a declared type. Such a cell is the text that it is, or the
    /// number if a number is compared with it; another such cell is compared with it as text.
    var holdsCells = false

    /// Whether a value of this kind and text is in the set; never an array, an object or null.
    func contains(_ kind: ValueKind, _ text: ByteView) -> Bool {
      switch kind {
      case .string: containsText(text)
      case .number: containsNumber(text)
      case .true: hasTrue
      case .false: hasFalse
      case .cell:
        containsText(text)
          || !holdsCells
            && (containsNumber(text) || hasTrue && text.isWord("true")
              || hasFalse && text.isWord("false"))
      case .array, .object, .absent, .null: false
      }
    }

    private func containsText(_ text: ByteView) -> Bool {
      textCount > 0 && !places[slot(ofText: text, Table.hash(text))].isFree
    }

    private func containsNumber(_ digits: ByteView) -> Bool {
      guard numberCount > 0, let number = Decimal.parse(digits) else { return false }
      return !places[slot(ofNumber: number, Table.hash(number))].isFree
    }

    // MARK: Slots

    static func hash(_ text: ByteView) -> UInt64 { Fingerprint(text: text).low >> 33 }
    static func hash(_ number: Decimal) -> UInt64 { Fingerprint(number: number).low >> 33 }

    /// The slot of a text, or the free one where it belongs.
    @inline(__always)
    func slot(ofText text: ByteView, _ hash: UInt64) -> Int {
      places.place(hash) { slot in
        slot.hash == hash && !slot.isNumber && value(at: slot.place).equals(text)
      }
    }

    @inline(__always)
    func slot(ofNumber number: Decimal, _ hash: UInt64) -> Int {
      places.place(hash) { slot in
        slot.hash == hash && slot.isNumber
          && Decimal.parse(value(at: slot.place)).map { Decimal.compare($0, number) } == 0
      }
    }

    /// The bytes of the value at a place.
    func value(at place: Int) -> ByteView {
      var position = place
      var count = 0
      var shift = 0
      while true {
        let byte = Int(pool[position])
        position &+= 1
        count |= (byte & 0x7F) &<< shift
        if byte < 0x80 { break }
        shift &+= 7
      }
      return pool.view(from: position, count: count)
    }
  }
}

// By identity: a set of millions is never compared value by value.
extension ValueSet: Hashable {
  package static func == (left: ValueSet, right: ValueSet) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The answers of subschemas about values, for schemas in which one subschema may be asked about
/// the same value on many ways (``SchemaReach``).
///
/// An open hash table by node and subschema, forgotten with every batch.
struct SchemaMemo: ~Copyable {
  enum Known: UInt8, BitwiseCopyable { case yes, no, limited }

  private struct Entry: BitwiseCopyable {
    var key: UInt64 = 0
    var stamp: UInt32 = 0
    var known = Known.yes
  }

  // At most half of the entries are taken, so that every search ends.
  private var entries = Storage<Entry>(capacity: 2, repeating: Entry())
  private var count = 0
  private var stamp: UInt32 = 1

  /// 64 MB for each thread. At most half of it is filled; what comes behind that is asked again.
  private static let capacityMaximum = 1 << 22

  deinit { entries.deallocate() }

  /// Forgets everything.
  mutating func begin() {
    count = 0
    stamp &+= 1
  }

  func answer(_ key: UInt64) -> Known? {
    let mask = entries.capacity - 1
    var slot = SchemaMemo.slot(key) & mask
    while entries[slot].stamp == stamp {
      if entries[slot].key == key { return entries[slot].known }
      slot = (slot + 1) & mask
    }
    return nil
  }

  mutating func keep(_ key: UInt64, _ known: Known) {
    if count * 2 >= entries.capacity {
      guard entries.capacity < SchemaMemo.capacityMaximum else { return }
      grow()
    }
    insert(key, known)
  }

  private mutating func insert(_ key: UInt64, _ known: Known) {
    let mask = entries.capacity - 1
    var slot = SchemaMemo.slot(key) & mask
    while entries[slot].stamp == stamp {
      if entries[slot].key == key { return }
      slot = (slot + 1) & mask
    }
    entries[slot] = Entry(key: key, stamp: stamp, known: known)
    count += 1
  }

  private mutating func grow() {
    let old = entries
    let oldStamp = stamp
    entries = Storage(capacity: max(1024, old.capacity * 2), repeating: Entry())
    stamp = 1
    count = 0
    for slot in 0..<old.capacity where old[slot].stamp == oldStamp {
      insert(old[slot].key, old[slot].known)
    }
    old.deallocate()
  }

  private static func slot(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 32)
  }
}

extension SchemaEvaluator {
  mutating func beginMemo() { if schema.usesMemo { memo.begin() } }

  /// The answer of a subschema, asked once for each value.
  ///
  /// An assertion is kept apart from a question: it also has to count.
  @inline(never)
  mutating func judgeOnce(
    _ number: Int32, _ column: Int32, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    var result = Answer()
    var unknown = Lanes.none
    for lane in lanes {
      let key = memoKey(number, column, lane, asserts: asserts)
      switch memo.answer(key) {
      case .yes?: result.yes |= Lanes(lane)
      case .no?: result.no |= Lanes(lane)
      case .limited?: result.limited |= Lanes(lane)
      case nil: unknown |= Lanes(lane)
      }
    }
    if unknown.isEmpty { return result }
    let answer = judgeKeywords(number, column, unknown, asserts: asserts)
    for lane in unknown {
      let known: SchemaMemo.Known =
        answer.no.contains(lane) ? .no : answer.limited.contains(lane) ? .limited : .yes
      memo.keep(memoKey(number, column, lane, asserts: asserts), known)
    }
    result.add(answer)
    return result
  }

  private mutating func memoKey(
    _ number: Int32, _ column: Int32, _ lane: Int32, asserts: Bool
  ) -> UInt64 {
    // The name of a member is another value than the member.
    let isName = columns[column].path == schema.namePath
    let node = UInt64(UInt32(bitPattern: columns[column].place(lane)))
    return node << 32 | UInt64(UInt32(bitPattern: number)) << 2 | (isName ? 2 : 0)
      | (asserts ? 1 : 0)
  }
}

/// The answers of subschemas about values, for schemas in which one subschema may be asked about
/// the same value on many ways (``SchemaReach``).
///
/// A hash table by node and subschema. What was said in an earlier batch has another stamp; it goes
/// when the table is a quarter full, so that emptying it costs no more than filling it.
struct SchemaMemo: ~Copyable {
  enum Known: UInt8, BitwiseCopyable { case yes, no, limited }

  private struct Entry: HashSlot {
    var key: UInt64 = 0
    /// The number of the batch; 0 in a free slot.
    var stamp: UInt32 = 0
    var known = Known.yes

    static let free = Entry()

    @inline(__always)
    var isFree: Bool { stamp == 0 }

    var hash: UInt64 { SchemaMemo.hash(key) }
  }

  private var entries = HashTable<Entry>(room: 1)
  private var stamp: UInt32 = 1

  /// 64 MB for each thread. At most half of it is filled; what comes behind that is asked again.
  private static let countMaximum = 1 << 21

  deinit { entries.deallocate() }

  /// Forgets everything.
  mutating func begin() {
    if entries.count * 4 > entries.capacity { entries.removeAll() }
    stamp = max(1, stamp &+ 1)
  }

  func answer(_ key: UInt64) -> Known? {
    let place = place(key)
    return entries[place].isFree ? nil : entries[place].known
  }

  mutating func keep(_ key: UInt64, _ known: Known) {
    guard entries.count < SchemaMemo.countMaximum else { return }
    let place = place(key)
    if entries[place].isFree {
      entries.insert(Entry(key: key, stamp: stamp, known: known), at: place)
    }
  }

  private func place(_ key: UInt64) -> Int {
    entries.place(SchemaMemo.hash(key)) { $0.key == key && $0.stamp == stamp }
  }

  private static func hash(_ key: UInt64) -> UInt64 { (key &* 0x9E37_79B9_7F4A_7C15) &>> 32 }
}

extension SchemaEvaluator {
  mutating func beginMemo() { if schema.usesMemo { memo.begin() } }

  /// The answer of a subschema, asked once for each value.
  ///
  /// An assertion is kept apart from a question: it also has to count.
  @inline(never)
  mutating func judgeOnce(
    _ number: Int32, _ column: ColumnNumber, _ lanes: Lanes, asserts: Bool
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
    _ number: Int32, _ column: ColumnNumber, _ lane: Lane, asserts: Bool
  ) -> UInt64 {
    // The name of a member is another value than the member.
    let isName = columns[column].path == schema.namePath
    let node = UInt64(UInt32(bitPattern: columns[column].place(lane).value))
    return node << 32 | UInt64(UInt32(bitPattern: number)) << 2 | (isName ? 2 : 0)
      | (asserts ? 1 : 0)
  }
}

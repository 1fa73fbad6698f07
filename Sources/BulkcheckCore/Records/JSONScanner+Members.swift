/// Members without a name of their own: of several with the same key the last one counts.
extension JSONScanner {
  /// Takes out of an object's list the members, among those at one state, whose key comes again.
  ///
  /// - Parameter count: how many there are at most.
  mutating func dropRepeatedMembers(
    of node: Int32, at state: Int32, _ count: Int32, _ table: inout ColumnTable
  ) {
    memberKeys.begin(count: Int(count))
    var repeated: Int32 = 0
    var member = table.links[node].firstChild
    while member >= 0 {
      if table.nodes[member].state == state {
        let earlier = memberKeys.insert(member, table)
        if earlier >= 0 {
          replaceMember(earlier, with: member, &table)
          repeated += 1
        }
      }
      member = table.links[member].nextSibling
    }
    guard repeated > 0 else { return }
    if states[state].isNamed { table.noteDuplicateKey() }
    table.links[node].count -= repeated
    unlinkAbsent(of: node, &table)
  }

  /// Puts the value of a later member into the place of an earlier one.
  private mutating func replaceMember(
    _ earlier: Int32, with later: Int32, _ table: inout ColumnTable
  ) {
    let next = table.links[earlier].nextSibling
    table.nodes[earlier] = table.nodes[later]
    table.links[earlier] = table.links[later]
    table.links[earlier].nextSibling = next
    table.nodes[later].kind = .absent
  }

  private mutating func unlinkAbsent(of node: Int32, _ table: inout ColumnTable) {
    var previous: Int32 = -1
    var member = table.links[node].firstChild
    while member >= 0 {
      let next = table.links[member].nextSibling
      if table.nodes[member].kind != .absent {
        previous = member
      } else if previous >= 0 {
        table.links[previous].nextSibling = next
      } else {
        table.links[node].firstChild = next
      }
      member = next
    }
  }
}

/// The keys of one object's members: an open hash table, reused from object to object.
struct MemberKeys: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var hash: UInt64 = 0
    var member: Int32 = -1
  }

  private var entries = Storage<Entry>(capacity: 64, repeating: Entry())
  private var mask = 63
  private var scratch = ByteScratch()
  private var otherScratch = ByteScratch()

  deinit { entries.deallocate() }

  /// Forgets all keys, and makes room.
  mutating func begin(count: Int) {
    var capacity = 64
    while capacity < count * 2 { capacity *= 2 }
    if capacity > entries.capacity {
      entries = entries.grown(to: capacity, padding: Entry())
    }
    mask = capacity - 1
    entries.fill(Entry(), count: capacity)
  }

  /// Puts a member into the table, unless there is one with the same key, which is returned; else
  /// -1.
  mutating func insert(_ member: Int32, _ table: borrowing ColumnTable) -> Int32 {
    let key = MemberKeys.key(of: member, &scratch, table)
    let hash = ByteHash.hash(key, seed: ByteHash.processSeed)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while entries[slot].member >= 0 {
      let other = entries[slot].member
      if entries[slot].hash == hash,
        MemberKeys.key(of: other, &otherScratch, table).equals(key)
      {
        return other
      }
      slot = (slot + 1) & mask
    }
    entries[slot] = Entry(hash: hash, member: member)
    return -1
  }

  private static func key(
    of member: Int32, _ scratch: inout ByteScratch, _ table: borrowing ColumnTable
  ) -> ByteView {
    let raw = table.rawKey(of: member)
    return table.links[member].keyIsEscaped ? scratch.unescaped(raw) : raw
  }
}

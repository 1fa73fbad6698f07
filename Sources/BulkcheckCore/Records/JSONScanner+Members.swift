/// Members without a name of their own: of several with the same key the last one counts.
extension JSONScanner {
  /// Takes out of an object's list the members, among those at one state, whose key comes again.
  ///
  /// - Parameter count: how many there are at most.
  mutating func dropRepeatedMembers(
    of node: NodeNumber, at state: StateNumber, _ count: Int32, _ table: inout ColumnTable
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
    _ earlier: NodeNumber, with later: NodeNumber, _ table: inout ColumnTable
  ) {
    let next = table.links[earlier].nextSibling
    table.nodes[earlier] = table.nodes[later]
    table.links[earlier] = table.links[later]
    table.links[earlier].nextSibling = next
    table.nodes[later].kind = .absent
  }

  private mutating func unlinkAbsent(of node: NodeNumber, _ table: inout ColumnTable) {
    var previous: NodeNumber = -1
    var member = table.links[node].firstChild
    while member >= 0 {
      let next = table.links[member].nextSibling
      if table.nodes[member].kind != .absent {
        previous = member
      } else {
        table.link(next, behind: previous, of: node)
      }
      member = next
    }
  }
}

/// The keys of one object's members: a hash table, reused from object to object.
struct MemberKeys: ~Copyable {
  private var members = HashTable<NumberSlot>(room: 32)
  private var arena = ByteArena()
  private var otherArena = ByteArena()

  deinit { members.deallocate() }

  /// Forgets all keys, and makes room.
  mutating func begin(count: Int) { members.removeAll(room: max(count, 32)) }

  /// Puts a member into the table, unless there is one with the same key, which is returned; else
  /// -1.
  mutating func insert(_ member: NodeNumber, _ table: borrowing ColumnTable) -> NodeNumber {
    let key = MemberKeys.key(of: member, &arena, table)
    let hash = ByteHash.hash(key, seed: ByteHash.processSeed)
    let place = members.place(hash) { other in
      MemberKeys.key(of: NodeNumber(other), &otherArena, table).equals(key)
    }
    let earlier = NodeNumber(members[place].number)
    if earlier < 0 { members.insert(NumberSlot(hash, Int(member)), at: place) }
    return earlier
  }

  private static func key(
    of member: NodeNumber, _ arena: inout ByteArena, _ table: borrowing ColumnTable
  ) -> ByteView {
    let raw = table.rawKey(of: member)
    return table.links[member].keyIsEscaped
      ? JSONString.unescape(onlyEscaped: raw, into: &arena) : raw
  }
}

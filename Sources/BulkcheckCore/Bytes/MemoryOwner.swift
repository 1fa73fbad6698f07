/// A trivial value that points to memory, which somebody else frees.
protocol Freeable: Sendable {
  func deallocate()
}

/// Owns tables that live as long as it does, and frees them together.
struct MemoryOwner: ~Copyable, Sendable {
  private var tables: [any Freeable] = []

  @discardableResult
  mutating func own<Table: Freeable>(_ table: Table) -> Table {
    tables.append(table)
    return table
  }

  deinit { for table in tables { table.deallocate() } }
}

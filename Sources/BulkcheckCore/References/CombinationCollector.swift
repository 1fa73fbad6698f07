internal import Synchronization

/// Gathers the combinations of a ``CombinationSet``, one record at a time.
package final class CombinationCollector: Sendable {
  private struct State: ~Copyable {
    var keys = HashTable<Fingerprint>(room: 32)
    var count = 0
    var isFull = false
  }

  private let state = Mutex(State())
  private let cellParts: UInt64

  private static let keysMaximum = 1 << 28

  /// - Parameter cellParts: the parts whose values are cells without a declared type.
  package init(cellParts: [Bool]) {
    self.cellParts = cellParts.enumerated().reduce(0) {
      $1.element ? $0 | 1 << UInt64($1.offset) : $0
    }
  }

  /// There are more combinations than a set can hold.
  package var isFull: Bool { state.withLock { $0.isFull } }

  func add(_ parts: [CombinationPart]) {
    state.withLock { state in
      guard state.keys.count + 1 << parts.count < CombinationCollector.keysMaximum else {
        state.isFull = true
        return
      }
      var isFirst = true
      _ = CombinationPart.forms(of: parts) { key in
        let place = state.keys.place(key.low) { $0 == key }
        if state.keys[place].isFree {
          state.keys.insert(key, at: place)
          if isFirst { state.count += 1 }
        }
        isFirst = false
        return false
      }
    }
  }

  /// The set; the collector is empty then.
  package func finish() -> CombinationSet {
    state.withLock { state in
      defer { state = State() }
      return CombinationSet(state.keys, count: state.count, cellParts: cellParts)
    }
  }

  deinit { state.withLock { $0.keys.deallocate() } }
}

// By identity.
extension CombinationCollector: Hashable {
  package static func == (left: CombinationCollector, right: CombinationCollector) -> Bool {
    left === right
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

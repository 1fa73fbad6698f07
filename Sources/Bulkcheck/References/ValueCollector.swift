internal import BulkcheckCore
internal import Synchronization

/// Gathers the values that a run comes across.
final class ValueCollector: Sendable {
  private struct State: ~Copyable {
    var builder: ValueSetBuilder?
    var isFull = false
  }

  private let state: Mutex<State>

  init(holdsCells: Bool) {
    state = Mutex(State(builder: ValueSetBuilder(holdsCells: holdsCells)))
  }

  /// There are more values than a set can hold.
  var isFull: Bool { state.withLock { $0.isFull } }

  /// A check that takes each value, and fails on arrays and objects.
  var check: ClosureCheck {
    ClosureCheck { subject in
      if subject.kind == .array || subject.kind == .object { return .fails(reason: "") }
      self.state.withLock { state in
        do throws(ValueSetBuilder.Full) {
          try state.builder?.insert(subject.kind, subject.bytes)
        } catch {
          state.isFull = true
        }
      }
      return .holds
    }
  }

  /// The values; none when asked again.
  func finish() -> ValueSet {
    let builder = state.withLock { $0.builder.take() }
    return (builder ?? ValueSetBuilder()).finish()
  }
}

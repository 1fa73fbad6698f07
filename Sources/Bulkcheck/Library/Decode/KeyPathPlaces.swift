internal import BulkcheckCore
internal import Requirements
internal import Synchronization

/// The paths in the data to which key paths of a record type lead, found when they are asked for.
final class KeyPathPlaces<Record: Decodable & Sendable>: Sendable {
  private struct State {
    /// The shape of the type, which is probed for the first question.
    var shape: RecordShape?
    var paths: [PathKey: ValuePath] = [:]
  }

  /// A key path as a key. They are equal if they are made of the same steps.
  private struct PathKey: Hashable, Sendable {
    let keyPath: any AnyKeyPath & Sendable

    static func == (left: PathKey, right: PathKey) -> Bool {
      (left.keyPath as AnyKeyPath) == (right.keyPath as AnyKeyPath)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(keyPath as AnyKeyPath) }
  }

  private let plan: DecodingPlan
  private let state = Mutex(State())

  init(plan: DecodingPlan) { self.plan = plan }

  /// The path in the data; for a computed property, the names in the key path.
  func path<Value>(of keyPath: any KeyPath<Record, Value> & Sendable) -> ValuePath {
    let key = PathKey(keyPath: keyPath)
    return state.withLock { state in
      if let known = state.paths[key] { return known }
      if state.shape == nil { state.shape = try? RecordShape(Record.self, plan) }
      let found = state.shape?.resolve(key.keyPath)?.path.steps.compactMap(\.component)
      let path = found.map { ValuePath($0) } ?? Self.names(of: keyPath)
      state.paths[key] = path
      return path
    }
  }

  private static func names<Value>(
    of keyPath: any KeyPath<Record, Value> & Sendable
  ) -> ValuePath {
    let outline = Requirement<Record>.on(keyPath, Requirement<Value>.all([])).outline
    guard case .on(let step, _) = outline else { return ValuePath() }
    return step.path
  }
}

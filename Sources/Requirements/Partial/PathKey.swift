/// A key path as the key of a dictionary that may be sent between threads.
struct PathKey<Root>: Hashable, Sendable {
  let keyPath: any PartialKeyPath<Root> & Sendable

  static func == (left: PathKey, right: PathKey) -> Bool {
    (left.keyPath as PartialKeyPath<Root>) == (right.keyPath as PartialKeyPath<Root>)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(keyPath as PartialKeyPath<Root>) }
}

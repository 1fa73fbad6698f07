internal import Synchronization

/// The corpus that the latest benchmark prepared: its iterations share it, and one in memory is
/// enough.
enum Latest {
  private static let entry = Mutex<(title: String, value: any Sendable)?>(nil)

  /// The value made under that title, if it is the latest one; else makes it.
  static func cached<Value: Sendable>(
    _ title: String, make: () throws -> Value
  ) rethrows -> Value {
    if let (latestTitle, value) = entry.withLock({ $0 }), latestTitle == title,
      let value = value as? Value
    {
      return value
    }
    // Before the next one is made, so that there are never two.
    entry.withLock { $0 = nil }
    let value = try make()
    entry.withLock { $0 = (title, value) }
    return value
  }
}

internal import Synchronization

/// A set of listeners. Each is called with every message, in the order of sending.
final class Listeners<Message: Sendable>: Sendable {
  private struct State {
    var nextID = 0
    var receivers: [Int: @Sendable (Message) -> Void] = [:]
  }

  /// The number of messages that a stream keeps for a listener that falls behind.
  private static var bufferedMaximum: Int { 256 }

  private let state = Mutex(State())

  /// The number of listeners.
  var count: Int { state.withLock { $0.receivers.count } }

  /// Calls every listener with the message, which is made only if there is one.
  func send(_ message: () -> Message) {
    // Called outside the lock: a receiver may stop listening meanwhile.
    let receivers = state.withLock { state in
      state.receivers.sorted { $0.key < $1.key }.map(\.value)
    }
    if receivers.isEmpty { return }
    let message = message()
    for receiver in receivers { receiver(message) }
  }

  /// Calls the receiver from now on, until the returned number is removed.
  func add(_ receiver: @escaping @Sendable (Message) -> Void) -> Int {
    state.withLock { state in
      state.nextID += 1
      state.receivers[state.nextID] = receiver
      return state.nextID
    }
  }

  /// Stops calling the receiver with this number.
  func remove(_ id: Int) {
    state.withLock { _ = $0.receivers.removeValue(forKey: id) }
  }

  /// The messages from now on, until the stream is dropped or its task cancelled.
  func stream() -> AsyncStream<Message> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Message.self, bufferingPolicy: .bufferingNewest(Self.bufferedMaximum))
    let id = add { continuation.yield($0) }
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }
}

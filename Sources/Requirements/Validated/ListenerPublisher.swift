#if canImport(Combine)
  internal import Combine
  internal import Synchronization

  /// ``Listeners`` for Combine: each subscription is one listener.
  struct ListenerPublisher<Output: Sendable>: Publisher {
    typealias Failure = Never
    let listeners: Listeners<Output>

    func receive(subscriber: some Subscriber<Output, Never>) {
      let subscription = ListenerSubscription(listeners, subscriber)
      subscriber.receive(subscription: subscription)
    }
  }

  /// Passes on what is sent for as long as it is not cancelled; a message that finds no demand is
  /// dropped, as by a subject.
  private final class ListenerSubscription<Output: Sendable>: Subscription, @unchecked Sendable {
    // Sendable: the demand and the number are behind the lock; a Combine subscriber must expect to
    // be called from any thread.
    private struct State {
      var demand = Subscribers.Demand.none
      var id: Int?
    }
    private let state = Mutex(State())
    private let listeners: Listeners<Output>
    private let deliver: (Output) -> Subscribers.Demand

    init(_ listeners: Listeners<Output>, _ subscriber: some Subscriber<Output, Never>) {
      self.listeners = listeners
      deliver = { subscriber.receive($0) }
    }

    func request(_ demand: Subscribers.Demand) {
      let isFirst = state.withLock { state in
        state.demand += demand
        if state.id != nil || state.demand == .none { return false }
        state.id = 0
        return true
      }
      guard isFirst else { return }
      let id = listeners.add { [weak self] message in self?.receive(message) }
      state.withLock { $0.id = id }
    }

    func cancel() {
      if let id = state.withLock({ $0.id }) { listeners.remove(id) }
    }

    private func receive(_ message: Output) {
      let isWanted = state.withLock { state in
        guard state.demand > .none else { return false }
        state.demand -= 1
        return true
      }
      guard isWanted else { return }
      let more = deliver(message)
      state.withLock { $0.demand += more }
    }
  }
#endif

/// The outcome of a requirement for one value.
public enum Evaluation: Hashable, Sendable {
  /// The value meets the requirement.
  case confirmed
  /// It does not, and this is the first reason.
  case failed(reason: Reason)

  /// Whether the value meets the requirement.
  public var isConfirmed: Bool { self == .confirmed }

  /// Why not; nil if confirmed.
  public var reason: Reason? {
    switch self {
    case .confirmed: nil
    case .failed(let reason): reason
    }
  }

  init(first reasons: [Reason]) {
    self = reasons.first.map { .failed(reason: $0) } ?? .confirmed
  }
}

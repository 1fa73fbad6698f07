/// The outcome of a requirement for one value.
public enum Evaluation: Hashable, Sendable {
  /// The value meets the requirement.
  case confirmed
  /// It does not, and this is the first reason.
  case failed(reason: Reason)

  /// Whether the value meets the requirement.
  public var isConfirmed: Bool {
    switch self {
    case .confirmed: true
    case .failed: false
    }
  }

  /// Why not; nil if confirmed.
  public var reason: Reason? {
    switch self {
    case .confirmed: nil
    case .failed(let reason): reason
    }
  }

  init(first reasons: [Reason]) {
    // Nearly always there are none.
    if reasons.isEmpty {
      self = .confirmed
    } else {
      self = .failed(reason: reasons[0])
    }
  }
}

/// The number of reasons that a check is asked for.
enum Depth: Sendable {
  /// The first reason is enough.
  case first
  /// Every reason is wanted.
  case every
}

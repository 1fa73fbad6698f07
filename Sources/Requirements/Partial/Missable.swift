/// An optional whose type is not known.
protocol Missable {
  var isMissing: Bool { get }
}

extension Optional: Missable {
  var isMissing: Bool {
    switch self {
    case .none: true
    case .some(let value): (value as? any Missable)?.isMissing ?? false
    }
  }
}

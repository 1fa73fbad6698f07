/// The reasons that follow from the structure alone, before there is a value.
extension Outline {
  /// The reasons for all mistakes in it. Each has its place, unless that depends on the value.
  var reasonsForMistakes: [Reason] {
    switch self {
    case .mistake(let text): [.mistake(text)]
    case .on(let step, let part):
      part.reasonsForMistakes.map { $0.prefixed(by: step.path) }
    default: parts.flatMap(\.reasonsForMistakes)
    }
  }

  /// Whether the check asks every part of it about every value, so that a mistake never goes
  /// unnoticed.
  var asksEveryPart: Bool {
    switch self {
    case .opaque, .builtIn, .mistake, .all, .across, .on, .because, .annotated: true
    case .any, .not, .when, .each, .some, .required, .ifPresent: false
    }
  }

  /// The reason for which it fails, if that is the same for every value that is there; nil if it
  /// depends on the value.
  package var onlyReason: Reason? {
    switch self {
    case .opaque, .mistake: return nil
    case .builtIn(let builtIn): return builtIn.reason
    case .all(let parts): return parts.count == 1 ? parts[0].onlyReason : nil
    case .any(let parts):
      // The sentence of an alternative names the places of its branches.
      let reasons = parts.compactMap(\.onlyReason)
      let isKnown = reasons.count == parts.count && !parts.contains(where: \.hasManyPlaces)
      return isKnown ? .noneHolds(reasons) : nil
    case .not(let part): return .negated(part.description)
    case .when(_, let then, let otherwise):
      guard let otherwise, !otherwise.isNothing else { return then.onlyReason }
      return then.isNothing ? otherwise.onlyReason : nil
    case .on(let step, let part): return part.onlyReason?.prefixed(by: step.path)
    case .across(let check): return check.reason
    case .some(let part): return .noElement(part.description)
    case .required(let part):
      if part.isNothing { return .missing }
      guard let only = part.onlyReason, let missing = part.reasonForMissing else { return nil }
      return only.isIdentical(to: missing) ? only : nil
    case .each(let part), .ifPresent(let part), .annotated(_, let part): return part.onlyReason
    case .because(let because, let part):
      if let reason = part.onlyReason { return because.replacing(reason) }
      return part.hasAlternatives ? nil : because.wholeReason
    }
  }

  /// Whether a reason may have alternatives.
  private var hasAlternatives: Bool {
    switch self {
    case .any: true
    default: parts.contains(where: \.hasAlternatives)
    }
  }

  /// Whether the value decides which place a failure names: the place of an element, or one of
  /// several places to which `because` gives a common reason.
  package var hasManyPlaces: Bool {
    switch self {
    case .each: true
    // The reason is about the whole.
    case .not, .some: false
    case .when(_, let then, let otherwise):
      then.hasManyPlaces || otherwise?.hasManyPlaces ?? false
    case .because(_, let part) where part.onlyReason == nil: part.namesPlaces
    default: parts.contains(where: \.hasManyPlaces)
    }
  }

  /// Whether a reason may be about a part of the value.
  private var namesPlaces: Bool {
    switch self {
    case .on, .each, .across, .opaque: true
    default: parts.contains(where: \.namesPlaces)
    }
  }

  /// Why a missing value fails: the first mistake if there is one, otherwise the reason of the
  /// first part that is not inside `ifPresent`. It is the one given with `because`, or that the
  /// value is missing. nil if a missing value is confirmed, because everything is inside
  /// `ifPresent`.
  package var reasonForMissing: Reason? {
    reasonsForMistakes.first ?? reasonForMissingWithoutMistakes
  }

  private var reasonForMissingWithoutMistakes: Reason? {
    switch self {
    case .ifPresent: return nil
    case .annotated(_, let part): return part.reasonForMissing
    case .because(let because, let part): return part.reasonForMissing.map(because.replacing)
    case .all(let parts): return parts.lazy.compactMap(\.reasonForMissing).first
    case .any(let parts):
      return parts.contains { $0.reasonForMissing == nil } ? nil : .missing
    case .when(let condition, let then, let otherwise):
      // Where the condition accepts a missing value, its branch decides; otherwise the other one.
      if condition.reasonForMissing == nil { return then.reasonForMissing }
      return otherwise?.reasonForMissing
    default: return .missing
    }
  }
}

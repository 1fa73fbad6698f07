extension Outline {
  /// Every reason why a value fails, for a value whose type has been erased. nil if it is not of
  /// the type that the requirement is for.
  ///
  /// This is the slow twin of the check in ``Requirement``. A batch asks it about records that fail
  /// and about the parts that bytes cannot show. RandomAgreementTests compares the two.
  ///
  /// - Parameter lacking: the places that a key path would trap at. What is asked of them fails.
  package func reasons(of value: Any, lacking: LackingPlaces = LackingPlaces()) -> [Reason]? {
    switch self {
    case .opaque(let check): return check.failures(value)
    case .builtIn(let builtIn): return builtIn.check.failures(value)
    case .mistake(let text): return [.mistake(text)]
    case .all(let parts):
      var reasons: [Reason] = []
      for part in parts {
        guard let found = part.reasons(of: value, lacking: lacking) else { return nil }
        reasons += found
      }
      return reasons
    case .any(let parts):
      var reasons: [Reason]?
      for part in parts {
        guard let found = part.reasons(of: value, lacking: lacking) else { return nil }
        if found.isEmpty { return [] }
        reasons = reasons.map { Disjunction.joined($0, found) } ?? found
      }
      return Disjunction.reasons(reasons ?? [])
    case .not(let part):
      guard let found = part.reasons(of: value, lacking: lacking) else { return nil }
      if found.isEmpty { return [.negated(part.description)] }
      return found.isUndecided ? found : []
    case .when(let condition, let then, let otherwise):
      guard let unmet = condition.reasons(of: value, lacking: lacking) else { return nil }
      if unmet.isEmpty { return then.reasons(of: value, lacking: lacking) }
      if unmet.isUndecided { return unmet }
      guard let otherwise else { return [] }
      return otherwise.reasons(of: value, lacking: lacking)
    case .on(let step, let part):
      if lacking.contains(step) { return [Reason.missing.prefixed(by: step.path)] }
      return step.value(of: value)
        .flatMap { part.reasons(of: $0, lacking: lacking.inside(step.path)) }?
        .map { $0.prefixed(by: step.path) }
    case .across(let check):
      let missing = check.steps.filter(lacking.contains)
      if !missing.isEmpty { return missing.map { Reason.missing.prefixed(by: $0.path) } }
      return check.reasons(of: value)
    case .each(let part):
      return part.reasons(ofElements: value, lacking) { $0.flatMap { $0 } }
    case .some(let part):
      return part.reasons(ofElements: value, lacking) { elements in
        if elements.contains(where: \.isEmpty) { return [] }
        let undecided = elements.filter(\.isUndecided).flatMap { $0 }
        return undecided.isEmpty ? [.noElement(part.description)] : undecided
      }
    case .required(let part):
      guard let content = Optionals.content(of: value) else {
        return [part.reasonForMissing ?? .missing]
      }
      return part.reasons(of: content, lacking: lacking)
    case .ifPresent(let part):
      guard let content = Optionals.content(of: value) else { return [] }
      return part.reasons(of: content, lacking: lacking)
    case .because(let because, let part):
      return part.reasons(of: value, lacking: lacking).map(because.replacing)
    case .annotated(_, let part): return part.reasons(of: value, lacking: lacking)
    }
  }

  /// Every reason why two parts of a value do not go together; nil if the requirement asks for
  /// something else, or the parts are of other types.
  package func reasons(ofParts parts: [Any]) -> [Reason]? {
    switch self {
    case .across(let check): check.answer(parts).map(check.reasons)
    case .because(let because, let part): part.reasons(ofParts: parts).map(because.replacing)
    case .annotated(_, let part): part.reasons(ofParts: parts)
    default: nil
    }
  }

  /// Whether to ask for the reasons may trap, where a key path leads to what is not there.
  package var mayTrap: Bool {
    switch self {
    case .on(let step, let part): step.mayTrap || part.mayTrap
    case .across(let check): check.steps.contains(where: \.mayTrap)
    default: parts.contains(where: \.mayTrap)
    }
  }

  /// Every reason why a text fails; nil if the requirement is not for strings.
  package func reasons(ofText text: String) -> [Reason]? {
    switch self {
    case .opaque(let check): check.failures(inText: text)
    case .builtIn(let builtIn): builtIn.check.failures(inText: text)
    case .because(let because, let part): part.reasons(ofText: text).map(because.replacing)
    case .annotated(_, let part): part.reasons(ofText: text)
    default: reasons(of: text)
    }
  }

  /// The reasons of a requirement for elements; nil if the value is not a collection of them.
  ///
  /// - Parameter joined: makes the reasons of the whole from those of each element.
  private func reasons(
    ofElements value: Any, _ lacking: LackingPlaces, _ joined: ([[Reason]]) -> [Reason]
  ) -> [Reason]? {
    func each<Elements: Collection>(_ elements: Elements) -> [Reason]? {
      var reasons: [[Reason]] = []
      for (position, element) in elements.enumerated() {
        let path = ValuePath([.index(position)])
        guard let found = self.reasons(of: element, lacking: lacking.inside(path)) else {
          return nil
        }
        reasons.append(found.map { $0.prefixed(by: path) })
      }
      return joined(reasons)
    }
    return (value as? any Collection).flatMap { each($0) }
  }
}

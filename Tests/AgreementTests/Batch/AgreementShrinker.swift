import Requirements

/// A requirement and a line about which a batch and a single value disagree.
struct AgreementCase<Record: RandomRecord>: Sendable {
  var parts: [RequirementTree<Record>]
  var json: RandomJSON
  var found: Disagreement

  var requirements: [Requirement<Record>] { parts.map(\.requirement) }

  /// A smaller case with the same kind of disagreement, as far as the steps go.
  func minimised(_ judge: AgreementJudge<Record>, steps: Int = 250) async -> AgreementCase {
    var least = self
    var steps = steps
    while steps > 0 {
      guard let smaller = await least.smaller(judge, &steps) else { break }
      least = smaller
    }
    return least
  }

  private func smaller(
    _ judge: AgreementJudge<Record>, _ steps: inout Int
  ) async -> AgreementCase? {
    for parts in fewerParts where steps > 0 {
      steps -= 1
      let disagreements = await judge.disagreements(parts.map(\.requirement), [json.text])
      if let same = disagreements.first(where: { $0.found.kind == found.kind }) {
        return AgreementCase(parts: parts, json: json, found: same.found)
      }
    }
    if found.kind == .refused { return nil }
    // All lines at once: most of the time goes into making the validator.
    let candidates = json.smaller
    steps -= 1
    let disagreements = await judge.disagreements(requirements, candidates.map(\.text))
    for (line, same) in disagreements where same.kind == found.kind {
      if let line { return AgreementCase(parts: parts, json: candidates[line], found: same) }
    }
    return nil
  }

  private var fewerParts: [[RequirementTree<Record>]] {
    var found: [[RequirementTree<Record>]] = []
    for position in parts.indices {
      var fewer = parts
      fewer.remove(at: position)
      found.append(fewer)
    }
    for position in parts.indices {
      for part in parts[position].smaller() where part.size < parts[position].size {
        var changed = parts
        changed[position] = part
        found.append(changed)
      }
    }
    return found
  }
}

/// `references` over several fields: combinations of values are looked up in those of a reference.
extension Evaluator {
  mutating func lookUp(_ place: Int32, _ lanes: Lanes) -> Answer {
    let code = program.combinations[Int(place)]
    var answer = Answer()
    var open = lanes
    for path in code.paths {
      let column = values.column(path)
      answer.unreadable |= lanes & columns[column].unreadables
      open &= columns[column].values
    }
    open -= answer.unreadable
    for lane in open { answer.yes.insert(lane, if: occurs(code, lane)) }
    answer.no = open - answer.yes
    return answer
  }

  private mutating func occurs(_ code: CombinationCode, _ lane: Lane) -> Bool {
    combination.parts.removeAll(keepingCapacity: true)
    for (number, path) in code.paths.enumerated() {
      var value = values.value(values.column(path), lane)
      if code.collector != nil, value.kind == .cell, !code.cellTypes[number].isEmpty {
        values.readCell(&value, as: code.cellTypes[number], separator: -1)
      }
      let isOnlyText = code.collector == nil && code.values.holdsCells(in: number)
      guard let part = CombinationPart(value.kind, value.bytes, isOnlyText: isOnlyText) else {
        return false
      }
      combination.parts.append(part)
    }
    if let collector = code.collector {
      collector.add(combination.parts)
      return true
    }
    return CombinationPart.forms(of: combination.parts) { code.values.contains($0) }
  }
}

/// Room for the combination that is looked up.
struct CombinationRoom {
  fileprivate var parts: [CombinationPart] = []
}

/// `unique`: workers note the key of each record; the merge, which sees records in input order,
/// finds the duplicates.
extension Evaluator {
  /// Judges a `unique` rule as far as the records alone tell.
  mutating func judgeUnique(_ rule: Int32, _ lanes: Lanes) -> Outcomes {
    var answer = Answer()
    var open = lanes
    for part in rules[rule].partStart..<rules[rule].partStart + rules[rule].partCount {
      let column = column(program.partPaths[part])
      answer.unreadable |= lanes & columns[column].unreadables
      open &= columns[column].values
    }
    open -= answer.unreadable
    let number = rules[rule].uniqueNumber
    for lane in open {
      keys[number &* table.laneCount &+ lane] = key(of: rule, lane)
    }
    keyLanes[number] |= open
    // As far as these records go: a duplicate is found later.
    answer.yes = open
    return Outcomes(answer, in: lanes)
  }

  private mutating func key(of rule: Int32, _ lane: Int32) -> Fingerprint {
    let start = rules[rule].partStart
    let count = rules[rule].partCount
    if count == 1 { return fingerprint(of: value(column(program.partPaths[start]), lane)) }
    var parts: [Fingerprint] = []
    for part in start..<start + count {
      parts.append(fingerprint(of: value(column(program.partPaths[part]), lane)))
    }
    return Fingerprint.combine(parts, program.hashKeys)
  }

  /// Hands over the keys of the batch, record by record: an overridden rule still claims its key.
  mutating func claimKeys() {
    for lane in batchLanes {
      for (number, rule) in program.uniqueRules.enumerated()
      where keyLanes[number].contains(lane) {
        let isJudged = rules[rule].isRun && !overriddenKeys[number].contains(lane)
        statistics.noteKey(
          ChunkStatistics.KeyClaim(
            rule: rule, counts: isJudged, recordIsInvalid: invalid.contains(lane),
            key: keys[Int32(number) &* table.laneCount &+ lane], position: positions[lane]))
      }
    }
  }

  mutating func fingerprint(of value: Value) -> Fingerprint {
    let keys = program.hashKeys
    switch value.kind {
    case .string, .cell: return Fingerprint(text: value.bytes, keys)
    case .number:
      return Decimal.parse(value.bytes).map { Fingerprint(number: $0, keys) }
        ?? Fingerprint(text: value.bytes, keys)
    case .true: return Fingerprint(boolean: true, keys)
    case .false: return Fingerprint(boolean: false, keys)
    case .array, .object:
      let json = jsonText(of: value)
      return JSONValue.fingerprint(json, &arena, keys)
    case .absent, .null: return .null(keys)
    }
  }
}

/// Failures of rules about pairs.
extension FailureExplainer {
  // MARK: Pairs

  /// The failure of a rule on one of the pairs that have been judged as a batch, in words.
  mutating func describedPair(_ rule: RuleNumber, _ lane: Lane) -> Sample {
    let slot = engine.core.tables.rules[rule].tracked
    let note = FailureNote(
      rule: rule, lane: lane, culprit: engine.core.tracked[slot, lane],
      reachedLimit: !engine.core.tracked.outcomes[slot].answer.no.contains(lane))
    begin([note])
    return described(note)
  }

  // MARK: Elements of records

  /// The failure of a rule about elements on the record at hand, in words. Its places are elements.
  mutating func described(_ rule: RuleNumber, _ pairs: ElementPairs) -> Sample {
    pairs.watch(rule)
    engine.core.judge(pairs, in: Lanes(engine.lane))
    let failing = pairs.takeFailing()
    let culprit = pairs.culprit(of: rule, engine.lane)
    guard culprit.element >= 0 else {
      missedPlaces += 1
      return Sample(engine.core.values.record, instanceLocation: "", messageParts: [])
    }
    let first = described(rule, culprit, pairs)
    var sample = Sample(
      engine.core.values.record, instanceLocation: first.instanceLocation, value: first.value,
      messageParts: first.messageParts)
    sample.valueIsTruncated = first.valueIsTruncated
    sample.reason = first.reason
    guard failing.count > 1 else { return sample }
    for pair in failing.prefix(FailureTrace.placesMaximum) {
      let place = described(rule, pair, pairs)
      sample.places.append(
        FailureLocation(instanceLocation: place.instanceLocation ?? "", value: place.value))
    }
    sample.morePlaces = failing.count - sample.places.count
    return sample
  }

  private mutating func described(
    _ rule: RuleNumber, _ pair: ElementPair, _ pairs: ElementPairs
  ) -> Sample {
    let number = engine.core.tables.rules[rule].pairing
    let explainer =
      elementExplainers[number]
      ?? ElementExplainer(pairs.code, showsMasked: engine.core.values.showsMasked)
    elementExplainers[number] = explainer
    var sample = explainer.described(
      rule, pair, of: engine.lane, from: &engine.core.values)
    sample.instanceLocation = engine.core.values.location(ofNode: pair.element)
    return sample
  }
}

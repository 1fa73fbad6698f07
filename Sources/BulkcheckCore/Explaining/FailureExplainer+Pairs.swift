/// Failures of rules about elements of an array, each with the one before it.
extension FailureExplainer {
  /// The failure of such a rule on the record at hand, in words. Its places are elements.
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
    _ rule: RuleNumber, _ pair: ElementPairs.Pair, _ pairs: ElementPairs
  ) -> Sample {
    var sample = pairs.described(rule, pair, of: engine.lane, &engine.core.values)
    sample.instanceLocation = engine.core.values.location(ofNode: pair.element)
    return sample
  }
}

/// Tells how a rule fails on an element of an array and the one before it.
///
/// A class, since the explainer of records holds it, and it holds another one.
final class ElementExplainer {
  private let code: PairCode
  private var explainer: FailureExplainer
  private var values: PairValues

  init(_ code: PairCode, showsMasked: Bool) {
    self.code = code
    explainer = FailureExplainer(
      SchemaEvaluator(
        Evaluator(program: code.program, samplesMaximum: 0, showsMasked: showsMasked)))
    values = PairValues(code.program)
  }

  /// The failure in words, as if the element were a record.
  func described(
    _ rule: RuleNumber, _ pair: ElementPair, of record: Lane, from records: inout BatchValues
  ) -> Sample {
    values.begin(&explainer.engine.core.values)
    values.take(pair, of: record, from: &records, into: &explainer.engine.core.values)
    explainer.engine.core.judge()
    return explainer.describedPair(rule, 0)
  }
}

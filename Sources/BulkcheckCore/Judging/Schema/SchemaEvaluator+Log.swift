/// The places at which the rules of a schema failed in one record, written while the engine judges
/// the record once more, for all rules at once. So a record costs one more judgement, however many
/// rules it breaks.
struct SchemaLog {
  struct Place {
    /// The value at fault, or -1 for a row.
    var node: NodeNumber
    /// The name of the member at the node is at fault, and not its value.
    var isName: Bool
    /// The number of the keyword that failed; -1 for a schema `false`.
    var keyword: Int32
    /// The way to the subschema that has the keyword.
    var trail: [SchemaStep]
  }

  /// The rules that are asked about.
  let rules: Set<RuleNumber>
  let placesMaximum: Int
  /// The first places of each rule's failures, in the order in which the schema asks about them.
  private(set) var places: [RuleNumber: [Place]] = [:]
  /// The nodes of its further failures.
  private(set) var furtherNodes: [RuleNumber: [NodeNumber]] = [:]
  /// The way to what is judged now.
  fileprivate var trail: [SchemaStep] = []

  fileprivate init(_ rules: Set<RuleNumber>, _ placesMaximum: Int) {
    self.rules = rules
    self.placesMaximum = placesMaximum
  }

  /// Sets the way to what is judged next.
  mutating func begin(_ way: [SchemaStep]) { trail = way }

  fileprivate mutating func add(_ rule: RuleNumber, node: NodeNumber, isName: Bool, keyword: Int32)
  {
    if places[rule, default: []].count < placesMaximum {
      places[rule, default: []].append(
        Place(node: node, isName: isName, keyword: keyword, trail: trail))
    } else {
      furtherNodes[rule, default: []].append(node)
    }
  }
}

extension SchemaEvaluator {
  /// Judges the record that is looked at alone by the schema, and tells where rules failed.
  mutating func log(of rules: Set<RuleNumber>, placesMaximum: Int) -> SchemaLog {
    let empty = SchemaLog(rules, placesMaximum)
    log = empty
    defer { log = nil }
    beginMemo()
    judgeRecords(Lanes(lane))
    beginMemo()
    return log ?? empty
  }

  /// Judges a part of a keyword, and knows the way there if it is asked for.
  @inline(__always)
  mutating func judgePart(
    _ keyword: KeywordCode, _ index: Int32, _ body: (inout SchemaEvaluator) -> Answer
  ) -> Answer {
    guard log != nil else { return body(&self) }
    log?.trail.append(SchemaStep(keyword: keyword.number, part: index))
    defer { log?.trail.removeLast() }
    return body(&self)
  }

  /// Notes where a rule failed.
  ///
  /// - Parameter keyword: the number of the keyword that it is; -1 for a schema `false`.
  mutating func logFailures(
    of rule: RuleNumber, keyword: Int32, _ answer: Answer, _ column: ColumnNumber
  ) {
    guard !answer.failing.isEmpty, log?.rules.contains(rule) == true else { return }
    let isName = columns[column].path == schema.namePath
    for lane in answer.failing {
      let node = columns[column].place(lane)
      log?.add(rule, node: node, isName: isName, keyword: keyword)
    }
  }

  /// Does what ``logFailures(of:keyword:_:_:)`` does, for parts that a schema `false` forbids.
  mutating func logFailures(of rule: RuleNumber, partsFrom start: Int, areNames: Bool) {
    guard log?.rules.contains(rule) == true else { return }
    for index in start..<core.values.foundCount {
      let node = core.values.found[index].place
      log?.add(rule, node: node, isName: areNames, keyword: -1)
    }
  }
}

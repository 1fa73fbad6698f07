/// An engine that can also say where and why rules failed.
///
/// ``Evaluator`` decides, for 64 records at once, and keeps only what it needs for that. The one
/// record in a thousand that a report shows is looked at here, once it is known to have failed: for
/// the samples of a report, for `--failures`, for the details of keys and for `explain`. The engine
/// leaves a ``FailureNote`` for each failure that is to be told, with the element at fault if it
/// knows one. All notes of a record are put into words together. When `maxLength: 8` fails under
/// `tags[*]` on
///
///     {"seats": 7, "tags": ["eu", "export-only", "long-tag-too"]}
///
/// the engine has judged the three elements in a frame and notes the rule, the lane of the record
/// and the node of `"export-only"`. The explainer asks it about each element once more, alone, and
/// tells
///
///     places     /tags/1 "export-only", /tags/2 "long-tag-too"
///     message    11 characters, at most 8
///
/// Whether a value satisfies a statement is always asked of the engine, value by value. Only paths
/// and combinations (`all`, `when`, `items` and the like) are followed here, from the rule to the
/// values that make it fail. So what a constraint means is written once. For rules of a schema, the
/// engine judges the record once more and writes a ``SchemaLog``.
///
/// Invariant: a failure of the engine has a place here. Where none is found, it is shown at the
/// path of its rule, which tests count as a defect.
package struct FailureExplainer: ~Copyable {
  var engine: SchemaEvaluator
  /// How many places of a failing rule of a schema are told; if more than a sample has, each with
  /// its own message.
  var placesShownMaximum = FailureTrace.placesMaximum
  /// How often no place was found for a failure, so that the rule's own path is shown. Tests take
  /// each for a defect.
  var missedPlaces = 0
  /// The section of the rule that is described: it reads paths in its own way.
  var section: SectionIndex?
  /// The rules that failed on the record at hand.
  private var failedRules: [RuleNumber] = []
  /// The places at which the rules of the schema failed in the record at hand, once they were asked
  /// for.
  private var knownLog: SchemaLog?
  /// By pairing, of those that were needed.
  var elementExplainers: [Int32: ElementExplainer] = [:]

  init(_ engine: consuming SchemaEvaluator) { self.engine = engine }

  // MARK: Samples

  /// Turns the notes of a batch into samples.
  mutating func addSamples() {
    var notes = engine.core.takeNotes()
    notes.sort { $0.lane < $1.lane }
    var rest = notes[...]
    while let first = rest.first {
      let ofRecord = rest.prefix { $0.lane == first.lane }
      begin(ofRecord)
      let text = engine.core.statistics.notes.contains(.texts) ? recordText() : nil
      for note in ofRecord {
        var sample = described(note)
        sample.recordText = text
        let builtIn = note.builtIn.map { engine.core.program.number(of: $0) }
        engine.core.statistics.addSample(sample, of: builtIn ?? note.rule)
      }
      rest = rest.dropFirst(ofRecord.count)
    }
  }

  /// Turns to a record.
  ///
  /// - Parameter notes: all of its failures that are described.
  mutating func begin(_ notes: some Sequence<FailureNote>) {
    failedRules.removeAll(keepingCapacity: true)
    for note in notes {
      engine.core.lane = note.lane
      failedRules.append(note.rule)
    }
    knownLog = nil
  }

  /// The places at which the rules of the schema failed in the record at hand.
  mutating func schemaLog() -> SchemaLog {
    if let knownLog { return knownLog }
    let log = engine.log(of: Set(failedRules), placesMaximum: placesShownMaximum)
    knownLog = log
    return log
  }

  /// A failure of the record at hand, in words.
  mutating func described(_ note: FailureNote) -> Sample {
    if let rule = note.builtIn { return builtInSample(rule) }
    section = engine.program.ruleSet.rules[Int(note.rule)].section
    if isSectionOpen(of: note.rule) {
      let value = openValueOfSection()
      var sample = Sample(
        engine.core.values.record, instanceLocation: "",
        messageParts: [
          value ?? "a pattern in the condition of the section reached its match limit"
        ])
      sample.reason = value == nil ? "pattern-limit" : "wrong-type"
      return sample
    }
    if let pairs = engine.core.elementPairs(of: note.rule) { return described(note.rule, pairs) }
    let value = shownValue(of: note.rule, note.culprit)
    let rule = note.rule
    var sample = Sample(engine.core.values.record, value: value?.text, messageParts: [])
    sample.valueIsTruncated = value?.isTruncated ?? false
    sample.reason = note.reachedLimit ? "pattern-limit" : engine.core.closureReason(of: rule)?.code
    let expression = engine.program.ruleSet.rules[Int(rule)].expression
    if note.reachedLimit, mistyped(in: expression) != nil { sample.reason = "wrong-type" }
    if !engine.program.lists.relations.isEmpty || note.reachedLimit, isOutOfRange(expression) {
      sample.reason = "out of range"
    }
    locate(rule, note.culprit, &sample)
    // Of extra fields the value of the first, and not of the object that has it.
    let shown =
      engine.core.tables.rules[rule].isAboutNames ? sample.value ?? value?.text : value?.text
    sample.messageParts = message(of: rule, shown, note.culprit)
    return sample
  }

  /// A failure of the record at hand at some of several values, in words.
  ///
  /// - Parameters:
  ///   - places: the first ones.
  ///   - count: how many there are.
  mutating func described(
    _ rule: RuleNumber, at places: [FailureTrace.Site], of count: Int
  ) -> Sample {
    section = engine.program.ruleSet.rules[Int(rule)].section
    let culprit = places.first?.node ?? -1
    let value = shownValue(of: rule, culprit)
    var sample = Sample(
      engine.core.values.record, instanceLocation: places.first?.location ?? "",
      value: value?.text, messageParts: message(of: rule, value?.text, culprit))
    sample.valueIsTruncated = value?.isTruncated ?? false
    guard count > 1 else { return sample }
    for place in places {
      sample.places.append(
        FailureLocation(
          instanceLocation: place.location, value: shownValue(of: rule, place.node)?.text))
    }
    sample.morePlaces = count - places.count
    return sample
  }

  /// Whether a match limit leaves it open that the record belongs to the section of a rule.
  private mutating func isSectionOpen(of rule: RuleNumber) -> Bool {
    let section = engine.core.tables.rules[rule].section
    return engine.core.openLanes(of: section).contains(engine.lane)
  }

  private mutating func builtInSample(_ rule: BuiltInRule) -> Sample {
    rule == .duplicateKey
      ? duplicateKeySample()
      : Sample(
        engine.core.values.record, instanceLocation: "", messageParts: [builtInMessage(rule)])
  }

  mutating func builtInMessage(_ rule: BuiltInRule) -> String {
    if rule == .notAnObject { return "the record is not a JSON object" }
    if rule == .noSection { return "the record belongs to no section" }
    return engine.isCSV ? "a column that is read is named twice" : "a key that is read occurs twice"
  }

  /// The value that a sample shows of the record at hand.
  mutating func shownValue(
    of rule: RuleNumber, _ culprit: NodeNumber
  ) -> (text: String, isTruncated: Bool)? {
    if let name = MemberName(culprit: culprit) { return engine.shown(name) }
    let path = engine.core.tables.rules[rule].samplePath
    guard path >= 0 || engine.core.tables.rules[rule].isKeyword else {
      return engine.core.shownParts(of: rule)
    }
    // Names at fault stand in the message, and not the object around them.
    if engine.core.tables.rules[rule].isKeyword, engine.schema.keywordOfRule[rule] >= 0,
      engine.hidesNames(rule, culprit) || membersAtFault(rule, culprit).count > 0
    {
      return nil
    }
    let node = engine.core.values.shownNode(engine.core.failingNode(at: path, culprit))
    return node >= 0 ? engine.core.values.shown(node, at: path) : nil
  }

  /// The rule's message for this record, cut where the line number belongs.
  ///
  /// - Parameter member: the only one of those at fault that the message is about; nil for all.
  mutating func message(
    of rule: RuleNumber, _ value: String?, _ culprit: NodeNumber, member: NamedMember? = nil
  ) -> [String] {
    engine.program.message(of: rule, value) { segment in
      switch segment {
      case .path(let path): valueText(at: path)
      case .closure(let number):
        // Another part failed before the closure was asked.
        engine.core.closureReason(number)?.text ?? engine.program.statement(of: rule)
      case .difference(let otherwise):
        member.flatMap { NamedMembers(first: [$0], count: 1).complaint }
          ?? difference(of: rule, culprit) ?? otherwise
      case .left: sideText(of: rule, isLeft: true)
      case .right: sideText(of: rule, isLeft: false)
      case .sides: sidesText(of: rule)
      case .literal, .value, .field, .line, .rule, .closureCode: ""
      }
    }
  }

  /// The number of a path as the rule that is described reads it.
  mutating func pathNumber(_ path: FieldPath) -> PathNumber? {
    engine.program.number(of: path, in: section)
  }

  mutating func valueText(at path: FieldPath) -> String {
    guard let number = pathNumber(path),
      !engine.core.values.tables.paths[number].isRepeated
    else {
      return "absent"
    }
    let node = engine.core.values.shownNode(engine.core.values.node(at: number))
    return node < 0 ? "absent" : engine.core.values.shown(node).text
  }
}

extension Program {
  /// The text that stands for the reason of a closure that was not asked: the rule's expression.
  fileprivate func statement(of rule: RuleNumber) -> String {
    let expression = ruleSet.rules[Int(rule)].expression
    return "this does not hold: "
      + MessageTemplate.shortened(expression.text(ids: ruleSet.rules.map(\.id)))
  }

  /// A rule's message, cut where the line number belongs.
  ///
  /// - Parameter text: what stands for a path or a closure.
  func message(
    of rule: RuleNumber, _ value: String?, text: (MessageTemplate.Segment) -> String
  ) -> [String] {
    let index = Int(rule)
    var parts: [String] = []
    var part = ""
    // Not a copy of the whole rule, which would count a dozen references.
    for segment in ruleSet.rules[index].attributes.message.segments {
      switch segment {
      case .literal(let text): part += text
      case .value: part += value ?? "absent"
      case .field: part += ruleSet.rules[index].field ?? ""
      case .rule: part += ruleSet.rules[index].id
      case .line:
        parts.append(part)
        part = ""
      case .path, .closure, .difference, .left, .right, .sides: part += text(segment)
      case .closureCode: break
      }
    }
    parts.append(part)
    return VisibleText.message(parts)
  }
}

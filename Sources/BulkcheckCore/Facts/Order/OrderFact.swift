/// The findings of a run about the order of its records: of all, or of each group.
///
/// Groups are kept in ``GroupImages``: each in the bytes that a partial result has of it, under the
/// fingerprint of the values that its records share.
final class OrderFact: TableFact {
  let index: Int
  private let code: OrderCode
  private let run: RunContext
  /// The findings of a rule without groups.
  private var only = OrderFindings()
  private let groups: GroupImages?
  /// The place of the record before the last one, in the group of that.
  private var beforeLast: FirstOccurrence?
  /// The text of each sample, made once: every group has one for its first record.
  let messageParts: [String]

  init(_ code: OrderCode, _ run: RunContext) {
    index = code.index
    self.code = code
    self.run = run
    groups = code.groupPaths.isEmpty ? nil : GroupImages(run.keys.plan)
    messageParts = [run.program.ruleSet.tableRules[code.index].orderMessage]
  }

  func makeTally() -> any Tally { OrderTally(self, code) }

  /// Adds what was found of the next records.
  ///
  /// - Parameter key: that of their group; nil if there are none.
  func add(_ new: OrderFindings, to key: Fingerprint?) {
    guard let key, let groups else { return only.add(new, code) }
    run.keys.attempt { () throws(TemporaryFileError) in
      var found = OrderFindings()
      if let image = try groups.last(key) { found = try findings(image, groups) }
      found.add(new, code)
      try groups.put(image(of: found)[...], key)
    }
  }

  /// Notes the last record of a chunk that was taken, before its findings are added.
  ///
  /// - Parameters:
  ///   - key: that of its group; nil if there are none.
  ///   - place: that of the record before it, if the chunk has it.
  func noteLast(of key: Fingerprint?, before place: FirstOccurrence?) {
    beforeLast = place ?? lastPlace(of: key)
  }

  private func lastPlace(of key: Fingerprint?) -> FirstOccurrence? {
    guard let key, let groups else { return only.lastPlace }
    let found = run.keys.attempt { () throws(TemporaryFileError) in
      try groups.last(key).map { image throws(TemporaryFileError) in try findings(image, groups) }
    }
    return found??.lastPlace
  }

  /// Calls the body with the findings of each group, in no order.
  private func eachGroup(_ body: (Fingerprint, OrderFindings) -> Void) {
    guard let groups else { return }
    run.keys.attempt { () throws(TemporaryFileError) in
      var isDamaged = false
      try groups.eachLast { key, image in
        guard let found = try? findings(image, groups) else {
          isDamaged = true
          return
        }
        body(key, found)
      }
      if isDamaged { throw groups.damage }
    }
  }

  private func image(of findings: OrderFindings) -> [UInt8] {
    var encoder = PartialEncoder()
    var findings = findings
    findings.code(keys: code.keys.count, with: &encoder)
    return encoder.take()
  }

  private func findings(
    _ image: [UInt8], _ groups: GroupImages
  ) throws(TemporaryFileError) -> OrderFindings {
    var decoder = PartialDecoder(image)
    var found = OrderFindings()
    do throws(PartialDamage) {
      try found.code(keys: code.keys.count, with: &decoder)
    } catch {
      throw groups.damage
    }
    return found
  }

  // MARK: The verdict

  var statistics: RuleStatistics {
    guard groups != nil else { return onlyStatistics }
    var verdict = OrderVerdict(code, shownMaximum: run.samplesMaximum)
    eachGroup { _, found in verdict.take(found) }
    return verdict.statistics
  }

  private var onlyStatistics: RuleStatistics {
    var table = TableStatistics()
    table.judged = only.counts.judged
    table.mistyped = only.counts.mistyped
    table.skipped = only.counts.skipped
    if only.ends == nil {
      table.reason = "no values"
    } else {
      table.measured = "\(only.counts.outOfOrder)"
    }
    var statistics = RuleStatistics(table, groups: 1, failed: only.passes(code) ? 0 : 1)
    statistics.samples = only.violation.map { [$0] } ?? []
    return statistics
  }

  var trace: OrderTrace? {
    var all = only
    eachGroup { _, found in
      all.counts.add(found.counts)
      all.violation = all.violation ?? found.violation
    }
    return OrderTrace(
      outOfOrder: all.counts.outOfOrder, passedOver: all.counts.skipped + all.counts.mistyped,
      beforeLast: beforeLast, message: all.violation?.message)
  }

  // MARK: Partial results

  func write(to entries: PartialEntries) {
    guard groups != nil else {
      return entries.add(.counts, of: index) { only.code(keys: code.keys.count, with: &$0) }
    }
    eachGroup { key, found in
      entries.add(.counts, of: index) { encoder in
        encoder.add(key)
        encoder.add(raw: image(of: found))
      }
    }
  }

  func replay(
    _ entry: TableEntry, _ decoder: inout PartialDecoder, _ replay: Replay
  ) throws(PartialDamage) {
    guard entry == .counts else { throw PartialDamage() }
    let key: Fingerprint? = groups == nil ? nil : try decoder.read()
    var new = OrderFindings()
    try new.code(keys: code.keys.count, with: &decoder)
    // No sum of groups is larger than the records of the run.
    judged = try PartialDecoder.total(judged, new.counts.judged)
    try decoder.check((new.label == nil) == (key == nil))
    try new.move(to: replay.places)
    add(new, to: key)
  }

  /// The records of partial results so far.
  private var judged = 0
}

extension TableRule {
  /// The message about a record out of order.
  fileprivate var orderMessage: String {
    let text = attributes.message.plainText
    return text == words ? "out of order: must be " + words : text
  }
}

extension MessageTemplate {
  /// The text of a message without places to fill.
  fileprivate var plainText: String {
    segments.map { if case .literal(let text) = $0 { text } else { "" } }.joined()
  }
}

internal import BulkcheckCore
internal import BulkcheckProfile
internal import Requirements

/// Requirements of all records as the rules that a profile has under `table`.
extension RuleLowering {
  mutating func add(_ forms: [TableForm], of place: RequirementLocation) throws(BatchError) {
    var seen = Set(ruleSet.rules.map(\.id))
    for id in forms.compactMap(\.id) where !seen.insert(id).inserted {
      throw BatchError.badRule(id, "another rule also has this id")
    }
    for form in forms {
      var rule = try tableRule(form, of: place)
      if form.id == nil { rule.id = seen.insertFree(rule.id) }
      if form.labels.contains("pii") { ruleSet.maskedPaths.formUnion(rule.paths) }
      ruleSet.tableRules.append(rule)
    }
  }

  private mutating func tableRule(
    _ form: TableForm, of place: RequirementLocation
  ) throws(BatchError) -> TableRule {
    var measurement = Measurement(form.measure)
    measurement.bounds = form.bounds.bounds
    measurement.writtenBounds = form.bounds.written
    measurement.position = form.position
    measurement.passesEmpty = form.passesEmpty
    measurement.kind = form.bounds.isInstant ? .instants : .numbers
    if let subject = form.subject { measurement.path = try path(subject, from: place) }
    for group in form.groups { measurement.groups.append(try path(group, from: place)) }
    if let condition = form.condition {
      var mentioned: [FieldPath] = []
      measurement.condition = try statement(
        condition, at: place, &mentioned, isConjunct: false)
      for path in mentioned { mention(path) }
    }
    let field = measurement.path?.description
    let id = form.id ?? "\(field ?? "table").\(form.measure.rawValue)"
    if form.id != nil { try checkID(id) }
    if let mistake = (form.mistakes + form.bounds.mistakes).first ?? mistake(in: measurement) {
      throw BatchError.badRule(id, mistake)
    }
    var rule = TableRule(
      id: id, field: field, constraint: form.measure.rawValue, statement: .measure(measurement),
      attributes: RuleAttributes(message: MessageTemplate([])))
    rule.field = rule.paths.count == 1 ? rule.paths[0].description : nil
    rule.attributes.message = MessageTemplate([.literal(form.message ?? rule.words)])
    rule.attributes.severity = form.severity
    rule.attributes.labels = form.labels
    rule.isRun = form.severity != .off
    return rule
  }

  /// The path in the data of the property that a key path leads to.
  private mutating func path(
    _ outline: Outline, from place: RequirementLocation
  ) throws(BatchError) -> FieldPath {
    guard case .on(let step, _) = outline, let found = try resolve(step, from: place) else {
      throw BatchError.unsupported(
        "table", "no property is found at this key path",
        remedy: "Measure a stored property of the record")
    }
    mention(found.path)
    return found.path
  }

  /// The mistake for which a profile would be refused; nil if there is none.
  private func mistake(in measurement: Measurement) -> String? {
    let measure = measurement.measure
    for bound in measurement.bounds {
      switch bound.limit {
      case .share where !measure.isCount: return "only a count can be bounded by a share"
      case .instant where !measure.isExtreme, .noted where !measure.isExtreme,
        .fromNow where !measure.isExtreme:
        return "only a minimum or maximum can be bounded by a point in time"
      case .number, .share, .text, .instant, .noted, .fromNow, .footer: continue
      }
    }
    guard let path = measurement.path, let types = ruleSet.declarations[path]?.types else {
      return nil
    }
    let wanted: [ValueType]
    switch measure {
    case .sum, .mean, .stddev, .quantile: wanted = [.number, .integer]
    case .minLength, .maxLength: wanted = [.string]
    default: return nil
    }
    if types.contains(where: { wanted.contains($0) }) { return nil }
    return "\(measure.rawValue) applies to \(wanted[0].rawValue)s, but \(path) has none"
  }
}

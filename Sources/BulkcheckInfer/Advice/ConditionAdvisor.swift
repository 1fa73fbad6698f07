internal import BulkcheckCore

/// Finds fields that some values of another field ask for, or ask for in a certain form.
///
/// A field takes part on either side if it lies outside of arrays and its key never stands twice.
/// Values of the field of the condition are told apart if they are frequent. Those with which the
/// other field is (nearly) always there, or of the same shapes, make the condition; with all other
/// frequent ones that must be so clearly less often.
struct ConditionAdvisor {
  /// Fewer records with a value tell too little, and so do fewer than one in a hundred.
  private static let recordsMinimum = 30
  /// With the other values together, one record in so many at least has to be an exception.
  private static let contrast = 5
  /// With each of the other frequent values, one record in so many; chance may lessen it where they
  /// are few.
  private static let contrastOfEach = 10
  /// The least number of exceptions that would be expected if the value made no difference.
  private static let expectedMinimum = 20
  /// A condition on more values is none that someone would want to read.
  private static let valuesMaximum = 8
  /// A field with a longer text holds names of things, not words for kinds of them.
  private static let valueBytesMaximum = 32
  /// A condition explains a field badly if one record in so many is an exception, or has a value
  /// without it.
  private static let badShare = 20

  let findings: Findings
  private let advisor: FieldAdvisor
  private let fields: [Field]

  /// A field that can be on either side of a condition.
  private struct Field {
    var node: SummaryNumber
    var number: Int16
    var path: String
    var facts: FieldFacts
    /// Its values, if it can make a condition.
    var choices: [Choice]
    /// The objects that it lies in.
    var ancestors: [SummaryNumber]
  }

  /// A value that may make a condition.
  private struct Choice {
    var number: Int
    /// JSON text.
    var value: String
    var records: Int
  }

  init(_ findings: Findings) {
    self.findings = findings
    advisor = FieldAdvisor(findings)
    fields = ConditionAdvisor.fields(findings, advisor)
  }

  /// The conditions in the order of the fields that they ask for, at most one for each.
  func conditions() -> [Condition] {
    fields.compactMap { field in
      let shaped = shaped(field)
      guard var found = needed(field) else { return shaped }
      if let shaped, shaped.place == found.place, shaped.values == found.values {
        if shaped.isCertain != found.isCertain { return shaped.isCertain ? shaped : found }
        found.pattern = shaped.pattern
        found.evaluated = shaped.evaluated
        found.exceptions = shaped.exceptions
        found.isExclusive = found.isExclusive && shaped.exceptions == 0
      }
      return found
    }
  }

  // MARK: The fields

  private static func fields(_ findings: Findings, _ advisor: FieldAdvisor) -> [Field] {
    var fields: [Field] = []
    add(SummaryTree.root, FieldPath(), [], findings, advisor, to: &fields)
    return fields
  }

  private static func add(
    _ parent: SummaryNumber, _ path: FieldPath, _ ancestors: [SummaryNumber], _ findings: Findings,
    _ advisor: FieldAdvisor, to fields: inout [Field]
  ) {
    for node in findings.tree.children(of: parent) {
      let summary = findings.tree.fields[node]
      guard findings.tree.nodes[node].kind == .member, summary.condition >= 0,
        summary.duplicateKeys == 0
      else { continue }
      let own = path.appending(.key(findings.tree.key(of: node).text))
      let facts = FieldFacts(
        summary, expected: findings.tree.fields[parent].objects, unit: "record",
        isCSV: findings.isCSV)
      fields.append(
        Field(
          node: node, number: summary.condition, path: advisor.spelled(own), facts: facts,
          choices: choices(facts, findings), ancestors: ancestors))
      add(node, own, ancestors + [node], findings, advisor, to: &fields)
    }
  }

  /// The values of a field with few of them; none if there is only one, or too many.
  private static func choices(_ facts: FieldFacts, _ findings: Findings) -> [Choice] {
    let number = facts.summary.condition
    let kind = findings.tree.conditions.kind(number)
    guard let type = facts.onlyType, isCondition(kind, type, facts) else { return [] }
    let texts = kind == .text ? facts.texts.valuesByNumber : []
    if texts.contains(where: { $0.utf8.count > valueBytesMaximum }) { return [] }
    let totals = findings.tree.conditions.totals(number)
    let found = totals.enumerated().compactMap { number, records -> Choice? in
      guard records > 0 else { return nil }
      switch kind {
      case .none: return nil
      case .integer: return Choice(number: number, value: "\(number)", records: records)
      case .boolean:
        return Choice(number: number, value: number == 1 ? "true" : "false", records: records)
      case .text:
        guard number < texts.count else { return nil }
        let value = type == .string ? JSONText.quoted(texts[number]) : texts[number]
        return Choice(number: number, value: value, records: records)
      }
    }
    if found.count < 2 { return [] }
    return found.sorted { left, right in
      type == .integer
        ? left.value.utf8.count != right.value.utf8.count
          ? left.value.utf8.count < right.value.utf8.count : left.value < right.value
        : left.value.utf8.lexicographicallyPrecedes(right.value.utf8)
    }
  }

  /// Whether each value counted is one value of the type, and the other way round.
  private static func isCondition(
    _ kind: ConditionCounts.Kind, _ type: ValueType, _ facts: FieldFacts
  ) -> Bool {
    switch (kind, type) {
    case (.text, .string), (.boolean, .boolean), (.integer, .integer): true
    case (.text, .boolean): true
    // `1` and `1.0` are one number, but two cells.
    case (.text, .integer): facts.summary.oddNumbers == 0
    default: false
    }
  }

  // MARK: Presence

  /// The condition under which a field is always, or nearly always, there.
  private func needed(_ field: Field) -> Condition? {
    let facts = field.facts
    let missing = facts.expected - facts.values
    guard missing > 0, facts.values > 0, !facts.summary.hasSettledWords else { return nil }
    // What is there whenever its object is there does not depend on a value.
    let isInPart = facts.expected < findings.objects
    if isInPart, missing * FieldAdvisor.nearMissShare <= facts.expected { return nil }
    let found = fields.compactMap { other -> Candidate? in
      guard isOther(other, than: field) else { return nil }
      let counts = other.choices.map { choice in
        Counts(records: choice.records, kept: present(field, other, choice))
      }
      guard let split = split(counts, in: Array(counts.indices)) else { return nil }
      return candidate(field, other, split, counts)
    }
    return best(found)?.condition
  }

  /// How often the field is there with a value of the other one.
  private func present(_ field: Field, _ other: Field, _ choice: Choice) -> Int {
    findings.tree.conditions.states(of: field.number, where: other.number, is: choice.number)
      .dropFirst().reduce(0, +)
  }

  /// A field is not a condition for itself, nor for an object that it lies in.
  private func isOther(_ other: Field, than field: Field) -> Bool {
    !other.choices.isEmpty && other.node != field.node && !other.ancestors.contains(field.node)
  }

  /// Records with a value of the other field, and those of them that keep a rule.
  private struct Counts {
    var records: Int
    var kept: Int
    var broken: Int { records - kept }
  }

  /// The values that make a condition, by their places, out of `possible` ones; nil if there is no
  /// clear one.
  private func split(_ counts: [Counts], in possible: [Int]) -> [Int]? {
    let total = counts.reduce(0) { $0 + $1.records }
    let frequent = counts.indices.filter {
      counts[$0].records >= ConditionAdvisor.recordsMinimum && counts[$0].records * 100 >= total
    }
    let kept = possible.filter {
      frequent.contains($0)
        && counts[$0].broken * FieldAdvisor.nearMissShare <= counts[$0].records
    }
    let others = frequent.filter { !kept.contains($0) }
    guard !kept.isEmpty, kept.count <= ConditionAdvisor.valuesMaximum,
      others.allSatisfy({
        counts[$0].broken * ConditionAdvisor.contrastOfEach >= counts[$0].records
      })
    else { return nil }
    let rest = counts.indices.filter { !kept.contains($0) }
    let records = rest.reduce(0) { $0 + counts[$1].records }
    let broken = rest.reduce(0) { $0 + counts[$1].broken }
    // Among few records none may be an exception by chance.
    let certain = kept.filter {
      Double(counts[$0].records) * Double(broken)
        >= Double(ConditionAdvisor.expectedMinimum) * Double(records)
    }
    let isClear =
      records >= ConditionAdvisor.recordsMinimum && broken * ConditionAdvisor.contrast >= records
    return certain.isEmpty || !isClear ? nil : certain
  }

  // MARK: The best condition

  /// A condition with what is weighed against others.
  private struct Candidate {
    var condition: Condition
    /// Exceptions, and values where the condition does not hold.
    var unexplained: Int
    /// The simpler the field, the smaller.
    var simplicity: [Int]
  }

  /// - Parameter pattern: what the values are held against; without one they have to be there.
  private func candidate(
    _ field: Field, _ other: Field, _ split: [Int], _ counts: [Counts], pattern: String? = nil
  ) -> Candidate {
    let records = split.reduce(0) { $0 + other.choices[$1].records }
    let judged = split.reduce(0) { $0 + counts[$1].records }
    let kept = split.reduce(0) { $0 + counts[$1].kept }
    let isRequired = (records - judged) * FieldAdvisor.nearMissShare <= records
    let evaluated = isRequired ? records : judged
    var condition = Condition(
      place: other.node, field: other.path, values: split.map { other.choices[$0].value },
      needed: field.path, isRequired: isRequired, pattern: pattern, evaluated: evaluated,
      exceptions: evaluated - kept)
    condition.records = records
    // Of the texts elsewhere, those of the same shapes.
    let everywhere = pattern == nil ? field.facts.values : counts.reduce(0) { $0 + $1.kept }
    condition.elsewhere = everywhere - kept
    condition.isExclusive = pattern == nil && everywhere == kept && evaluated == kept
    let rest = counts.indices.filter { !split.contains($0) }
    condition.others = rest.reduce(0) { $0 + counts[$1].records }
    condition.othersBroken = rest.reduce(0) { $0 + counts[$1].broken }
    condition.cases = split.map { counts[$0].records }.min() ?? 0
    return Candidate(
      condition: condition, unexplained: evaluated - kept + condition.elsewhere,
      simplicity: simplicity(other, split.count))
  }

  private func simplicity(_ other: Field, _ values: Int) -> [Int] {
    let type = [ValueType.boolean, .integer].firstIndex(of: other.facts.onlyType ?? .string)
    return [type ?? 2, other.choices.count, values, Int(other.node)]
  }

  /// The one that explains most; of those that explain about as much, the simplest. Nil if several
  /// do it equally badly.
  ///
  /// Of many values some are bound to look like a condition, so one that explains a field badly
  /// must do with one value.
  private func best(_ all: [Candidate]) -> Candidate? {
    let candidates = all.filter { $0.condition.values.count == 1 || !isBad($0.unexplained) }
    guard let least = candidates.map(\.unexplained).min() else { return nil }
    let equals = candidates.filter {
      ($0.unexplained - least) * 100 <= findings.objects
    }
    if isBad(least), equals.count > 1 { return nil }
    return equals.min { $0.simplicity.lexicographicallyPrecedes($1.simplicity) }
  }

  private func isBad(_ unexplained: Int) -> Bool {
    unexplained * ConditionAdvisor.badShare > findings.objects
  }

  // MARK: Shapes

  /// The condition under which a text is always, or nearly always, of certain shapes that it often
  /// does not have else.
  private func shaped(_ field: Field) -> Condition? {
    let facts = field.facts
    guard facts.onlyType == .string, facts.texts.hasExactShapes, !facts.summary.hasSettledWords,
      facts.nearlyTyped == nil, !saysMore(facts)
    else { return nil }
    let found = fields.filter { isOther($0, than: field) }.compactMap { shaped(field, $0) }
    return best(found)?.condition
  }

  /// A choice or a format holds for all, or nearly all texts.
  private func saysMore(_ facts: FieldFacts) -> Bool {
    advisor.text(facts).contains {
      !$0.isComment && ["enum", "const", "format"].contains($0.keyword)
    }
  }

  private func shaped(_ field: Field, _ other: Field) -> Candidate? {
    let states = other.choices.map {
      findings.tree.conditions.states(of: field.number, where: other.number, is: $0.number)
    }
    let usual = states.map(ConditionAdvisor.usualShapes)
    var tried: [[Int]] = []
    var found: Candidate?
    for shapes in usual where !shapes.isEmpty && !tried.contains(shapes) {
      tried.append(shapes)
      let runs = shapes.compactMap { field.facts.texts.exactShape($0) }
      guard runs.count == shapes.count, runs.allSatisfy(ConditionAdvisor.isCode) else { continue }
      let counts = states.map { states in
        Counts(
          records: states.dropFirst().reduce(0, +), kept: shapes.reduce(0) { $0 + states[$1] })
      }
      let same = usual.indices.filter { usual[$0] == shapes }
      guard let split = split(counts, in: same) else { continue }
      var next = candidate(
        field, other, split, counts, pattern: InferredPattern.pattern(of: runs))
      let texts = field.facts.texts.valuesCount(ofShapes: shapes) ?? .max
      next.condition.cases = min(next.condition.cases, texts)
      next.condition.isAboutInstants = runs.allSatisfy(ConditionAdvisor.isInstant)
      if next.condition.records > found?.condition.records ?? 0 { found = next }
    }
    return found
  }

  /// The shapes of all texts but one in a hundred each, by their numbers.
  private static func usualShapes(_ states: [Int]) -> [Int] {
    let total = states.dropFirst().reduce(0, +)
    let found = states.indices.filter { $0 >= 2 && states[$0] > 0 && states[$0] * 100 >= total }
    let kept = found.reduce(0) { $0 + states[$1] }
    return (total - kept) * FieldAdvisor.nearMissShare <= total ? found : []
  }

  /// `1/4/2000`, `9:05`: digits and the signs of dates and times, with two numbers that may have
  /// one digit or two.
  private static func isInstant(_ runs: [ShapeRun]) -> Bool {
    let digits = runs.filter { $0.classes != 0 }
    let signs = runs.filter { $0.classes == 0 }
    return digits.allSatisfy { $0.classes == ShapeRun.digit && $0.maximum <= 4 }
      && digits.count { $0.maximum <= 2 } >= 2
      && signs.allSatisfy { "/.-: ".utf8.contains($0.literal) }
  }

  /// A word is as long as it is by chance.
  private static func isCode(_ runs: [ShapeRun]) -> Bool {
    runs.contains { $0.classes & ShapeRun.digit != 0 }
  }
}

/// The condition that a field meets if another field has one of some values.
struct Condition {
  /// The field of the condition: its place in the tree, its path, and the values as JSON text.
  var place: SummaryNumber
  var field: String
  var values: [String]

  /// The path of the field that is asked for.
  var needed: String
  var isRequired: Bool
  var pattern: String?
  /// Records that are judged.
  var evaluated: Int
  var exceptions: Int

  /// Records in which the field of the condition has one of the values.
  var records = 0
  /// Other records in which the field has a value, or one that the pattern fits.
  var elsewhere = 0
  /// The field has a value in no other record.
  var isExclusive = false

  /// The number of cases that could break the rule, for the value with the fewest: records, or the
  /// different texts that match, if these are fewer.
  var cases = 0
  /// Other records that could break the rule, and those that do.
  var others = 0
  var othersBroken = 0
  /// The shapes are those of dates or times, which are as long as they are by chance.
  var isAboutInstants = false

  /// Fewer cases on either side tell too little.
  private static let casesMinimum = 50
  /// By chance alone, with probability e⁻²¹ at most, a value has no exception where so many are to
  /// be expected. `infer` compares at most 64 fields in two ways with 100 values of 63 others each:
  /// with all of these, chance makes such a rule once in 1,000 data sets at most.
  private static let expectedMinimum = 21.0

  /// It holds, and not by chance.
  var isCertain: Bool {
    let (cases, broken) = (Double(self.cases), Double(othersBroken))
    return exceptions == 0 && !isAboutInstants && min(evaluated, others) >= Condition.casesMinimum
      && cases * broken >= Condition.expectedMinimum * Double(evaluated + others)
  }
}

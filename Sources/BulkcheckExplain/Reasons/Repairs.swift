internal import BulkcheckCore

/// The changes of a value that may be proposed under a rule. Others could make it pass and yet
/// repair nothing: in lower case a value that is not allowed is only no longer recognised.
struct Repairs: OptionSet {
  let rawValue: Int

  init(rawValue: Int) { self.rawValue = rawValue }

  /// Without blanks around or within it.
  static let blanks = Repairs(rawValue: 1)
  /// In other letters, without punctuation, in the form of a format.
  static let forms = Repairs(rawValue: 2)
  /// A number or boolean without the quotes around it.
  static let unquoting = Repairs(rawValue: 4)
  static let quoting = Repairs(rawValue: 8)
  static let all: Repairs = [.blanks, .forms, .unquoting, .quoting]

  /// - Parameter path: that of the value, from the record.
  init(of rule: Rule, in ruleSet: RuleSet, at path: FieldPath) {
    let scope = rule.scope.map { ruleSet.scopes[$0.value].path } ?? FieldPath()
    self.init(rule.expression, scope, path)
    guard let graph = ruleSet.schema, let statement = rule.expression.keyword else { return }
    formIntersection(Repairs(branchesOf: statement, in: graph))
  }

  private init(_ expression: Expression, _ place: FieldPath, _ path: FieldPath) {
    func all(_ parts: [Expression], _ place: FieldPath) -> Repairs {
      parts.reduce(.all) { $0.intersection(Repairs($1, place, path)) }
    }
    switch expression {
    case .constraint(let constraint): self.init(constraint)
    case .about(_, let constraint): self.init(constraint)
    case .at(let relative, let inner):
      self.init(inner, place.appending(relative), path)
    case .all(let parts), .any(let parts), .fields(let parts): self = all(parts, place)
    case .items(let inner), .someItem(let inner):
      self.init(inner, place.appending(.everyElement), path)
    case .names(let inner): self.init(inner, place, path)
    case .both(let parts), .either(let parts): self = all(parts, place)
    case .none, .not, .test, .outcome, .unique, .refers: self = []
    case .when(let condition, let then, let otherwise):
      // Another value could only escape the condition.
      self =
        condition.reads(path, from: place)
        ? [] : all([then, otherwise].compactMap { $0 }, place)
    case .relate(_, let comparison, _, _), .compare(_, let comparison, _),
      .compareInstants(_, let comparison, _, _):
      self.init(comparison)
    case .keyword(let statement): self.init(statement)
    case .combination: self = .all
    }
  }

  private init(_ comparison: ComparisonOperator) {
    switch comparison {
    case .equal: self = .all
    case .notEqual: self = []
    case .less, .lessOrEqual, .greater, .greaterOrEqual: self = [.blanks, .unquoting]
    }
  }

  private init(_ constraint: Constraint) {
    switch constraint {
    case .noneOf, .unique: self = []
    case .notPattern: self = .blanks
    case _ where constraint.subject == .numbers: self = [.blanks, .unquoting]
    case .instants: self = [.blanks, .unquoting]
    case .chain(let steps):
      self = steps.reduce(.all) { allowed, step in
        if case .check(let check) = step { allowed.intersection(Repairs(check)) } else { allowed }
      }
    default: self = .all
    }
  }

  /// More keywords below a choice are not looked at, and nothing is proposed.
  private static let keywordsMaximum = 1000

  /// The repairs that all keywords below a statement allow.
  private init(branchesOf statement: SchemaStatement, in graph: SchemaGraph) {
    self = .all
    var open = statement.targets
    var seen: Set<SubschemaIndex> = []
    var left = Repairs.keywordsMaximum
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      for keyword in graph[next].keywords {
        left -= 1
        formIntersection(left < 0 ? [] : Repairs(keyword.statement))
        open += keyword.statement.targets
      }
      if isEmpty { return }
    }
  }

  private init(_ statement: SchemaStatement) {
    switch statement.applicator?.kind {
    case .not, .oneOf, .conditional, .dependentSchemas: self = []
    default: self = statement.constraint.map(Repairs.init) ?? .all
    }
  }
}

extension Expression {
  /// Whether a statement at a place says something of the value at a path, as far as it names it.
  fileprivate func reads(_ path: FieldPath, from place: FieldPath) -> Bool {
    switch self {
    case .constraint, .about: place == path
    case .test(let operand): operand.paths.contains(path)
    case .at(let relative, let inner): inner.reads(path, from: place.appending(relative))
    case .all, .any, .none, .both, .either, .fields, .not, .names, .when:
      parts.contains { $0.reads(path, from: place) }
    case .items(let inner), .someItem(let inner):
      inner.reads(path, from: place.appending(.everyElement))
    case .relate(let left, _, let right, _): (left.paths + right.paths).contains(path)
    case .compare(let left, _, let right), .compareInstants(let left, _, let right, _):
      left == path || right == path
    case .unique, .combination, .refers, .outcome, .keyword: false
    }
  }
}

internal import BulkcheckCore

/// What statements may mention before it is given: a profile is read twice, the first time to learn
/// this.
struct KnownNames {
  var paths: [FieldPath] = []
  var ruleIndexes: [ExactText: RuleIndex] = [:]
  var ruleIDs: [String] = []
  var declarations: [FieldPath: Declaration] = [:]

  init() {}

  init(_ ruleSet: RuleSet) {
    paths = ruleSet.paths
    ruleIDs = ruleSet.rules.map(\.id)
    declarations = ruleSet.declarations
    for (index, rule) in ruleSet.rules.enumerated() where ruleIndexes[ExactText(rule.id)] == nil {
      ruleIndexes[ExactText(rule.id)] = RuleIndex(index)
    }
  }

  /// The names of the fields that the profile's paths have at `path` (SEMANTICS 28).
  func fieldNames(at path: FieldPath) -> Set<String> {
    var names: Set<String> = []
    for known in paths where known.steps.count > path.steps.count {
      guard zip(known.steps, path.steps).allSatisfy(Self.isSame) else { continue }
      switch known.steps[path.steps.count] {
      case .key(let name), .keyOrIndex(let name, _): names.insert(name)
      case .index, .everyElement: break
      }
    }
    return names
  }

  private static func isSame(_ left: PathStep, _ right: PathStep) -> Bool {
    switch (left, right) {
    case (.key(let name), .keyOrIndex(let other, _)), (.keyOrIndex(let name, _), .key(let other)):
      name == other
    default: left == right
    }
  }
}

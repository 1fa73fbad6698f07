internal import BulkcheckCore
internal import BulkcheckDocument

/// What statements may mention before it is given: a profile is read twice, the first time to learn
/// this.
struct KnownNames {
  var ruleIndexes: [ExactText: RuleIndex] = [:]
  var ruleIDs: [String] = []
  var declarations: [FieldPath: Declaration] = [:]
  private var places = PathTree<Set<String>>(Set())

  init() {}

  init(_ ruleSet: RuleSet) {
    ruleIDs = ruleSet.rules.map(\.id)
    declarations = ruleSet.declarations
    for (index, rule) in ruleSet.rules.enumerated() where ruleIndexes[ExactText(rule.id)] == nil {
      ruleIndexes[ExactText(rule.id)] = RuleIndex(index)
    }
    for path in ruleSet.paths { note(path) }
  }

  /// The names of the fields that the profile's paths have at `path` (SEMANTICS 28).
  func fieldNames(at path: FieldPath) -> Set<String> {
    places.place(of: path.steps.map(Self.plain)).map { places[$0] } ?? []
  }

  private mutating func note(_ path: FieldPath) {
    var place = places.root
    for step in path.steps.map(Self.plain) {
      if case .key(let name) = step { places[place].insert(name) }
      place = places.addStep(step, from: place, Set())
    }
  }

  /// A number of a JSON Pointer names a member, too.
  private static func plain(_ step: PathStep) -> PathStep {
    if case .keyOrIndex(let name, _) = step { .key(name) } else { step }
  }
}

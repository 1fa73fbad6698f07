/// How the branches of a choice, `anyOf` or `oneOf`, judged a value at which the choice failed.
///
/// The schema
///
///     {"oneOf": [
///       {"title": "Person", "properties": {"kind": {"const": "person"}}, "required": ["name"]},
///       {"title": "Company", "properties": {"kind": {"const": "company"}}, "required": ["vat"]}]}
///
/// and the value `{"kind": "company"}` give two branches with a failure each. The second one fits
/// better (``BranchFit``): `kind` is a member of both, and has the value that the
/// second one asks for. So the failure is told as
///
///     matches no schema of oneOf; oneOf/1 ("Company") fits best, as /kind is "company":
///     "vat" is missing
///
/// Branches are judged while a ``SchemaLog`` is written, where the value is at hand, as assertions
/// with a log of their own. Cold: only for failures that are told.
struct JudgedBranches {
  /// A branch and the value.
  struct Branch {
    enum Verdict { case matches, fails, isOpen }

    var part: Int32
    var verdict = Verdict.fails
    /// The first failures, in the order in which the schema asks.
    var failures: [Failure] = []
    var fit = BranchFit()
    /// Members that other branches have, too, whose `const` or `enum` holds here.
    var choices: [Sign] = []
  }

  /// A keyword of a branch that fails.
  struct Failure {
    var place: SchemaLog.Place
    /// The branches of a choice in the branch.
    var choice: [JudgedBranches] = []
  }

  /// A keyword of a branch that tells which branch is meant.
  struct Sign: Hashable {
    /// The member's name in the pool of texts; -1: the value itself.
    var member: Int32
    var isType: Bool
    var keyword: Int32
    /// The way from the branch to the keyword.
    var way: [SchemaStep]
  }

  /// The number of the keyword.
  var keyword: Int32
  /// The value, or -1.
  var node: NodeNumber
  var branches: [Branch] = []

  /// More branches than this are not judged.
  static let branchesMaximum = 200
  /// How many failures of a branch are listed.
  static let failuresMaximum = 3
  /// How many choices are told one inside the other.
  static let nestingMaximum = 3
  /// How many branches are judged for a rule and a record in all.
  static let judgementsMaximum = 1000

  /// The branches that match.
  var matching: [Branch] { branches.filter { $0.verdict == .matches } }

  /// The branches that fit best: several if they fit as well. Empty if one matches, or may.
  var best: [Branch] {
    guard branches.allSatisfy({ $0.verdict == .fails && $0.fit.failureCount > 0 }) else {
      return []
    }
    return branches.filter { branch in !branches.contains { $0.fit.beats(branch.fit) } }
  }
}

/// How well a branch fits a value at which it fails.
struct BranchFit {
  /// How many members that other branches have, too, have the value that this one asks for.
  var choiceCount = 0
  /// How many of them have the right type.
  var typeCount = 0
  /// How many failures there are; each member that is missing counts.
  var failureCount = 0
  /// The steps from the value to the failure that is nearest to it.
  var depth = Int.max

  mutating func add(_ count: Int, at depth: Int) {
    failureCount += count
    self.depth = min(self.depth, depth)
  }

  /// A branch whose choices hold of a member that others have, too, beats all others, then one
  /// whose types do. Else the fewest failures count, and of as many the deepest.
  func beats(_ other: BranchFit) -> Bool {
    if choiceCount != other.choiceCount { return choiceCount > other.choiceCount }
    if typeCount != other.typeCount { return typeCount > other.typeCount }
    if failureCount != other.failureCount { return failureCount < other.failureCount }
    return depth > other.depth
  }
}

/// The failures in a branch while it is judged.
struct BranchLog {
  var failures: [JudgedBranches.Failure] = []
  var fit = BranchFit()
  /// The ways to all keywords that failed, each with the number of the keyword as its last step.
  var failedWays: Set<[SchemaStep]> = []
}

/// Keeps several values with rules about each other, and lists the rules that do not hold.
///
/// ```swift
/// var teacher = Referee.make(with: [Needle(), Trident(), Knife()])
/// teacher.update(Knife.self) { $0.nickname = "Blade" }
/// for conflict in teacher.conflicts() { print(conflict) }
/// ```
/// A referee is a value and owns its subjects, so you need not add or remove observers. After a
/// change it evaluates only what the change can affect: the subject's own check, its rules, the
/// rules about it, and those that looked at it. Instances of classes can change without notice, so
/// they always count as changed.
public struct Referee: Sendable {
  /// Whose rules and about whom, by position.
  struct Pair: Hashable {
    let owner: Int
    let other: Int
  }

  /// The result of one subject's rules about another.
  struct Ruling: Sendable {
    /// Those that are about subjects of its type, in order, with what is wrong.
    var verdicts: [(rule: Rule, reasons: [Reason])] = []
    /// The subjects that the rules looked at besides the two.
    var reads: Set<Int> = []
  }

  private var subjects: [any Subject]
  /// The positions of instances of classes.
  private var objects: Set<Int>
  private var rules: [[Rule]]
  private var ownConflicts: [[Conflict]]
  private var rulings: [Pair: Ruling] = [:]
  /// How many pairs of subjects have been checked so far. It shows how much work is saved.
  public private(set) var judgedPairCount = 0

  /// A referee for these subjects, each of which may have rules about all others.
  public static func make(with subjects: [any Subject]) -> Referee { Referee(subjects) }

  /// Same as ``make(with:)``.
  public init(_ subjects: [any Subject]) {
    self.subjects = subjects
    objects = Referee.objects(in: subjects)
    rules = subjects.map { _ in [] }
    ownConflicts = subjects.map { _ in [] }
    judge(changed: Set(subjects.indices))
  }

  /// All subjects, in the order in which they were given.
  public var subjectIDs: [SubjectID] { SubjectID.ids(of: subjects.map(\.name)) }

  /// The first subject of the type, as it is now.
  public subscript<S>(type: S.Type) -> S? {
    for subject in subjects {
      if let subject = subject as? S { return subject }
    }
    return nil
  }

  /// The subject as it is now; nil if the position is not one of this referee's.
  public subscript(id: SubjectID) -> (any Subject)? {
    subjects.indices.contains(id.position) ? subjects[id.position] : nil
  }

  /// Every subject of the type, which may be a protocol, as it is now: `all((any Pupil).self)`.
  public func all<S>(_ type: S.Type) -> [S] { subjects.compactMap { $0 as? S } }

  /// Changes every subject of the type, which may be a protocol, or only those with this name.
  ///
  /// ```swift
  /// teacher.update(Knife.self) { $0.nickname = "Blade" }
  /// teacher.update((any Pupil).self, named: "Knife") { $0.isGoing = true }
  /// ```
  public mutating func update<S>(
    _ type: S.Type, named name: String? = nil, _ change: (inout S) -> Void
  ) {
    changeSubjects(
      at: subjects.indices.filter { name == nil || subjects[$0].name == name }, change)
  }

  /// Changes one subject, even if others have the same type and name.
  ///
  /// ```swift
  /// let second = teacher.subjectIDs[1]
  /// teacher.update(second, as: Knife.self) { $0.nickname = "Blade" }
  /// ```
  ///
  /// - Returns: false if there is no such subject, or it is not of the type; then nothing changes.
  @discardableResult
  public mutating func update<S>(
    _ id: SubjectID, as type: S.Type, _ change: (inout S) -> Void
  ) -> Bool {
    subjects.indices.contains(id.position) && changeSubjects(at: [id.position], change)
  }

  /// Changes those that are of the type; returns whether there is one.
  @discardableResult
  private mutating func changeSubjects<S>(
    at positions: [Int], _ change: (inout S) -> Void
  ) -> Bool {
    var changed: Set<Int> = []
    var isAnotherType = false
    for position in positions {
      guard var subject = subjects[position] as? S else { continue }
      change(&subject)
      guard let subject = subject as? any Subject else { continue }
      isAnotherType = isAnotherType || type(of: subject) != type(of: subjects[position])
      subjects[position] = subject
      changed.insert(position)
    }
    if isAnotherType {
      // Rules that looked for subjects of a type may find others now.
      objects = Referee.objects(in: subjects)
      changed = Set(subjects.indices)
    }
    judge(changed: changed)
    return !changed.isEmpty
  }

  private static func objects(in subjects: [any Subject]) -> Set<Int> {
    Set(subjects.indices.filter { type(of: subjects[$0]) is AnyClass })
  }

  /// Returns every conflict in the order of the subjects: each one's own first, then those of its
  /// rules about others. The evaluation was done at the change. Only what instances of classes can
  /// affect is evaluated again here.
  public func conflicts() -> [Conflict] {
    if objects.isEmpty { return knownConflicts() }
    var current = self
    current.judge(changed: objects)
    return current.knownConflicts()
  }

  /// Returns the conflicts in which a subject takes part: those of its rules, and those of rules
  /// about it.
  public func conflicts(of id: SubjectID) -> [Conflict] {
    conflicts().filter { $0.subject == id || $0.other == id }
  }

  private func knownConflicts() -> [Conflict] {
    let ids = subjectIDs
    var strongest: [Int: [String: Priority]] = [:]
    for (pair, ruling) in rulings {
      for case (let rule, _) in ruling.verdicts {
        guard let tag = rule.tag else { continue }
        let known = strongest[pair.other]?[tag] ?? rule.priority
        strongest[pair.other, default: [:]][tag] = max(known, rule.priority)
      }
    }
    return subjects.indices.flatMap { owner in
      ownConflicts[owner].map { conflict in
        var conflict = conflict
        conflict.subject = ids[owner]
        return conflict
      }
        + subjects.indices.flatMap { other in
          conflicts(Pair(owner: owner, other: other), strongest[other] ?? [:], ids)
        }
    }
  }

  private func conflicts(
    _ pair: Pair, _ strongest: [String: Priority], _ ids: [SubjectID]
  ) -> [Conflict] {
    (rulings[pair]?.verdicts ?? []).flatMap { rule, reasons -> [Conflict] in
      if let tag = rule.tag, let priority = strongest[tag], rule.priority < priority { return [] }
      return reasons.map { reason in
        var conflict = Conflict(rule: rule.name, tag: rule.tag, reason: reason)
        conflict.subject = ids[pair.owner]
        conflict.other = ids[pair.other]
        return conflict
      }
    }
  }

  private mutating func judge(changed: Set<Int>) {
    for position in changed {
      rules[position] = subjects[position].rules
      ownConflicts[position] = subjects[position].checkYourself()
    }
    for owner in subjects.indices {
      for other in subjects.indices where other != owner {
        let pair = Pair(owner: owner, other: other)
        let isAffected =
          changed.contains(owner) || changed.contains(other)
          || rulings[pair].map { !$0.reads.isDisjoint(with: changed) } ?? false
        if isAffected { rulings[pair] = ruling(pair) }
      }
    }
  }

  private mutating func ruling(_ pair: Pair) -> Ruling? {
    if rules[pair.owner].isEmpty { return nil }
    judgedPairCount += 1
    let reads = Group.Reads()
    let group = Group(subjects: subjects, reads: reads)
    var ruling = Ruling()
    for rule in rules[pair.owner] {
      guard let reasons = rule.reasons(subjects[pair.other], group) else { continue }
      ruling.verdicts.append((rule, reasons))
    }
    ruling.reads = reads.positions
    return ruling.verdicts.isEmpty ? nil : ruling
  }
}

/// A rule that does not hold: within one subject, or between two.
public struct Conflict: Hashable, Sendable, CustomStringConvertible {
  /// The name of the rule.
  public var rule: String
  /// The tag of the rule, if it has one.
  public var tag: String?
  /// The reason of the conflict.
  public var reason: Reason
  /// Whose rule it is. Filled in by the referee.
  public internal(set) var subject: SubjectID?
  /// Whom the rule is about, if not the subject itself. Filled in by the referee.
  public internal(set) var other: SubjectID?

  /// Makes a conflict of a subject with itself. Return it from `checkYourself()`.
  public init(rule: String, tag: String? = nil, reason: Reason) {
    self.rule = rule
    self.tag = tag
    self.reason = reason
  }

  /// Checks a value, and returns one conflict for each reason why it fails.
  public static func conflicts<Value>(
    rule: String, in value: Value, _ requirement: Requirement<Value>
  ) -> [Conflict] {
    requirement.failures(in: value).map { Conflict(rule: rule, reason: $0) }
  }

  /// The fault, as a sentence.
  public var message: String { reason.message }

  /// `Needle, about Knife: the nickname must have 5 characters`.
  public var description: String {
    let subjects = [subject?.description, other.map { "about \($0)" }].compactMap { $0 }
    return subjects.isEmpty ? message : subjects.joined(separator: ", ") + ": " + message
  }
}

/// How strong a rule is among those with the same tag; any number, as in a profile.
public struct Priority: Hashable, Comparable, Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  /// Higher numbers are stronger.
  public let value: Double

  /// A priority between or beyond the named ones.
  public init(_ value: Double) { self.value = value }
  /// A number where a priority is asked for: `priority: 62.5`.
  public init(floatLiteral value: Double) { self.init(value) }
  /// A number where a priority is asked for: `priority: 60`.
  public init(integerLiteral value: Int) { self.init(Double(value)) }

  /// 0
  public static let low = Priority(0)
  /// 50, for rules that give none.
  public static let normal = Priority(50)
  /// 100
  public static let high = Priority(100)

  /// Whether the left one gives way to the right one.
  public static func < (left: Priority, right: Priority) -> Bool { left.value < right.value }
}

/// Keeps several values with rules about each other, and lists the rules that do not hold.
///
/// ```swift
/// var teacher = Referee.make(with: [Needle(), Trident(), Knife()])
/// teacher.update(Knife.self) { $0.nickname = "Blade" }
/// for conflict in teacher.conflicts() { print(conflict) }
/// ```
/// A referee is a value and owns its subjects, so you need not add or remove observers. After a
/// change it evaluates only what the change can affect: the subject's own check, its rules, the
/// rules about it, and those that looked for subjects of its type. An `Equatable` subject that is
/// equal to what it was is not evaluated at all. Instances of classes can change without notice, so
/// they always count as changed.
///
/// The rules of `n` subjects about all others are evaluated `n * (n - 1)` times at the beginning,
/// and `2 * (n - 1)` times after a change of one subject. Only what does not hold is kept.
public struct Referee: Sendable {
  /// The owner of rules and the subject that they are about, by position.
  struct Pair: Hashable {
    let owner: Int
    let other: Int
  }

  /// A rule that does not hold, and why.
  struct Fault: Sendable {
    let rule: Rule
    let reasons: [Reason]
  }

  /// The known conflicts of one subject and of its rules.
  struct Findings: Sendable {
    var rules: [Rule] = []
    /// The conflicts of the subject taken alone.
    var ownConflicts: [Conflict] = []
    /// The rules that do not hold, by the position of the other subject, in the order of the rules.
    var faults: [Int: [Fault]] = [:]
    /// The types that the rules looked for, by the position of the other subject.
    var reads: [Int: [ObjectIdentifier]] = [:]
  }

  var subjects: [any RefereeSubject]
  /// The positions of instances of classes, in order.
  var objects: [Int]
  var findings: [Findings]
  /// The pairs whose rules looked for subjects of a type, by type: the reverse of all `reads`.
  var readers: [ObjectIdentifier: Set<Pair>] = [:]
  /// The types that are known of subjects.
  var kinds: SubjectLookup.Kinds = [:]
  /// The list of conflicts. It is replaced at each change, since copies of the referee share it.
  var known = KnownConflicts()
  /// How many times the rules of a subject were asked about another. It shows how much work is
  /// saved.
  public internal(set) var judgedPairCount = 0

  /// A referee for these subjects, each of which may have rules about all others.
  public static func make(with subjects: [any RefereeSubject]) -> Referee { Referee(subjects) }

  /// Same as ``make(with:)``.
  public init(_ subjects: [any RefereeSubject]) {
    self.subjects = subjects
    findings = subjects.map { _ in Findings() }
    objects = Referee.objects(in: subjects)
    judge(changed: Array(subjects.indices))
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
  public subscript(id: SubjectID) -> (any RefereeSubject)? {
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
  /// If an `Equatable` subject is equal to what it was, it is not evaluated.
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

  /// Changes the subjects that are of the type, and returns whether there is one.
  @discardableResult
  private mutating func changeSubjects<S>(
    at positions: [Int], _ change: (inout S) -> Void
  ) -> Bool {
    var changed: [Int] = []
    var isFound = false
    var isAnotherType = false
    for position in positions {
      let old = subjects[position]
      guard var part = old as? S else { continue }
      change(&part)
      guard let new = part as? any RefereeSubject else { continue }
      isFound = true
      // An equal subject is stored too, since it may differ in what `==` leaves out.
      subjects[position] = new
      if Referee.isUnchanged(old, new) { continue }
      isAnotherType = isAnotherType || type(of: new) != type(of: old)
      changed.append(position)
    }
    if isAnotherType {
      // Rules that looked for subjects of a type may find others now.
      objects = Referee.objects(in: subjects)
      kinds = [:]
      changed = Array(subjects.indices)
    }
    judge(changed: changed)
    return isFound
  }

  /// Whether the subject has certainly not changed. An object is equal to itself, so that this is
  /// never known of one.
  private static func isUnchanged(
    _ old: any RefereeSubject, _ new: any RefereeSubject
  ) -> Bool {
    if type(of: old) is AnyClass { return false }
    return (old as? any Equatable)?.isEqual(to: new) ?? false
  }

  private static func objects(in subjects: [any RefereeSubject]) -> [Int] {
    subjects.indices.filter { type(of: subjects[$0]) is AnyClass }
  }

  /// Returns every conflict in the order of the subjects: each one's own first, then those of its
  /// rules about others.
  ///
  /// The evaluation was done at the change, and the list is made once after it. Only what instances
  /// of classes can affect is evaluated again here.
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
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool {
    (other as? Self).map { $0 == self } ?? false
  }
}

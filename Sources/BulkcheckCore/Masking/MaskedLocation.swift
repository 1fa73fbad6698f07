/// A place in a record, and what is masked from it on: what a profile labels `pii` is never shown.
///
/// A place is where a path leads to, however it is spelled
/// (docs/reference/masking.md#what-is-masked). Everything that shows a value asks here, on its way
/// down from the record: the engine through ``StateMasking``, all others through ``MaskedText``.
package struct MaskedLocation: Hashable, Sendable {
  /// How much of a value is masked in reports.
  package enum Masking: UInt8, BitwiseCopyable, Sendable {
    case none
    /// The value holds masked ones.
    case parts
    case whole
  }

  /// The rest of each way to a masked place from here on.
  private var ways: [ArraySlice<PathStep>]
  private let isCSV: Bool
  /// It is a masked place, or within one.
  package private(set) var isMasked: Bool

  /// The record itself.
  package init(record ruleSet: RuleSet, isCSV: Bool) {
    self.isCSV = isCSV
    ways = ruleSet.maskedPaths.map { isCSV ? $0.columnSteps[...] : $0.steps[...] }
    isMasked = ways.contains { $0.isEmpty }
  }

  /// A place whose value must not be shown.
  static let masked = MaskedLocation(ways: [], isCSV: false, isMasked: true)

  /// A place at which nothing is masked.
  static let open = MaskedLocation(ways: [], isCSV: false, isMasked: false)

  private init(ways: [ArraySlice<PathStep>], isCSV: Bool, isMasked: Bool) {
    self.ways = ways
    self.isCSV = isCSV
    self.isMasked = isMasked
  }

  /// The part of the value here to which a step leads; of `[*]` all that it may lead to.
  package func advanced(by step: PathStep) -> MaskedLocation {
    guard isCSV, let name = step.name else { return advanced(byOne: step) }
    return FieldPath.columnSteps(of: name).reduce(self) { $0.advanced(byOne: $1) }
  }

  package func advanced(by path: FieldPath) -> MaskedLocation {
    path.steps.reduce(self) { $0.advanced(by: $1) }
  }

  /// The elements of an array here, without those at some positions: what is masked of these alone
  /// is not masked of the others.
  func advanced(toElementsBut positions: [Int]) -> MaskedLocation {
    advanced { step in
      guard let position = step.position else { return step.mayMeet(.everyElement) }
      return !positions.contains(position)
    }
  }

  /// The parts to which a step of a schema may lead.
  func advanced(along step: SchemaStates.Step) -> MaskedLocation {
    switch step {
    case .member(let name): advanced(by: .key(name.text))
    case .everyMember: advanced { $0.name != nil || $0 == .everyMember }
    case .everyElement: advanced(toElementsBut: [])
    }
  }

  /// The members of an object here, without those of some names.
  func advanced(toMembersBut names: Set<ExactText>) -> MaskedLocation {
    advanced { step in
      guard let name = step.name else { return step == .everyMember }
      return !names.contains(ExactText(name))
    }
  }

  private func advanced(byOne step: PathStep) -> MaskedLocation { advanced { $0.mayMeet(step) } }

  /// - Parameter meets: whether the first step of a way may lead on.
  private func advanced(_ meets: (PathStep) -> Bool) -> MaskedLocation {
    var next = self
    next.ways = ways.compactMap { way in
      guard let first = way.first, meets(first) else { return nil }
      return way.dropFirst()
    }
    if isCSV, ways.contains(where: { $0.first == .everyMember }) {
      // In the name of a column `*` may mean several parts.
      next.ways += ways.filter { $0.first == .everyMember && meets(.everyMember) }
      next.ways = Array(Set(next.ways))
    }
    next.isMasked = isMasked || next.ways.contains { $0.isEmpty }
    return next
  }

  /// How much of a value here is masked. A cell is one text: with a masked element it is masked as
  /// a whole; the columns whose names go on from its own are not parts of it.
  package var masking: Masking {
    if isMasked { return .whole }
    guard isCSV else { return ways.contains { !$0.isEmpty } ? .parts : .none }
    let leadsOn = ways.contains { $0.first.map { $0 == .everyElement || $0.isPosition } ?? false }
    return leadsOn ? .whole : .none
  }

  /// How much is masked of a value that may be at any of several places.
  package static func masking(of places: [MaskedLocation]) -> Masking {
    places.map(\.masking).max { $0.rawValue < $1.rawValue } ?? .none
  }
}

extension FieldPath {
  /// The path as a column of CSV, where only the name counts
  /// (docs/reference/paths.md#paths-in-csv). It has a step for each part of the name, so `p`
  /// contains `p.q`.
  fileprivate var columnSteps: [PathStep] {
    let column = column
    guard column.rest.count < steps.count else { return steps }
    if columnPattern != nil { return patternSteps }
    return FieldPath.columnSteps(of: column.name) + column.rest
  }

  /// The steps of a path whose column is named with a `*`.
  private var patternSteps: [PathStep] {
    steps.flatMap { step in
      step.name.map { FieldPath.columnSteps(of: $0) } ?? [step]
    }
  }

  fileprivate static func columnSteps(of name: String) -> [PathStep] {
    name.split(separator: ".", omittingEmptySubsequences: false).map { .key(String($0)) }
  }
}

extension PathStep {
  /// The step as the name of a member; nil for a step into an array alone.
  fileprivate var name: String? {
    switch self {
    case .key(let name), .keyOrIndex(let name, _): name
    case .index, .everyElement, .everyMember, .recordKey, .previous: nil
    }
  }

  fileprivate var isPosition: Bool {
    if case .index = self { true } else { false }
  }

  /// The step as the position of an element; nil for a step to a member, to every one or every
  /// element.
  fileprivate var position: Int? {
    switch self {
    case .index(let position), .keyOrIndex(_, let position): position
    case .key, .everyElement, .everyMember, .recordKey, .previous: nil
    }
  }
}

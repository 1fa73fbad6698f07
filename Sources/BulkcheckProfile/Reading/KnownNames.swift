internal import BulkcheckCore
internal import BulkcheckDocument

/// The names that statements may mention before they are given: a profile is read twice, the first
/// time to learn them.
struct KnownNames {
  var ruleIndexes: [ExactText: RuleIndex] = [:]
  var ruleIDs: [String] = []
  private var declarations: [FieldPath: Declaration] = [:]
  private var sectionDeclarations: [[FieldPath: Declaration]] = []
  private var paths: Set<FieldPath> = []
  /// The columns of CSV inputs without a header.
  private(set) var columns: Set<ExactText> = []
  /// The rows at the end of CSV inputs that are not records.
  private(set) var footerRows = 0
  /// The ids of rules about the table.
  var tableIDs: Set<ExactText> = []
  private var places = PathTree<Set<ExactText>>(Set())
  /// The places of paths outside of sections, and those of each section.
  private var outerPlaces = PathTree<Set<ExactText>>(Set())
  private var sectionPlaces: [PathTree<Set<ExactText>>] = []

  init() {}

  init(_ ruleSet: RuleSet) {
    ruleIDs = ruleSet.rules.map(\.id)
    declarations = ruleSet.declarations
    sectionDeclarations = ruleSet.sections.map(\.declarations)
    tableIDs = Set(ruleSet.tableRules.map { ExactText($0.id) })
    for (index, rule) in ruleSet.rules.enumerated() where ruleIndexes[ExactText(rule.id)] == nil {
      ruleIndexes[ExactText(rule.id)] = RuleIndex(index)
    }
    sectionPlaces = ruleSet.sections.map { _ in PathTree(Set()) }
    for field in ruleSet.fields {
      Self.note(field.path, &places)
      if let section = field.section {
        Self.note(field.path, &sectionPlaces[section.value])
      } else if !sectionPlaces.isEmpty {
        Self.note(field.path, &outerPlaces)
      }
    }
    paths = Set(ruleSet.fields.map(\.path))
    columns = (ruleSet.csv.columns ?? []).exactly
    footerRows = ruleSet.csv.footerRows
  }

  /// Whether the profile names exactly this path.
  func names(_ path: FieldPath) -> Bool { paths.contains(path) }

  /// How a path is read in a section, or by what is in none.
  func declaration(of path: FieldPath, in section: SectionIndex?) -> Declaration? {
    let own = section.flatMap { section in
      sectionDeclarations.indices.contains(section.value)
        ? sectionDeclarations[section.value][path] : nil
    }
    return own ?? declarations[path]
  }

  /// The kind of dates or times that the values at a path are declared to be.
  func temporalKind(_ path: FieldPath, in section: SectionIndex?) -> MeasuredType? {
    switch declaration(of: path, in: section)?.temporal?.kind {
    case .date: .dates
    case .time: .times
    case .dateTime: .dateTimes
    case nil: nil
    }
  }

  /// How these are written, if not as in RFC 3339.
  func notation(_ path: FieldPath, in section: SectionIndex?) -> TemporalNotation? {
    declaration(of: path, in: section)?.temporal.flatMap { $0.pattern == nil ? nil : $0 }
  }

  /// The names that the profile's paths have below the place of `path`
  /// (docs/reference/constraints.md#objects): also those of `items[*]` for `items[0]`, but not the
  /// other way round. A `*` there covers all names.
  ///
  /// - Parameter section: the one that asks, which knows no names of others.
  func fieldNames(
    at path: FieldPath, in section: SectionIndex?
  ) -> (names: Set<ExactText>, coversAll: Bool) {
    guard let section, sectionPlaces.indices.contains(section.value) else {
      return Self.fieldNames(at: path, places)
    }
    let outer = Self.fieldNames(at: path, outerPlaces)
    let own = Self.fieldNames(at: path, sectionPlaces[section.value])
    return (outer.names.union(own.names), outer.coversAll || own.coversAll)
  }

  private static func fieldNames(
    at path: FieldPath, _ places: PathTree<Set<ExactText>>
  ) -> (names: Set<ExactText>, coversAll: Bool) {
    var found = [places.root]
    for step in path.steps {
      found = found.flatMap { place in
        covering(step).compactMap { places.place($0, from: place) }
      }
    }
    return (
      found.reduce(into: []) { $0.formUnion(places[$1]) },
      found.contains { places.place(.everyMember, from: $0) != nil }
    )
  }

  /// The steps that lead to all that a step leads to.
  private static func covering(_ step: PathStep) -> [PathStep] {
    switch step {
    case .key(let name): [step, .everyMember] + (Int(name).map { [.keyOrIndex(name, $0)] } ?? [])
    case .index(let position) where position < 0: [step, .everyElement]
    case .index(let position):
      [step, .everyElement, .keyOrIndex(String(position), position)]
    case .everyElement, .everyMember, .recordKey, .previous: [step]
    case .keyOrIndex(let name, let position):
      [step, .key(name), .index(position), .everyElement, .everyMember]
    }
  }

  private static func note(_ path: FieldPath, _ places: inout PathTree<Set<ExactText>>) {
    var place = places.root
    for step in path.steps {
      switch step {
      case .key(let name), .keyOrIndex(let name, _): places[place].insert(ExactText(name))
      case .index, .everyElement, .everyMember, .recordKey, .previous: break
      }
      place = places.addStep(step, from: place, Set())
    }
  }
}

internal import BulkcheckCore

/// The types as which the cells of a CSV file are read: those that the schema gives the members of
/// the record.
struct ColumnTypes {
  private let graph: SchemaGraph

  /// How many subschemas may be looked at for one member or the root.
  private static let stepsMaximum = 10_000
  /// How many choices inside one another are looked into.
  private static let depthMaximum = 64

  /// A schema's types have no order: a cell is a text only if it reads as nothing else.
  private static let order: [ValueType] = [.integer, .number, .boolean, .object, .array, .string]

  init(_ graph: SchemaGraph) { self.graph = graph }

  /// The types by the names of the columns.
  var types: [ExactText: [ValueType]] {
    var members: [ExactText: [SubschemaIndex]] = [:]
    var branched: [ExactText: [SubschemaIndex]] = [:]
    for (node, isBranch) in reached(from: graph.root, throughBranches: true) {
      for keyword in graph[node].keywords {
        guard case .properties(let list) = keyword.statement else { continue }
        for member in list {
          if isBranch {
            branched[ExactText(member.name), default: []].append(member.subschema)
          } else {
            members[ExactText(member.name), default: []].append(member.subschema)
          }
        }
      }
    }
    var result: [ExactText: [ValueType]] = [:]
    for name in Set(members.keys).union(branched.keys) {
      let types = types(of: members[name] ?? []) ?? types(of: branched[name] ?? [])
      if let types { result[name] = Self.order.filter(types.contains) }
    }
    return result
  }

  /// The types of columns whose names match a pattern, then that of all others.
  var patterns: [CellPattern] {
    let keywords = reached(from: graph.root, throughBranches: true)
      .sorted { !$0.isBranch && $1.isBranch }
      .flatMap { graph[$0.node].keywords.map(\.statement) }
    var patterns: [CellPattern] = []
    var others: [CellPattern] = []
    var names: Set<ExactText> = []
    for case .properties(let members) in keywords { names.formUnion(members.map(\.name).exactly) }
    for keyword in keywords {
      switch keyword {
      case .patternProperties(let members):
        patterns += members.map { CellPattern($0.pattern, types: list($0.subschema)) }
      case .additionalProperties(let inner), .unevaluatedProperties(let inner):
        others.append(CellPattern(nil, but: names, types: list(inner)))
      default: break
      }
    }
    return patterns + others
  }

  private func list(_ node: SubschemaIndex) -> [ValueType] {
    types(of: [node]).map { types in Self.order.filter(types.contains) } ?? [.string]
  }

  /// The subschemas for the same value, and whether only branches of a choice lead to them.
  private func reached(
    from start: SubschemaIndex, throughBranches: Bool
  ) -> [(node: SubschemaIndex, isBranch: Bool)] {
    var result: [(node: SubschemaIndex, isBranch: Bool)] = [(start, false)]
    var seen: Set<SubschemaIndex> = [start]
    var cursor = 0
    while cursor < result.count, result.count < Self.stepsMaximum {
      let (node, isBranch) = result[cursor]
      cursor += 1
      for keyword in graph[node].keywords {
        var targets: [SubschemaIndex] = []
        var isChoice = isBranch
        switch keyword.statement {
        case .allOf(let parts): targets = parts
        case .reference(let target): targets = [target]
        case .anyOf(let branches) where throughBranches, .oneOf(let branches) where throughBranches:
          targets = branches
          isChoice = true
        default: break
        }
        for target in targets where seen.insert(target).inserted {
          result.append((target, isChoice))
        }
      }
    }
    return result
  }

  /// The types by `type`, otherwise by the branches of choices, each on its own, otherwise by the
  /// values to choose from; nil if nothing tells.
  private func types(of nodes: [SubschemaIndex]) -> Set<ValueType>? {
    var seen: Set<SubschemaIndex> = []
    return types(of: nodes, depth: 0, &seen)
  }

  /// - Parameter seen: the branches that have been asked: each of them once.
  private func types(
    of nodes: [SubschemaIndex], depth: Int, _ seen: inout Set<SubschemaIndex>
  ) -> Set<ValueType>? {
    let direct = nodes.flatMap { reached(from: $0, throughBranches: false) }.map(\.node)
    if let stated = stated(direct) { return stated }
    var types: Set<ValueType> = []
    for branch in direct.flatMap(branches) where seen.insert(branch).inserted {
      guard depth < Self.depthMaximum, seen.count < Self.stepsMaximum else { break }
      types.formUnion(self.types(of: [branch], depth: depth + 1, &seen) ?? [])
    }
    return types.isEmpty ? chosen(direct) : types
  }

  /// The branches of the choices of a subschema.
  private func branches(_ node: SubschemaIndex) -> [SubschemaIndex] {
    graph[node].keywords.flatMap { keyword -> [SubschemaIndex] in
      switch keyword.statement {
      case .anyOf(let branches), .oneOf(let branches): branches
      default: []
      }
    }
  }

  private func stated(_ nodes: [SubschemaIndex]) -> Set<ValueType>? {
    var types: Set<ValueType> = []
    for node in nodes {
      for case .type(let names, _) in graph[node].keywords.map(\.statement) {
        types.formUnion(names.compactMap { ValueType(rawValue: $0.rawValue) })
      }
    }
    return types.isEmpty ? nil : types
  }

  private func chosen(_ nodes: [SubschemaIndex]) -> Set<ValueType>? {
    var types: Set<ValueType> = []
    for node in nodes {
      for case .choice(let values) in graph[node].keywords.map(\.statement) {
        types.formUnion(values.compactMap(Self.type))
      }
    }
    return types.isEmpty ? nil : types
  }

  private static func type(_ value: Literal) -> ValueType? {
    switch value {
    case .null: nil
    case .boolean: .boolean
    case .number: .number
    case .text: .string
    case .array: .array
    case .object: .object
    }
  }
}

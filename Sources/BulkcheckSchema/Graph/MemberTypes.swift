internal import BulkcheckCore

/// The types as which the cells of a CSV file are read: those that the schema gives the members of
/// the record.
struct MemberTypes {
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
        guard let applicator = keyword.statement.applicator, applicator.kind == .properties else {
          continue
        }
        for part in applicator.parts {
          guard let name = part.name, let subschema = part.subschema else { continue }
          if isBranch {
            branched[ExactText(name), default: []].append(subschema)
          } else {
            members[ExactText(name), default: []].append(subschema)
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
      .flatMap { graph[$0.node].keywords.compactMap(\.statement.applicator) }
    var patterns: [CellPattern] = []
    var others: [CellPattern] = []
    var names: Set<ExactText> = []
    for keyword in keywords where keyword.kind == .properties {
      names.formUnion(keyword.parts.compactMap(\.name).exactly)
    }
    for keyword in keywords {
      switch keyword.kind {
      case .patternProperties:
        patterns += keyword.parts.map { CellPattern($0.pattern, types: list($0.subschema)) }
      case .additionalProperties, .unevaluatedProperties:
        others.append(CellPattern(nil, but: names, types: list(keyword.parts[0].subschema)))
      default: break
      }
    }
    return patterns + others
  }

  private func list(_ node: SubschemaIndex?) -> [ValueType] {
    node.flatMap { types(of: [$0]) }.map { types in Self.order.filter(types.contains) } ?? [.string]
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
        let isChoice = keyword.statement.isChoice
        guard isChoice && throughBranches || keyword.statement.isPlain else { continue }
        for target in keyword.statement.targets where seen.insert(target).inserted {
          result.append((target, isBranch || isChoice))
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
    graph[node].keywords.map(\.statement).filter(\.isChoice).flatMap(\.targets)
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
      for values in graph[node].keywords.compactMap(\.statement.constraint?.choices) {
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

extension SchemaStatement {
  /// Whether the value has to satisfy some of the subschemas.
  fileprivate var isChoice: Bool { applicator?.kind == .anyOf || applicator?.kind == .oneOf }

  /// Whether the value has to satisfy each of the subschemas.
  fileprivate var isPlain: Bool { applicator?.kind == .allOf || applicator?.kind == .reference }
}

/// The parts of values that the subschemas of a ``SchemaGraph`` read: what a ``FieldTree`` has to
/// know of them.
///
/// A set of subschemas that are asked about one value is written as the sorted numbers of those in
/// it that read parts, in-place applicators followed. So sets that read the same are equal, however
/// a value came to them.
struct SchemaShape {
  private struct Reads {
    var inPlace: [Int] = []
    var members: [ExactText: [Int]] = [:]
    /// Names of which only the presence matters.
    var names: [ExactText] = []
    /// The subschemas that may be asked about a member without a name of its own.
    var others: [Int] = []
    /// All members are looked at, if only by their names.
    var looksAtAll = false
    /// A member without a name of its own is one too many.
    var knowsItsNames = false
    var elements: [Int] = []
    var looksAtElements = false

    var isEmpty: Bool {
      members.isEmpty && names.isEmpty && others.isEmpty && !looksAtAll && elements.isEmpty
        && !looksAtElements
    }
  }

  private var reads: [Reads] = []
  /// Subschemas that say nothing of a value, and so need not see it.
  private var isTrivial: [Bool] = []

  init(_ graph: SchemaGraph) {
    isTrivial = graph.subschemas.map(\.keywords.isEmpty)
    reads = graph.subschemas.map { subschema in
      var reads = Reads()
      for keyword in subschema.keywords { SchemaShape.add(keyword.statement, graph, &reads) }
      return reads
    }
  }

  private static func add(
    _ statement: SchemaStatement, _ graph: SchemaGraph, _ reads: inout Reads
  ) {
    let applicator: Applicator
    switch statement {
    case .constraint(.memberCount):
      reads.looksAtAll = true
      return
    case .required(let names):
      reads.names += names.map { ExactText($0) }
      return
    case .dependentRequired(let dependencies):
      reads.names += dependencies.flatMap { [$0.name] + $0.required }.map { ExactText($0) }
      return
    case .never, .type, .constraint, .content: return
    case .applicator(let made): applicator = made
    }
    let targets = statement.targets.map(\.value)
    switch applicator.kind {
    case .anyOf, .oneOf, .not, .allOf, .reference, .conditional: reads.inPlace += targets
    case .dependentSchemas:
      reads.names += applicator.parts.compactMap { $0.name.map { ExactText($0) } }
      reads.inPlace += targets
    case .properties:
      for (part, target) in zip(applicator.parts, targets) {
        reads.members[ExactText(part.name ?? ""), default: []].append(target)
      }
    // Whether there is a further member, an object's node says.
    case .additionalProperties where isNever(targets[0], graph): reads.knowsItsNames = true
    case .additionalProperties: reads.others += targets
    case .patternProperties, .unevaluatedProperties:
      reads.looksAtAll = true
      reads.others += targets
    case .propertyNames: reads.looksAtAll = true
    case .prefixItems, .items: reads.elements += targets
    case .contains, .unevaluatedItems:
      reads.looksAtElements = true
      reads.elements += targets
    }
  }

  private static func isNever(_ index: Int, _ graph: SchemaGraph) -> Bool {
    graph.subschemas[index].keywords.first?.statement == .never
  }

  /// The set of those subschemas, among some and what they apply in place, that read parts.
  func readers(_ seeds: [Int]) -> [Int] {
    var seen: Set<Int> = []
    var found: [Int] = []
    var open = seeds
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      if !reads[next].isEmpty { found.append(next) }
      open += reads[next].inPlace
    }
    return found.sorted()
  }

  /// The parts of a value that a set of readers reads.
  struct Parts {
    /// The subschemas by name, in no particular order: sort before use.
    var names: [ExactText: [Int]] = [:]
    /// nil if members without a name of their own are not read.
    var others: [Int]?
    /// nil if elements are not read.
    var elements: [Int]?
  }

  func parts(_ readers: [Int]) -> Parts {
    var parts = Parts()
    var others: Set<Int> = []
    var elements: Set<Int> = []
    var looksAtAll = false
    var looksAtElements = false
    var names: [ExactText: Set<Int>] = [:]
    for reader in readers {
      let read = reads[reader]
      for (name, inner) in read.members
      where read.knowsItsNames || !inner.allSatisfy({ isTrivial[$0] }) {
        names[name, default: []].formUnion(inner)
      }
      for name in read.names { names[name, default: []].formUnion([]) }
      others.formUnion(read.others)
      looksAtAll = looksAtAll || read.looksAtAll
      elements.formUnion(read.elements)
      looksAtElements = looksAtElements || read.looksAtElements
    }
    // A member with a name of its own may also match a pattern, or be a further one for another
    // subschema.
    let read = others.filter { !isTrivial[$0] }
    for (name, inner) in names { parts.names[name] = closure(inner.union(read)) }
    if looksAtAll || !read.isEmpty { parts.others = closure(read) }
    if looksAtElements || elements.contains(where: { !isTrivial[$0] }) {
      parts.elements = closure(elements)
    }
    return parts
  }

  private func closure(_ seeds: Set<Int>) -> [Int] { readers(Array(seeds)) }
}

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
    switch statement {
    case .never, .type, .choice, .bounds, .multipleOf, .length, .pattern, .format, .content,
      .itemCount, .uniqueItems:
      break
    case .memberCount: reads.looksAtAll = true
    case .required(let names): reads.names += names.map { ExactText($0) }
    case .dependentRequired(let dependencies):
      for dependency in dependencies {
        reads.names += ([dependency.name] + dependency.required).map { ExactText($0) }
      }
    case .anyOf(let parts), .oneOf(let parts), .allOf(let parts):
      reads.inPlace += parts.map(\.value)
    case .not(let inner), .reference(let inner): reads.inPlace.append(inner.value)
    case .conditional(let condition, let then, let otherwise):
      reads.inPlace += [condition, then, otherwise].compactMap { $0?.value }
    case .dependentSchemas(let members):
      for member in members {
        reads.names.append(ExactText(member.name))
        reads.inPlace.append(member.subschema.value)
      }
    case .properties(let members):
      for member in members {
        reads.members[ExactText(member.name), default: []].append(member.subschema.value)
      }
    case .patternProperties(let patterns):
      reads.looksAtAll = true
      reads.others += patterns.map(\.subschema.value)
    case .additionalProperties(let inner):
      // Whether there is a further member, an object's node says.
      if isNever(inner, graph) {
        reads.knowsItsNames = true
      } else {
        reads.others.append(inner.value)
      }
    case .propertyNames: reads.looksAtAll = true
    case .unevaluatedProperties(let inner):
      reads.looksAtAll = true
      reads.others.append(inner.value)
    case .prefixItems(let items): reads.elements += items.map(\.value)
    case .items(let inner, _): reads.elements.append(inner.value)
    case .contains(let inner, _, _, _), .unevaluatedItems(let inner):
      reads.looksAtElements = true
      reads.elements.append(inner.value)
    }
  }

  private static func isNever(_ index: SubschemaIndex, _ graph: SchemaGraph) -> Bool {
    guard let first = graph[index].keywords.first, case .never = first.statement else {
      return false
    }
    return true
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

/// The meaning of dynamic anchors along the way to a schema: for each name the outermost resource
/// that has it.
///
/// Only names that several resources have matter: a name of one resource means the same everywhere.
struct DynamicScopes {
  private let names: [String]
  /// The positions of the names of each resource.
  private let namesByResource: [Int: [Int]]
  /// The resource of each name, or -1.
  private var scopes: [[Int]] = []
  private var numbers: [[Int]: Int] = [:]
  private var entered: [Entrance: Int] = [:]

  private struct Entrance: Hashable {
    var resource: Int
    var scope: Int
  }

  /// Before any resource is entered.
  static let empty = 0

  init(_ resources: [SchemaLibrary.Resource]) {
    var owners: [String: [Int]] = [:]
    for (index, resource) in resources.enumerated() {
      for name in resource.dynamicAnchors.keys { owners[name, default: []].append(index) }
      if resource.isRecursiveAnchor { owners["", default: []].append(index) }
    }
    owners = owners.filter { $0.value.count > 1 }
    names = owners.keys.sorted()
    var namesByResource: [Int: [Int]] = [:]
    for (position, name) in names.enumerated() {
      for resource in owners[name] ?? [] {
        namesByResource[resource, default: []].append(position)
      }
    }
    self.namesByResource = namesByResource
    _ = number(of: Array(repeating: -1, count: names.count))
  }

  private mutating func number(of scope: [Int]) -> Int {
    if let known = numbers[scope] { return known }
    scopes.append(scope)
    numbers[scope] = scopes.count - 1
    return scopes.count - 1
  }

  /// The scope within a resource that is entered from a scope.
  mutating func entering(_ resource: Int, from scope: Int) -> Int {
    guard let positions = namesByResource[resource] else { return scope }
    let entrance = Entrance(resource: resource, scope: scope)
    if let known = entered[entrance] { return known }
    var bindings = scopes[scope]
    for position in positions where bindings[position] < 0 { bindings[position] = resource }
    let result = number(of: bindings)
    entered[entrance] = result
    return result
  }

  /// The outermost resource that has a name; nil where the name is that of one resource only.
  func resource(_ name: String, in scope: Int) -> Int? {
    guard let position = names.firstIndex(of: name), scopes[scope][position] >= 0 else {
      return nil
    }
    return scopes[scope][position]
  }
}

/// `dependentRequired` of a profile: pairs of names, of which the first asks for the second.
struct DependencyTable: Sendable {
  /// Numbers in ``names``.
  struct Pair {
    let name: Int
    let required: Int
  }

  /// All names that are asked about.
  let names: TextSet
  let pairs: [Pair]
  /// The names of the pairs, in the same order.
  private let texts: [(name: String, because: String)]

  init(_ dependencies: [NameDependency]) {
    let names = TextSet(dependencies.flatMap { [$0.name] + $0.required })
    let texts = dependencies.flatMap { dependency in
      dependency.required.map { (name: $0, because: dependency.name) }
    }
    func number(_ name: String) -> Int {
      let bytes = OwnedBytes(name)
      return withExtendedLifetime(bytes) { names.number(of: bytes.view) }
    }
    pairs = texts.map { Pair(name: number($0.because), required: number($0.name)) }
    self.names = names
    self.texts = texts
  }

  /// - Parameter present: by number, whether the object has a member of that name.
  func isSatisfied(by present: [Bool]) -> Bool {
    pairs.allSatisfy { !present[$0.name] || present[$0.required] }
  }

  /// The names that are missing, each with the name that asks for it.
  func missing(from present: [Bool]) -> [(name: String, because: String)] {
    pairs.indices.filter { present[pairs[$0].name] && !present[pairs[$0].required] }
      .map { texts[$0] }
  }
}

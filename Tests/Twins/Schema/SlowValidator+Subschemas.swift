/// Keywords that apply subschemas.
extension SlowValidator {
  func combinations(_ turn: inout Turn) {
    for part in turn.list("allOf") ?? [] {
      turn.result.merge(evaluate(part, turn.value, turn.scope, asserts: turn.asserts))
    }
    for (name, holds) in [("anyOf", { $0 > 0 }), ("oneOf", { $0 == 1 })]
      as [(String, (Int) -> Bool)]
    {
      guard let parts = turn.list(name) else { continue }
      let results = parts.map { evaluate($0, turn.value, turn.scope, asserts: false) }
      check(&turn, name, holds(results.count(where: \.isValid)))
      for result in results { turn.result.learn(result) }
    }
    if let part = turn.child("not") {
      let result = evaluate(part, turn.value, turn.scope, asserts: false)
      check(&turn, "not", !result.isValid)
    }
    guard let condition = turn.child("if", since: 7) else { return }
    let result = evaluate(condition, turn.value, turn.scope, asserts: false)
    turn.result.learn(result)
    for (name, isAsked) in [("then", result.isValid), ("else", !result.isValid)] {
      guard let branch = turn.child(name, since: 7) else { continue }
      apply(branch, [turn.value], if: isAsked, &turn) { turn, results in
        for result in results { turn.result.merge(result) }
      }
    }
  }

  /// Judges some parts of a value, or the value itself, by a subschema. `false` is judged also
  /// where there are none: it passes there.
  func apply(
    _ part: Place, _ values: [DOM], if isAsked: Bool = true, about: Bool = true, _ turn: inout Turn,
    _ body: (inout Turn, [Result]) -> Void
  ) {
    let values = isAsked && about ? values : []
    if part.value.flag == false, values.isEmpty, turn.asserts {
      note(part, nil, about ? .passed : .notApplicable)
    }
    body(&turn, values.map { evaluate(part, $0, turn.scope, asserts: turn.asserts) })
  }

  /// Members or elements, which are evaluated by that whether they pass or not.
  func applyToMembers(
    _ part: Place, _ members: [DOM.Member], _ turn: inout Turn
  ) {
    apply(part, members.map(\.value), about: turn.value.members != nil, &turn) { turn, results in
      turn.result.isValid = turn.result.isValid && results.allSatisfy(\.isValid)
      turn.result.names.formUnion(members.map(\.name))
    }
  }

  func applyToElements(_ part: Place, _ indexes: [Int], _ turn: inout Turn) {
    let elements = turn.value.elements
    apply(part, indexes.map { elements?[$0] ?? .null }, about: elements != nil, &turn) {
      turn, results in
      turn.result.isValid = turn.result.isValid && results.allSatisfy(\.isValid)
      turn.result.indexes.formUnion(indexes)
    }
  }

  func objects(_ turn: inout Turn) {
    let members = turn.value.members ?? []
    var known: Set<[UInt8]> = []
    for (name, part) in turn.named("properties") {
      applyToMembers(part, members.filter { $0.name == name }, &turn)
      known.insert(name)
    }
    for (pattern, part) in turn.named("patternProperties") {
      let text = String(decoding: pattern, as: UTF8.self)
      let found = members.filter { matches(text, $0.name) }
      applyToMembers(part, found, &turn)
      known.formUnion(found.map(\.name))
    }
    if let part = turn.child("additionalProperties") {
      applyToMembers(part, members.filter { !known.contains($0.name) }, &turn)
    }
    if let part = turn.child("propertyNames", since: 6) {
      apply(part, members.map { .text($0.name) }, about: turn.value.members != nil, &turn) {
        turn, results in
        turn.result.isValid = turn.result.isValid && results.allSatisfy(\.isValid)
      }
    }
    dependencies(&turn)
  }

  func dependencies(_ turn: inout Turn) {
    let isObject = turn.value.members != nil
    let names = Set((turn.value.members ?? []).map(\.name))
    let all = turn.named("dependencies")
    let lists = all.filter { $0.place.value.elements != nil }
    if !lists.isEmpty {
      check(
        &turn, "dependencies", about: isObject,
        Self.hold(lists.map { DOM.Member(name: $0.name, value: $0.place.value) }, names))
    }
    let schemas = all.filter { $0.place.value.elements == nil }
    for (name, part) in schemas + turn.named("dependentSchemas", since: 2019) {
      apply(part, [turn.value], if: names.contains(name), about: isObject, &turn) {
        turn, results in
        for result in results { turn.result.merge(result) }
      }
    }
  }

  func arrays(_ turn: inout Turn) {
    let elements = turn.value.elements
    let count = elements?.count ?? 0
    let prefix = turn.list("prefixItems", since: 2020) ?? turn.list("items", until: 2019)
    for (index, part) in (prefix ?? []).enumerated() {
      applyToElements(part, index < count ? [index] : [], &turn)
    }
    let start = prefix?.count ?? 0
    let rest = start < count ? Array(start..<count) : []
    if let part = turn.child("items"), part.value.elements == nil {
      applyToElements(part, rest, &turn)
    } else if turn.list("items", until: 2019) != nil,
      let part = turn.child("additionalItems", until: 2019)
    {
      applyToElements(part, rest, &turn)
    }
    guard let part = turn.child("contains", since: 6) else { return }
    let found = (0..<count).filter { index in
      evaluate(part, elements?[index] ?? .null, turn.scope, asserts: false).isValid
    }
    let hasLimits = turn.draft >= 2019 && turn.place.resource.asserts
    func limit(_ name: String) -> Int? {
      hasLimits ? turn.keyword(name)?.digits.flatMap(Double.init).map { Int($0) } : nil
    }
    let (least, most) = (limit("minContains") ?? 1, limit("maxContains") ?? .max)
    check(
      &turn, "contains", about: elements != nil, found.count >= least && found.count <= most)
    if turn.draft == 2020 { turn.result.indexes.formUnion(found) }
  }

  func unevaluated(_ turn: inout Turn) {
    if let part = turn.child("unevaluatedProperties", since: 2019) {
      let rest = (turn.value.members ?? []).filter { !turn.result.names.contains($0.name) }
      applyToMembers(part, rest, &turn)
    }
    if let part = turn.child("unevaluatedItems", since: 2019) {
      let count = turn.value.elements?.count ?? 0
      applyToElements(part, (0..<count).filter { !turn.result.indexes.contains($0) }, &turn)
    }
  }
}

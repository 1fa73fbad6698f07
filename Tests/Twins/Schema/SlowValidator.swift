import BulkcheckCore

/// Judges one value by a schema, keyword by keyword: the twin of the engine.
package final class SlowValidator {
  typealias Place = SlowSchema.Place
  typealias Resource = SlowSchema.Resource

  package enum Verdict: Int {
    case notApplicable, passed, failed
  }

  /// The answer of a subschema, and the parts that it has evaluated.
  struct Result {
    var isValid = true
    var names: Set<[UInt8]> = []
    var indexes: Set<Int> = []

    /// An in-place subschema that fails has evaluated nothing.
    mutating func merge(_ other: Result) {
      isValid = isValid && other.isValid
      learn(other)
    }

    mutating func learn(_ other: Result) {
      guard other.isValid else { return }
      names.formUnion(other.names)
      indexes.formUnion(other.indexes)
    }
  }

  let schema: SlowSchema
  let assertsFormat: Bool
  /// By the location of the keyword. Rules that were never reached are missing.
  package private(set) var verdicts: [String: Verdict] = [:]
  private var patterns: [String: Pattern] = [:]
  /// How a resource's address is shown.
  private let shown: (String) -> String

  init(_ schema: SlowSchema, assertsFormat: Bool = false, shown: @escaping (String) -> String) {
    self.schema = schema
    self.assertsFormat = assertsFormat
    self.shown = shown
  }

  package func isValid(_ value: DOM) -> Bool {
    verdicts = [:]
    return evaluate(schema.root, value, [], asserts: true).isValid
  }

  func note(_ place: Place, _ keyword: String?, _ verdict: Verdict) {
    let base = place.resource === schema.root.resource ? "" : shown(place.resource.uri)
    let location = base + "#" + place.pointer + (keyword.map { "/" + $0 } ?? "")
    if verdict.rawValue >= verdicts[location]?.rawValue ?? -1 { verdicts[location] = verdict }
  }

  // MARK: A subschema

  func evaluate(
    _ place: Place, _ value: DOM, _ outer: [Resource], asserts: Bool
  ) -> Result {
    if place.value.flag == false {
      if asserts { note(place, nil, .failed) }
      return Result(isValid: false)
    }
    guard place.value.members != nil else { return Result() }
    let scope = outer.last === place.resource ? outer : outer + [place.resource]
    var turn = Turn(place: place, value: value, scope: scope, asserts: asserts)
    let draft = place.resource.draft
    references(&turn)
    if draft <= 7, place.value.member("$ref") != nil { return turn.result }
    if place.resource.asserts {
      assertions(&turn)
      objectAssertions(&turn)
    }
    format(&turn)
    combinations(&turn)
    objects(&turn)
    arrays(&turn)
    if draft >= 2019 { unevaluated(&turn) }
    return turn.result
  }

  /// One subschema with one value.
  struct Turn {
    let place: Place
    let value: DOM
    let scope: [Resource]
    let asserts: Bool
    var result = Result()

    var draft: Int { place.resource.draft }

    func keyword(_ name: String, since: Int = 4, until: Int = 2020) -> DOM? {
      guard since <= draft, draft <= until else { return nil }
      return place.value.member(name)
    }

    func child(_ name: String, since: Int = 4, until: Int = 2020) -> Place? {
      guard keyword(name, since: since, until: until) != nil else { return nil }
      return place.step(name)
    }

    /// The subschemas of a keyword that has a list.
    func list(_ name: String, since: Int = 4, until: Int = 2020) -> [Place]? {
      guard let list = child(name, since: since, until: until), let parts = list.value.elements
      else { return nil }
      return parts.indices.compactMap { list.step(String($0)) }
    }

    /// The subschemas of a keyword that has an object.
    func named(_ name: String, since: Int = 4) -> [(name: [UInt8], place: Place)] {
      guard let object = child(name, since: since), let parts = object.value.members else {
        return []
      }
      return parts.compactMap { part in
        object.step(String(decoding: part.name, as: UTF8.self)).map { (part.name, $0) }
      }
    }
  }

  /// An assertion, which is about the value or not.
  func check(
    _ turn: inout Turn, _ name: String, about: Bool = true, _ holds: @autoclosure () -> Bool
  ) {
    let verdict: Verdict = !about ? .notApplicable : holds() ? .passed : .failed
    if turn.asserts { note(turn.place, name, verdict) }
    if verdict == .failed { turn.result.isValid = false }
  }

  // MARK: References

  private func references(_ turn: inout Turn) {
    if let text = turn.keyword("$ref")?.string { follow(text, &turn) { $0 } }
    if let text = turn.keyword("$recursiveRef", since: 2019, until: 2019)?.string {
      let scope = turn.scope
      follow(text, &turn) { target in
        guard target.resource.isRecursiveAnchor, target.pointer.isEmpty else { return target }
        return scope.first { $0.isRecursiveAnchor }?.dynamicAnchors[""] ?? target
      }
    }
    if let text = turn.keyword("$dynamicRef", since: 2020)?.string {
      let scope = turn.scope
      let name = SlowURI(text).fragment ?? ""
      follow(text, &turn) { target in
        guard target.resource.dynamicAnchors[name] === target else { return target }
        return scope.lazy.compactMap { $0.dynamicAnchors[name] }.first ?? target
      }
    }
  }

  private func follow(_ text: String, _ turn: inout Turn, _ choose: (Place) -> Place) {
    guard let target = schema.target(of: text, from: turn.place.resource) else {
      preconditionFailure("\(text) does not resolve")
    }
    turn.result.merge(evaluate(choose(target), turn.value, turn.scope, asserts: turn.asserts))
  }

  // MARK: Assertions

  private func assertions(_ turn: inout Turn) {
    let value = turn.value
    if let type = turn.keyword("type") {
      let names = type.elements?.compactMap(\.string) ?? [type.string].compactMap { $0 }
      let draft = turn.draft
      check(&turn, "type", names.contains { Self.has(value, $0, draft) })
    }
    if let choices = turn.keyword("enum")?.elements {
      check(&turn, "enum", choices.contains { $0.canonical == value.canonical })
    }
    if let constant = turn.keyword("const", since: 6) {
      check(&turn, "const", constant.canonical == value.canonical)
    }
    numbers(&turn)
    let text: [UInt8]? = if case .text(let bytes) = value { bytes } else { nil }
    let length = text?.count { $0 & 0xC0 != 0x80 } ?? 0
    limits(&turn, "minLength", "maxLength", text.map { _ in length })
    limits(&turn, "minItems", "maxItems", value.elements?.count)
    limits(&turn, "minProperties", "maxProperties", value.members?.count)
    if let pattern = turn.keyword("pattern")?.string {
      check(&turn, "pattern", about: text != nil, matches(pattern, text ?? []))
    }
    if turn.keyword("uniqueItems")?.flag == true {
      let elements = value.elements ?? []
      check(
        &turn, "uniqueItems", about: value.elements != nil,
        Set(elements.map(\.canonical)).count == elements.count)
    }
  }

  private static func has(_ value: DOM, _ type: String, _ draft: Int) -> Bool {
    switch (value, type) {
    case (.null, "null"), (.bool, "boolean"), (.text, "string"), (.array, "array"),
      (.object, "object"), (.number, "number"):
      true
    case (.number(let digits), "integer"):
      draft == 4
        ? !digits.contains { ".eE".contains($0) } : SlowNumber(digits)?.isInteger ?? false
    default: false
    }
  }

  private func limits(_ turn: inout Turn, _ least: String, _ most: String, _ count: Int?) {
    let number = SlowNumber(String(count ?? 0)) ?? zero
    for (name, sign) in [(least, 1), (most, -1)] {
      guard let limit = turn.keyword(name)?.digits.flatMap(SlowNumber.init) else { continue }
      check(&turn, name, about: count != nil, sign * SlowNumber.compare(number, limit) >= 0)
    }
  }

  private let zero = SlowNumber("0")!

  private func numbers(_ turn: inout Turn) {
    let number = turn.value.digits.flatMap(SlowNumber.init)
    for (name, exclusive, sign) in [
      ("minimum", "exclusiveMinimum", 1), ("maximum", "exclusiveMaximum", -1),
    ] {
      if let limit = turn.keyword(name)?.digits.flatMap(SlowNumber.init) {
        let excludes = turn.keyword(exclusive, until: 4)?.flag == true
        let order = sign * SlowNumber.compare(number ?? zero, limit)
        check(&turn, name, about: number != nil, order > 0 || (order == 0 && !excludes))
      }
      if let limit = turn.keyword(exclusive, since: 6)?.digits.flatMap(SlowNumber.init) {
        let order = sign * SlowNumber.compare(number ?? zero, limit)
        check(&turn, exclusive, about: number != nil, order > 0)
      }
    }
    if let divisor = turn.keyword("multipleOf")?.digits.flatMap(SlowNumber.init) {
      check(
        &turn, "multipleOf", about: number != nil, (number ?? zero).isMultiple(of: divisor))
    }
  }

  private func objectAssertions(_ turn: inout Turn) {
    let names = turn.value.members.map { Set($0.map(\.name)) }
    func has(_ name: String) -> Bool { names?.contains(Array(name.utf8)) ?? false }
    if let required = turn.keyword("required")?.elements {
      check(
        &turn, "required", about: names != nil, required.compactMap(\.string).allSatisfy(has))
    }
    if let dependent = turn.keyword("dependentRequired", since: 2019)?.members {
      check(&turn, "dependentRequired", about: names != nil, Self.hold(dependent, names ?? []))
    }
  }

  /// Lists of names, each for where a name is.
  static func hold(_ lists: [DOM.Member], _ names: Set<[UInt8]>) -> Bool {
    lists.allSatisfy { list in
      !names.contains(list.name)
        || (list.value.elements ?? []).allSatisfy { names.contains(Array(($0.string ?? "").utf8)) }
    }
  }

  private static let draftOfFormat = [
    "uri-reference": 6, "uri-template": 6, "json-pointer": 6, "iri": 7, "iri-reference": 7,
    "idn-hostname": 7, "relative-json-pointer": 7, "uuid": 2019, "duration": 2019,
  ]

  private func format(_ turn: inout Turn) {
    guard let name = turn.keyword("format")?.string, let format = Format(inSchema: name),
      assertsFormat
        || turn.place.resource.assertsFormat && turn.draft >= Self.draftOfFormat[name, default: 4]
    else { return }
    let text: [UInt8]? = if case .text(let bytes) = turn.value { bytes } else { nil }
    let owner = OwnedBytes(text ?? [])
    check(
      &turn, "format", about: text != nil,
      withExtendedLifetime(owner) { FormatChecker.matches(format, owner.view) })
  }

  func matches(_ text: String, _ bytes: [UInt8]) -> Bool {
    if patterns[text] == nil {
      patterns[text] = (try? PatternSource.ecma(text)).flatMap { try? Pattern($0.source) }
    }
    guard let pattern = patterns[text] else { preconditionFailure("\(text) is not a pattern") }
    let owner = OwnedBytes(bytes)
    return withExtendedLifetime(owner) {
      PatternMatcher().match(pattern.code, owner.view) == .matched
    }
  }
}

internal import BulkcheckCore
internal import Requirements

/// The members that a `Decodable` type asks a decoder for, and the names to which its key paths
/// lead.
///
/// Only the type's `init(from:)` knows which name a property has in the data. So the type is
/// decoded from made-up values, and what it asks for becomes a tree of places with their kinds.
/// Then it is decoded again for each value, with that one value changed. A key path leads to a
/// field if it shows a change in just the values that belong to the field:
///
///     struct User { var name: String; var home: Address }
///     slots: name 0, home.city 1, home.zip 2
///     \.home.city changes with slot 1: home.city
///     \.home changes with 1 and 2:     home
///
/// So neither the names of properties nor the order of a memory layout matter, only what the type
/// itself does: this covers nested parts, optionals, elements, coding keys and hand-written
/// initialisers. A computed property shows no place of its type, or no place at all. If a type
/// refuses made-up values, a list of likely ones is tried, and an enumeration tells its cases.
/// Anything that remains is an error.
/// What a type does with values that are not there, or are of another kind, is tried too: each place
/// is left out, made null, and refused once. A type that gets along with a refused value has chosen
/// another one; then nothing is said of the bytes at that place, and what is asked of it is asked of
/// a decoded value.
struct RecordShape {
  let root: ProbeNode
  /// Whether the type refuses values that the types of its properties accept.
  let isChoosy: Bool
  private let run: ProbeRun
  private let base: Any
  /// Records with one other value each, and with one telling value each.
  private let changed: [(slot: Int, change: ProbeRun.Change, record: Any)]

  /// - Throws: ``BatchError`` with ``BatchError/Code/cannotProbe`` if no made-up record can be
  ///   decoded.
  init(_ type: any Decodable.Type) throws(BatchError) {
    let root = ProbeNode(nil, in: nil)
    let run = ProbeRun()
    self.root = root
    self.run = run
    base = try RecordShape.base(type, run, root)
    let requests = run.requests
    let nodes = root.nodesBelow
    // Read twice, perhaps as two kinds: only the type knows what it takes from each.
    for node in nodes where requests[ObjectIdentifier(node), default: 0] > 1 {
      node.catcher = node.outer?.frame ?? root
    }

    var changed: [(slot: Int, change: ProbeRun.Change, record: Any)] = []
    var isChoosy = false
    func change(_ slot: Int, _ change: ProbeRun.Change) -> Bool {
      run.begin(change)
      guard let record = try? RecordShape.decode(type, run, root) else { return false }
      changed.append((slot, change, record))
      return true
    }
    // A type that refuses just this change keeps its value: no key path will show one.
    for slot in 0..<run.slotCount { _ = change(slot, .varied(slot)) }
    for node in nodes where node.isArray || node.isDictionary {
      guard let slot = node.slot else { continue }
      let takesAnyLength = change(slot, .empty(slot)) && changed.contains { $0.slot == slot }
      if !takesAnyLength { isChoosy = true }
    }
    for node in nodes {
      guard let slot = node.slot, node.exampleCount > 2 else { continue }
      for number in 2..<node.exampleCount {
        run.begin(.example(slot: slot, number: number))
        if (try? RecordShape.decode(type, run, root)) == nil { isChoosy = true }
      }
    }
    let plainSlots = root.plainSlots
    for slot in plainSlots {
      for number in 0..<MadeUpValues.tellingCount
      where !change(slot, .telling(TellingValue(slot: slot, number: number))) {
        isChoosy = true
      }
    }
    if !isChoosy, plainSlots.count > 1 {
      for seed in 0..<RecordShape.mixesTried where !isChoosy {
        run.begin(.mixed(seed))
        isChoosy = (try? RecordShape.decode(type, run, root)) == nil
      }
    }
    for node in nodes where !node.isInDictionary {
      try? RecordShape.disturb(node, requests[ObjectIdentifier(node), default: 0], run) {
        try RecordShape.decode(type, run, root)
      }
    }
    self.changed = changed
    self.isChoosy = isChoosy || RecordShape.hasUntouched(base, changed.map(\.record))
  }

  /// Whether a stored property is the same in all records: the type sets it by what it finds, or not
  /// at all.
  private static func hasUntouched(_ base: Any, _ records: [Any]) -> Bool {
    let usual = stored(base)
    let others = records.map(stored)
    return usual.indices.contains { index in
      others.allSatisfy { $0.indices.contains(index) && $0[index] == usual[index] }
    }
  }

  /// The stored properties of a struct or an instance as texts.
  private static func stored(_ record: Any) -> [String] {
    var texts: [String] = []
    var mirror: Mirror? = Mirror(reflecting: record)
    while let known = mirror, known.displayStyle == .struct || known.displayStyle == .class {
      texts += known.children.map { text($0.value) }
      mirror = known.superclassMirror
    }
    return texts
  }

  /// Enough to find most relations that a type insists on.
  private static let mixesTried: UInt64 = 64

  /// Tries what the types around a place do if its value is refused, null or missing.
  private static func disturb(
    _ node: ProbeNode, _ usual: Int, _ run: ProbeRun, _ decode: () throws -> Any
  ) throws {
    func isAccepted(_ change: ProbeRun.Change) -> Bool {
      run.begin(change)
      let isAccepted = (try? decode()) != nil
      if run.requests[ObjectIdentifier(node), default: 0] > usual, node.catcher == nil {
        node.catcher = run.catcher ?? node.outer?.frame
      }
      return isAccepted
    }
    _ = isAccepted(.refused(node))
    if let catcher = run.catcher {
      if catcher === node {
        node.isTolerant = true
      } else if node.catcher == nil {
        node.catcher = catcher
      }
    }
    node.acceptsNull = isAccepted(.null(node))
    if case .key? = node.step {
      node.acceptsMissing = isAccepted(.missing(node))
      // Left out but not null: the type around asks whether it is there.
      if node.acceptsMissing, !node.acceptsNull, node.catcher == nil {
        node.catcher = node.outer?.frame
      }
    }
  }

  private static func base(
    _ type: any Decodable.Type, _ run: ProbeRun, _ root: ProbeNode
  ) throws(BatchError) -> Any {
    var reason = ""
    for candidate in 0..<MadeUpValues.count {
      run.candidate = candidate
      run.begin()
      do {
        return try decode(type, run, root)
      } catch {
        if let failure = run.failure, !failure.path.isEmpty {
          throw BatchError.cannotMakeUp(
            property: failure.path, of: "\(type)", type: failure.type, reason: failure.reason)
        }
        if candidate == 0 { reason = DecodingSentence.sentence(error) }
      }
    }
    throw BatchError.cannotProbe("\(type)", reason: reason)
  }

  private static func decode(
    _ type: any Decodable.Type, _ run: ProbeRun, _ root: ProbeNode
  ) throws -> Any {
    try FieldSource.probe(ProbeSource(run: run, node: root)).value(type, CodingTrail())
  }

  // MARK: Key paths

  /// The place to which a key path leads.
  struct Place {
    let node: ProbeNode
    let path: FieldPath
    /// Something on the way, or the value itself, may be missing.
    let mayBeMissing: Bool
  }

  /// The place to which a key path leads. nil if it has no place of its own, like a computed
  /// property, or if the record changed or chose the value that it was given: a trimmed text, an
  /// absolute number, a default for a wrong one.
  func resolve(_ keyPath: AnyKeyPath) -> Place? {
    guard let usual = shown(base, keyPath) else { return nil }
    var slots: Set<Int> = []
    for (slot, change, record) in changed {
      if case .varied = change, shown(record, keyPath) != usual { slots.insert(slot) }
    }
    guard !slots.isEmpty else { return nil }
    let type = Optionals.unwrapped(Swift.type(of: keyPath).valueType)
    let start = Place(node: root, path: FieldPath(), mayBeMissing: false)
    guard let place = find(slots, ObjectIdentifier(type), start), !place.node.isChosenOutside,
      keeps(place.node, keyPath)
    else { return nil }
    return place
  }

  /// Whether the record has at the key path just what the type of that value decodes from the
  /// place.
  private func keeps(_ node: ProbeNode, _ keyPath: AnyKeyPath) -> Bool {
    guard let type = Optionals.unwrapped(Swift.type(of: keyPath).valueType) as? any Decodable.Type
    else { return true }
    let slots = node.slots
    return changed.allSatisfy { slot, change, record in
      guard slots.contains(slot) else { return true }
      run.begin(change, inside: node.typesAround)
      guard let alone = try? RecordShape.decode(type, run, node) else { return false }
      return shown(record, keyPath) == RecordShape.text(alone)
    }
  }

  private func find(_ slots: Set<Int>, _ type: ObjectIdentifier, _ place: Place) -> Place? {
    let node = place.node
    let own = node.slots
    guard own.isSuperset(of: slots) else { return nil }
    if own == slots || node.slotsOfValues == slots, let known = node.type,
      ObjectIdentifier(known) == type
    {
      return place
    }
    if !node.hasPlainParts { return nil }
    for child in node.children {
      guard let step = child.step else { continue }
      let inner = Place(
        node: child, path: place.path.appending(step),
        mayBeMissing: place.mayBeMissing || child.acceptsMissing || child.acceptsNull
          || node.isArray)
      if let found = find(slots, type, inner) { return found }
    }
    return nil
  }

  /// All of the value at the key path as text.
  private func shown(_ record: Any, _ keyPath: AnyKeyPath) -> String? {
    func value<Root>(_ root: Root) -> Any? { root[keyPath: keyPath] }
    return value(record).map(RecordShape.text)
  }

  private static func text(_ value: Any) -> String {
    var text = ""
    dump(Unwrapping.value(value) ?? value, to: &text)
    return text
  }
}

/// A place in a record, as its type asked a decoder for it.
final class ProbeNode {
  /// The step from the outer value; nil for the record.
  let step: PathStep?
  /// The value around it; nil for the record.
  private(set) weak var outer: ProbeNode?
  private(set) var children: [ProbeNode] = []
  private var numbers: [PathStep: Int] = [:]

  /// The Swift type that was decoded here, without `Optional`.
  var type: (any Decodable.Type)?
  /// The kinds of values that it asked for, in order.
  private(set) var kinds: [ValueType] = []
  /// The raw values of an enumeration that refuses all others.
  var choices: [Literal]?
  /// How many values of itself the type gave; 0 for one that decodes made-up ones.
  var exampleCount = 0
  /// The type gets along without the value, and with null.
  var acceptsMissing = false
  var acceptsNull = false
  /// The type here takes values of any kind.
  var isTolerant = false
  /// A type around gets along with a wrong value here, and has chosen another: that at this place.
  weak var catcher: ProbeNode?
  /// What the type here asks for depends on values.
  var isWhole = false
  /// A dictionary: names below are made up.
  var isDictionary = false
  /// The types around it, which end a recursion.
  var typesAround: [ObjectIdentifier] = []
  /// Ends a recursion: as empty as possible.
  var isCut = false
  /// The number by which this value, or the length of this array, is varied.
  var slot: Int?
  /// Which of several values to make up: a type may accept only some.
  var candidate = 0

  init(_ step: PathStep?, in outer: ProbeNode?) {
    self.step = step
    self.outer = outer
  }

  /// The place below, if it has been asked for.
  func known(_ step: PathStep) -> ProbeNode? { numbers[step].map { children[$0] } }

  func child(_ step: PathStep) -> ProbeNode {
    if let known = known(step) { return known }
    let child = ProbeNode(step, in: self)
    numbers[step] = children.count
    children.append(child)
    return child
  }

  func note(_ kind: ValueType) {
    if !kinds.contains(kind) { kinds.append(kind) }
  }

  func note(_ type: any Decodable.Type) {
    if self.type == nil { self.type = Optionals.unwrapped(type) as? any Decodable.Type }
  }

  /// All places below, from the outside in.
  var nodesBelow: [ProbeNode] { children.flatMap { [$0] + $0.nodesBelow } }

  /// The slots of all values at this place or below.
  var slots: Set<Int> {
    children.reduce(into: slot.map { [$0] } ?? []) { $0.formUnion($1.slots) }
  }

  /// ``slots`` without those of lengths: a set does not grow by what it has already.
  var slotsOfValues: Set<Int> {
    let own: Set<Int> = isArray || isDictionary ? [] : slot.map { [$0] } ?? []
    return children.reduce(into: own) { $0.formUnion($1.slotsOfValues) }
  }

  /// The slots of texts, Booleans and plain numbers that are decoded as such, not by a type of
  /// their own.
  var plainSlots: [Int] {
    let own = slot.flatMap { slot in type.flatMap { RecordDecoding.isReadAtOnce($0) ? slot : nil } }
    return children.reduce(into: own.map { [$0] } ?? []) { $0 += $1.plainSlots }
  }

  /// The nearest place, this one or one around it, whose type decodes itself.
  var frame: ProbeNode? { type != nil || outer == nil ? self : outer?.frame }

  /// Whether a type around it decides what becomes of the value, or of a part of it.
  var isChosenOutside: Bool {
    var around: ProbeNode? = self
    while let node = around {
      if node !== self, node.isWhole || node.catcher != nil { return true }
      around = node.outer
    }
    return hasCatcher(around: self)
  }

  private func hasCatcher(around place: ProbeNode) -> Bool {
    if let catcher, catcher !== place, !catcher.isBelow(place) { return true }
    return children.contains { $0.hasCatcher(around: place) }
  }

  private func isBelow(_ place: ProbeNode) -> Bool {
    var around = outer
    while let node = around {
      if node === place { return true }
      around = node.outer
    }
    return false
  }

  /// Whether a type at this place gets along with a wrong value below.
  var catches: Bool { hasCaught(by: self) }

  private func hasCaught(by place: ProbeNode) -> Bool {
    children.contains { $0.catcher === place || $0.hasCaught(by: place) }
  }

  /// Whether a type here or below gets along with a wrong value, or asks for what values tell it.
  var choosesInside: Bool {
    isWhole || isTolerant || children.contains { $0.catcher != nil || $0.choosesInside }
  }

  var isInDictionary: Bool { outer.map { $0.isDictionary || $0.isInDictionary } ?? false }

  /// An element, for arrays: all are alike.
  var element: ProbeNode? {
    children.first { $0.step == .index(0) }
  }

  /// The value may be missing or null; an element, null.
  var isOptional: Bool { acceptsNull && (acceptsMissing || isElement) }
  /// The type here may see null.
  var takesNull: Bool { acceptsNull && !acceptsMissing }
  private var isElement: Bool { if case .index? = step { true } else { false } }
  /// Whether a key path can lead to what is below.
  var hasPlainParts: Bool {
    !isDictionary && !isWhole && (kinds == [.object] || kinds == [.array])
  }
  /// Whether rules go to the values below instead.
  var isObject: Bool { kinds == [.object] && !isDictionary && !children.isEmpty }
  var isArray: Bool { kinds == [.array] }
}

/// Values and elements whose types are not known.
enum Unwrapping {
  /// The value in an optional, however deep; nil if there is none, or it is not an optional.
  static func value(_ value: Any) -> Any? {
    guard Optionals.isOptional(Swift.type(of: value)), let inner = Optionals.content(of: value)
    else { return nil }
    return Unwrapping.value(inner) ?? inner
  }

  /// The type of a collection's elements.
  static func element(of type: Any.Type) -> Any.Type? {
    func element<Value: Collection>(_ type: Value.Type) -> Any.Type { Value.Element.self }
    return (type as? any Collection.Type).map { element($0) }
  }
}

/// Values for an unknown type: the plain ones first, then those that types which read text are
/// likely to accept.
enum MadeUpValues {
  static let count = texts.count + 1

  private static let texts: [(usual: String, varied: String)] = [
    ("1", "2"),
    ("6f1c2a30-8d3e-4b7a-9a51-0c2f8f6f7b11", "6f1c2a30-8d3e-4b7a-9a51-0c2f8f6f7b12"),
    ("2001-02-03T04:05:06Z", "2002-03-04T05:06:07Z"), ("2001-02-03", "2002-03-04"),
    ("04:05:06Z", "05:06:07Z"), ("a@example.com", "b@example.com"),
    ("https://a.example.com/", "https://b.example.com/"), ("a.example.com", "b.example.com"),
    ("+12025550123", "+12025550124"), ("192.0.2.1", "192.0.2.2"), ("1.5", "2.5"),
    ("true", "false"), ("US", "GB"), ("USD", "EUR"), ("en", "de"), ("#000000", "#FFFFFF"),
  ]

  private static let numbers: [(usual: Int, varied: Int)] = [
    (1, 2), (0, 1), (10, 20), (100, 200), (1000, 2000), (1_000_000, 2_000_000),
    (1_000_000_000, 1_000_000_001),
  ]

  // MARK: Telling values

  /// Values that many types change: types that trim, fold case, normalise, replace signs, cut, fill
  /// in or reformat texts, or take words for a missing value, and types that take absolute values
  /// or clamp numbers.
  private static let telling: [(text: String, number: Int)] = [
    (
      "  Mixed CASE  text, 1,234.50 (e\u{301} \u{e9} \u{fb01})\t\n"
        + ##"!"#$%&'*+-./:;<=>?@[\]^_`{|}~ &amp; %41"##, -7
    ), ("", 0), ("-7", 1_000_003), (String(repeating: "Long ", count: 1000), -2_000_000_001),
    ("007", -1), ("N/A", 9999), ("null", 99),
  ]

  static let tellingCount = telling.count

  static func tellingText(_ number: Int) -> String { telling[number].text }

  static func tellingNumber(_ number: Int) -> Int { telling[number].number }

  /// A fraction with more digits than any type keeps that rounds.
  static func tellingFraction(_ number: Int) -> Double { Double(telling[number].number) / 13 }

  /// A made-up text. In the first choice all slots have different texts, so that sets do not merge
  /// them.
  static func text(_ candidate: Int, slot: Int, isVaried: Bool) -> String {
    guard candidate > 0 else { return (isVaried ? "b" : "a") + "\(slot)" }
    let pair = texts[(candidate - 1) % texts.count]
    return isVaried ? pair.varied : pair.usual
  }

  static func number(_ candidate: Int, slot: Int, isVaried: Bool) -> Int {
    guard candidate > 0 else { return 2 + slot * 2 + (isVaried ? 1 : 0) }
    let pair = numbers[(candidate - 1) % numbers.count]
    return isVaried ? pair.varied : pair.usual
  }
}

/// The values of an enumeration, as far as its type tells them.
enum Choices {
  /// The raw values of all cases, if the type decodes from no other.
  static func choices<Value: Decodable>(_ type: Value.Type) -> [Literal]? {
    guard let cases = type as? any CaseIterable.Type else { return nil }
    let values = literals(of: cases)
    return values.isEmpty || values.contains(nil) || acceptsOthers(type)
      ? nil : values.compactMap { $0 }
  }

  static func choices(of type: any Decodable.Type) -> [Literal]? { choices(type) }

  private static func literals(of type: any CaseIterable.Type) -> [Literal?] {
    func literals<Cases: CaseIterable>(_ type: Cases.Type) -> [Literal?] {
      type.allCases.map { ($0 as? any RawRepresentable).flatMap { literal($0) } }
    }
    return literals(type)
  }

  private static func literal(_ value: some RawRepresentable) -> Literal? {
    switch value.rawValue {
    case let text as String: .text(text)
    case let number as any FixedWidthInteger: .number("\(number)")
    default: nil
    }
  }

  /// Whether made-up texts and numbers are accepted: there is a case for whatever is not known.
  private static func acceptsOthers(_ type: any Decodable.Type) -> Bool {
    let run = ProbeRun()
    for candidate in 0..<MadeUpValues.count {
      run.candidate = candidate
      let source = ProbeSource(run: run, node: ProbeNode(nil, in: nil))
      guard (try? type.init(from: FieldDecoder(source: .probe(source)))) != nil else {
        return false
      }
    }
    return true
  }
}

/// Lets a type show ``BatchValidator`` values of itself that it could not make up.
///
/// To learn which names a record type gives its properties, a validator decodes it from made-up
/// strings and numbers. Enumerations that are `CaseIterable` need nothing more. Any other type that
/// accepts only certain strings must show two:
///
/// ```swift
/// extension CurrencyCode: ExampleProviding {
///   static var examples: [CurrencyCode] { [.eur, .usd] }
/// }
/// ```
public protocol ExampleProviding: Decodable {
  /// Two values that differ.
  static var examples: [Self] { get }
}

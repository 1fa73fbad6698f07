internal import BulkcheckCore

/// A place in a record, as its type asked a decoder for it.
final class ProbeNode {
  /// From the outer value; nil for the record.
  let step: PathStep?
  private(set) var children: [ProbeNode] = []
  private var numbers: [PathStep: Int] = [:]

  /// The Swift type that was decoded here, without `Optional`.
  var type: (any Decodable.Type)?
  /// The kinds of values that it asked for, in order.
  private(set) var kinds: [ValueType] = []
  /// The raw values of an enumeration that refuses all others.
  var choices: [Literal]?
  /// The type asks whether the value is there.
  var isOptional = false
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

  init(_ step: PathStep?) { self.step = step }

  func child(_ step: PathStep) -> ProbeNode {
    if let number = numbers[step] { return children[number] }
    let child = ProbeNode(step)
    numbers[step] = children.count
    children.append(child)
    return child
  }

  func note(_ kind: ValueType) {
    if !kinds.contains(kind) { kinds.append(kind) }
  }

  func note(_ type: any Decodable.Type) {
    if self.type == nil { self.type = Unwrapping.unwrapped(type) as? any Decodable.Type }
  }

  /// What varies with something at this place or below.
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

  /// An element, for arrays: all are alike.
  var element: ProbeNode? {
    children.first { $0.step == .index(0) }
  }

  /// Whether rules go to the values below instead.
  var isObject: Bool { kinds == [.object] && !isDictionary && !children.isEmpty }
  var isArray: Bool { kinds == [.array] }
}

/// Types inside optionals.
enum Unwrapping {
  /// The type without any `Optional` around it.
  static func unwrapped(_ type: Any.Type) -> Any.Type {
    var type = type
    while let optional = type as? any OptionalValue.Type { type = optional.wrapped }
    return type
  }

  /// What is in an optional, however deep; nil if there is none, or it is not an optional.
  static func value(_ value: Any) -> Any? {
    guard let inner = (value as? any OptionalValue)?.value else { return nil }
    return Unwrapping.value(inner) ?? inner
  }

  static func isOptional(_ type: Any.Type) -> Bool { type is any OptionalValue.Type }

  /// The type of a collection's elements.
  static func element(of type: Any.Type) -> Any.Type? {
    func element<Value: Collection>(_ type: Value.Type) -> Any.Type { Value.Element.self }
    return (type as? any Collection.Type).map { element($0) }
  }
}

private protocol OptionalValue {
  static var wrapped: Any.Type { get }
  var value: Any? { get }
}

extension Optional: OptionalValue {
  static var wrapped: Any.Type { Wrapped.self }
  var value: Any? { self }
}

internal import BulkcheckCore
internal import Requirements

/// A place in a record, as its type asked a decoder for it.
final class ProbeNode {
  /// The step from the outer value; nil for the record.
  let step: PathStep?
  /// The name by which its type asked for it: the step's, unless a strategy converts keys.
  var codingName = ""
  /// The value around it; nil for the record.
  private(set) weak var outer: ProbeNode?
  private(set) var children: [ProbeNode] = []
  /// The positions of the children, by their steps.
  private var numbers: [PathStep: Int] = [:]

  /// The Swift type that was decoded here, without `Optional`.
  var type: (any Decodable.Type)?
  /// The kinds of values that the type asked for, in order.
  private(set) var kinds: [ValueType] = []
  /// The raw values of an enumeration that refuses all others.
  var choices: [Literal]?
  /// How many values of itself the type gave; 0 for one that decodes made-up ones.
  var exampleCount = 0
  /// Whether the record can be decoded without the value.
  var acceptsMissing = false
  /// Whether the record can be decoded if the value is null.
  var acceptsNull = false
  /// Whether the type here takes values of any kind.
  var isTolerant = false
  /// The place of a type that decodes even if the value here is wrong, since it chooses another
  /// one; nil if there is no such type around.
  weak var catcher: ProbeNode?
  /// Whether the members that the type here asks for depend on values. Only decoding the whole
  /// value then shows whether it is right.
  var isDecodedWhole = false
  /// Whether this is a dictionary, so that the names below are made up.
  var isDictionary = false
  /// The names to make up for a type that asks for all.
  var names = ["a", "b"]
  /// The types around it. If its own type is one of them, a recursion ends here.
  var typesAround: [ObjectIdentifier] = []
  /// Whether a recursion ends here, so that the value is as empty as possible.
  var isCut = false
  /// The number by which this value, or the length of this array, is varied.
  var slot: Int?
  /// The number of the value to make up, since a type may accept only some.
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

  /// ``slots`` without those of lengths, which a set need not show: it does not grow by an element
  /// that it has already.
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
      if node !== self, node.isDecodedWhole || node.catcher != nil { return true }
      around = node.outer
    }
    return hasCatcher(around: self)
  }

  /// Whether the value here, or a part of it, has a catcher around the place.
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

  /// Whether the type at this place decodes even if a value below is wrong.
  var catches: Bool { hasCaught(by: self) }

  private func hasCaught(by place: ProbeNode) -> Bool {
    children.contains { $0.catcher === place || $0.hasCaught(by: place) }
  }

  /// Whether a type here or below decodes from wrong values, or asks for members that depend on
  /// values.
  var choosesInside: Bool {
    isDecodedWhole || isTolerant || children.contains { $0.catcher != nil || $0.choosesInside }
  }

  /// Whether the place is below a dictionary.
  var isInDictionary: Bool { outer.map { $0.isDictionary || $0.isInDictionary } ?? false }

  /// The place of the elements of an array, which are all alike.
  var element: ProbeNode? {
    children.first { $0.step == .index(0) }
  }

  /// Whether the value may be missing or null. An element cannot be missing, only null.
  var isOptional: Bool { acceptsNull && (acceptsMissing || isElement) }
  /// Whether the type here may see null.
  var takesNull: Bool { acceptsNull && !acceptsMissing }

  private var isElement: Bool { if case .index? = step { true } else { false } }

  /// Whether a key path can lead to the values below.
  var hasPlainParts: Bool {
    !isDictionary && !isDecodedWhole && (kinds == [.object] || kinds == [.array])
  }

  /// Whether the elements of an array are decoded as different types, as the keys and values of a
  /// dictionary whose keys are not names.
  var hasUnlikeElements: Bool {
    let types = children.map { $0.type.map(ObjectIdentifier.init) }
    return isArray && types.contains { $0 != types.first }
  }

  /// Whether the value is an object whose members have rules of their own.
  var isObject: Bool { kinds == [.object] && !isDictionary && !children.isEmpty }
  var isArray: Bool { kinds == [.array] }
}
